"""Silk Road (Seidenstrasse): three caravans, their markets and the jewels."""

from __future__ import annotations

from engines.api import Engine
from engines.silkroad.engine import SilkRoad

ENGINE: Engine = SilkRoad()
