# Every target makes its own virtual environment in .venv; nothing else needs to be installed than Python 3.11 or later.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Without compiled modules every start of the program and every test worker would compile the sources again.
unexport PYTHONDONTWRITEBYTECODE
PYTEST = $(BIN)/python -m pytest -n 2 --dist worksteal -q

.PHONY: play test test-slow pythons app check shuffled lowest mutants torture bench games opponents look-back saves screenshots clean
EVENTS ?= 10000
RESULTS ?= build/opponents.jsonl
GAMES ?= 400
JOBS ?= 1

play: $(VENV)/.play        ## start the game
	$(BIN)/rokoko-tui

test: $(VENV)/.test        ## run the tests that take seconds
	$(PYTEST)

test-slow: $(VENV)/.test   ## run the tests that take minutes: torture, whole games, strength of the levels
	$(PYTEST) -m slow

app: $(VENV)/.test         ## build build/rokoko-tui.pyz, the program as a single file
	$(BIN)/python -m tools.app

pythons:                   ## test the wheel on every Python from 3.11 on that this machine has
	$(PYTHON) -m tools.pythons

check: $(VENV)/.test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

shuffled: $(VENV)/.test    ## all tests in an order drawn anew, in the C locale
	LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 $(BIN)/python -m pytest -n 2 -q --random-order --random-order-bucket=global

lowest: build/lowest/.test ## all tests with the lowest versions that pyproject.toml allows
	build/lowest/bin/python -m pytest -n 2 -q

mutants: $(VENV)/.mutants  ## draw deliberate faults and see how many the tests notice
	$(BIN)/python -m tools.mutants

torture: $(VENV)/.test     ## random hands on every screen until EVENTS of them, of all runs together, are without a crash
	$(BIN)/python -m tools.torture $(EVENTS)

bench: $(VENV)/.bench      ## measure every budget against its peer; writes docs/benchmarks.md
	$(BIN)/python -m tools.bench.run

games: $(VENV)/.play       ## play what docs/opponents.md measures and RESULTS does not hold yet, GAMES of each table
	mkdir -p $(dir $(RESULTS))
	$(BIN)/rokoko-tui arena --measure --games $(GAMES) --jobs $(JOBS) --results $(RESULTS)

opponents: $(VENV)/.play   ## write docs/opponents.md from RESULTS
	$(BIN)/rokoko-tui arena --report docs/opponents.md --results $(RESULTS)

look-back: $(VENV)/.test   ## play GAMES of each pair of levels and look back at them; writes docs/look-back.md
	$(BIN)/python -m tools.bench.look_back build/look-back.jsonl --games $(GAMES)

saves: $(VENV)/.test       ## play the sample games anew that no longer agree with the rules; writes saves/
	$(BIN)/python -m tests.saves.sample_games

screenshots: $(VENV)/.screenshots ## draw docs/screenshots anew
	$(BIN)/python -m tools.screenshots

$(VENV)/.play: pyproject.toml constraints.txt
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable .
	$(BIN)/python -m compileall -q rokoko_core rokoko_tui  # pip leaves an editable project uncompiled
	touch $@

$(VENV)/.test: $(VENV)/.play
	$(PIP) --editable ".[test,pettingzoo,openspiel]"
	touch $@

$(VENV)/.bench: $(VENV)/.test
	$(PIP) --editable ".[test,bench]"
	touch $@

$(VENV)/.screenshots: $(VENV)/.test
	$(PIP) --editable ".[test,screenshots]"
	touch $@

$(VENV)/.mutants: $(VENV)/.test
	$(PIP) --editable ".[test,mutants]"
	touch $@

build/lowest/.test: pyproject.toml lowest.txt
	$(PYTHON) -m venv build/lowest
	build/lowest/bin/python -m pip install --quiet --disable-pip-version-check --constraint lowest.txt --editable ".[test]"
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
