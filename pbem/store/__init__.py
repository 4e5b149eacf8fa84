"""Tables, repositories and the unit of work."""
