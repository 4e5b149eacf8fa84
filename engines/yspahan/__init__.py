"""Yspahan (S. Pauchon, 2006): dice and Tower, four neighbourhoods, the Supervisor and the caravan."""

from __future__ import annotations

from engines.api import Engine
from engines.yspahan.engine import Yspahan

ENGINE: Engine = Yspahan()
