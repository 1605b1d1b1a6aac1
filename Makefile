# Every target installs what it needs into .venv; only Python 3.11 or later has to be there.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

# Without compiled modules every start of the program and every test worker would compile the sources again.
unexport PYTHONDONTWRITEBYTECODE
PYTEST = $(BIN)/python -m pytest -n 3 --dist worksteal -q

.DEFAULT_GOAL := help
.PHONY: help play test test-slow test-release test-research check pythons newest-python release-check app page serve-page docs shuffled lowest mutants crawl torture bench games opponents look-back \
	saves screenshots clean
EVENTS ?= 10000
PYTHONS ?=
RESULTS ?= build/opponents.jsonl
GAMES ?= 400
JOBS ?= 1

help:                      ## list the targets
	@awk -F ':[^#]*## ' '/^[a-z-]+:.*## / {printf "make %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.play        ## install and start the game
	$(BIN)/rokoko-tui

test: $(VENV)/.test        ## run the tests that take seconds
	$(PYTEST)

test-slow: $(VENV)/.test   ## run the tests that take minutes; of some sets a sample, chosen by ROTATION or the commit
	$(PYTEST) -m "slow and not release"

test-release: $(VENV)/.test ## run what the two others leave out: whole games in a terminal, the rest of the samples
	$(PYTEST) -m release

test-research: $(VENV)/.test ## run the tests of the research folder
	$(BIN)/python -m pytest -n 2 -q -m "" research

release-check: $(VENV)/.release ## build the files of a release, install them in clean environments and test them there
	$(BIN)/python -m tools.release

app: $(VENV)/.test         ## build build/rokoko-tui.pyz, the program as a single file
	$(BIN)/python -m tools.app

page: $(VENV)/.test        ## build build/page, the static page that plays without a server; needs Node.js with npm
	$(BIN)/python -m tools.static_page build

serve-page: $(VENV)/.test  ## show build/page on 127.0.0.1
	$(BIN)/python -m tools.static_page serve

pythons:                   ## test the wheel on every Python from 3.11 on that is installed here, on one of them in full
	$(PYTHON) -m tools.pythons $(PYTHONS)

newest-python: $(VENV)/.test ## run the core's tests and the app on the newest Python, that of Pyodide; needs Node.js with npm
	$(BIN)/python -m tools.newest_python

check: $(VENV)/.test       ## run the linters, the type checker and the checks of tools/checks
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tools.checks

docs: $(VENV)/.docs        ## build the documentation as a site in build/site
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	$(BIN)/python -m tools.site build/site

shuffled: $(VENV)/.test    ## run the tests in a random order and in the C locale
	LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 $(BIN)/python -m pytest -n 2 -q --random-order --random-order-bucket=global

lowest: build/lowest/.test ## run the tests with the lowest versions that pyproject.toml allows
	build/lowest/bin/python -m pytest -n 2 -q

mutants: $(VENV)/.test     ## put faults into the sources and count those that the tests find
	$(BIN)/python -m tools.mutants

crawl: $(VENV)/.test       ## press every key in every state of every screen, to depth 4; takes half an hour
	$(BIN)/python -m tools.crawler

torture: $(VENV)/.test     ## send random keys and clicks to every screen until EVENTS pass without a crash
	$(BIN)/python -m tools.torture $(EVENTS)

bench: $(VENV)/.bench      ## measure every budget; write docs/benchmarks.md
	$(BIN)/python -m tools.bench.run

games: $(VENV)/.play       ## play GAMES games of each table of docs/opponents.md; add them to RESULTS
	mkdir -p $(dir $(RESULTS))
	$(BIN)/python -m research opponents games $(RESULTS) --games $(GAMES) --jobs $(JOBS)

opponents: $(VENV)/.play   ## write docs/opponents.md from RESULTS
	$(BIN)/python -m research opponents page $(RESULTS) docs/opponents.md

look-back: $(VENV)/.test   ## play GAMES games and the costly turns of their reviews on; write docs/look-back.md
	$(BIN)/python -m research review build/look-back.jsonl --games $(GAMES)

saves: $(VENV)/.test       ## replace the sample games in saves/ that no longer agree with the rules
	$(BIN)/python -m tests.saves.sample_games

screenshots: $(VENV)/.screenshots ## draw the pictures of docs/screenshots, record the film
	$(BIN)/python -m tools.screenshots

$(VENV)/.play: pyproject.toml rokoko_core/pyproject.toml constraints.txt rokoko_core/_version.py
	test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	$(PIP) --editable ./rokoko_core --editable .
	$(BIN)/python -m compileall -q rokoko_core rokoko_tui  # pip leaves editable projects uncompiled
	touch $@

$(VENV)/.test: $(VENV)/.play
	$(PIP) --editable "./rokoko_core[pettingzoo,openspiel]" --editable ".[test]"
	$(BIN)/python -m pytest --collect-only -qq > /dev/null  # compiles the tests once, not in every worker
	touch $@

$(VENV)/.release: $(VENV)/.test
	$(PIP) --editable ".[test,release]"
	touch $@

$(VENV)/.bench: $(VENV)/.test
	$(PIP) --editable ".[test,bench]"
	touch $@

$(VENV)/.screenshots: $(VENV)/.test
	$(PIP) --editable ".[test,screenshots]"
	touch $@

$(VENV)/.docs: $(VENV)/.test
	$(PIP) --editable ".[test,docs]"
	touch $@

build/lowest/.test: pyproject.toml rokoko_core/pyproject.toml lowest.txt
	$(PYTHON) -m venv build/lowest
	build/lowest/bin/python -m pip install --quiet --disable-pip-version-check --constraint lowest.txt --editable ./rokoko_core --editable ".[test]"
	touch $@

clean:                     ## remove .venv, caches and builds
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build dist
