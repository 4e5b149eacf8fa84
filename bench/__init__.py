"""Speed, measured as ratios within one run; see docs/performance.md for what the rows mean."""
