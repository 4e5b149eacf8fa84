"""A house of its own for trying things out: a processor in a fresh folder, and mail clients that play by it."""
