# Every target makes its own virtual environment in .venv; nothing else needs to be installed than Python 3.11 or later.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test check bench saves screenshots clean

play: $(VENV)/.play        ## start the game
	$(BIN)/rokoko-tui

test: check                ## all checks and all tests
	$(BIN)/python -m pytest -n 2 -q

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.bench      ## measure every budget against its peer; writes docs/benchmarks.md
	$(BIN)/python -m tests.bench.run

saves: $(VENV)/.test       ## play the sample games anew; writes saves/
	$(BIN)/python -m tests.saves.sample_games

screenshots: $(VENV)/.test ## draw docs/screenshots anew
	$(BIN)/python -m tests.tui.screenshots

$(VENV)/.play: pyproject.toml constraints.txt
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	touch $@

$(VENV)/.test: $(VENV)/.play
	$(PIP) --editable ".[test]"
	touch $@

$(VENV)/.bench: $(VENV)/.test
	$(PIP) --editable ".[test,bench]"
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
