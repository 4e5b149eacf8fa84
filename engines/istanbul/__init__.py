"""Istanbul by Rüdiger Dorn, the base game."""

from __future__ import annotations

from engines.api import Engine
from engines.istanbul.engine import Istanbul

ENGINE: Engine = Istanbul()
