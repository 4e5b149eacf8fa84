# The first target that needs Python sets up .venv from the lock file; nothing outside this folder is changed
# (but for `make test-real`, which installs Debian packages and says so first).

PYTHON ?= python3
GAME ?= istanbul
export PIP_DISABLE_PIP_VERSION_CHECK = 1

VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BENCH := .venv-bench
BENCH_READY := $(BENCH)/.ready
PYTEST := $(BIN)/python -m pytest --numprocesses 2 --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help demo play test test-real check bench soak docs lock clean

help:  ## show this list
	@awk -F ':.*  ## ' '/^[a-z-]+:.*  ## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo "  GAME=istanbul|silkroad|yspahan chooses the game of demo and play."

demo: $(READY)  ## watch a whole game being played by mail
	@$(BIN)/pbem demo $(GAME)

play: $(READY)  ## the same, with you as Ann
	@$(BIN)/pbem play $(GAME)

# Sets have another order under another hash seed: rules must not notice.
test: $(READY)  ## the test suite, and the engines once more under another hash seed
	@PYTHONHASHSEED=0 $(PYTEST)
	@PYTHONHASHSEED=4711 $(PYTEST) --quiet tests/engines

test-real: $(READY)  ## the tests against real mail programs, which apt installs where they are missing
	@.ci/install-real tests/real/packages.txt
	@PBEM_REAL=1 $(BIN)/python -m pytest tests/real

check: $(READY)  ## lint, format, types and layering
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest --quiet tests/test_layering.py

bench: $(BENCH_READY)  ## measure the bars of docs/performance.md into bench/RESULTS.md
	@$(BENCH)/bin/python bench/run.py

soak: $(READY)  ## the long runs: thousands of random games
	@PBEM_SOAK=1 $(PYTEST) -m soak

docs: $(READY)  ## write the parts of the documents that are made from the program
	@$(BIN)/python -m tests.generated

lock:  ## work out the lock files anew from pyproject.toml
	@$(PYTHON) -m venv .venv-lock
	@.venv-lock/bin/pip install --quiet uv
	@.venv-lock/bin/python .ci/lock.py

clean:  ## remove everything that make has made
	@rm -rf .venv .venv-bench .venv-lock dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): requirements.lock pyproject.toml
	@.ci/setup $(PYTHON) $(VENV) requirements.lock

$(BENCH_READY): requirements-bench.lock pyproject.toml
	@.ci/setup $(PYTHON) $(BENCH) requirements-bench.lock
