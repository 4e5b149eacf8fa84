"""Alembic's entry: runs the migrations on the connection handed over by `pbem.store.migrate`."""

from __future__ import annotations

from alembic import context

from pbem.store.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
context.run_migrations()
