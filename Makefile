# The two commands: `make run` serves, `make test` proves. Nothing outside this folder is changed.
SHELL := /bin/sh
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { command -v "$$p"; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes

.PHONY: run test soak lint format lock messages shots clean venv

run: $(VENV)/.run
	@exec $(BIN)/python manage.py serve

test: $(VENV)/.dev
	@$(BIN)/python -m tests.run

soak: $(VENV)/.dev
	@SOAK=1 $(BIN)/python -m tests.run

lint: $(VENV)/.dev
	@$(BIN)/python -m tests.run --lint

format: $(VENV)/.dev
	@$(BIN)/ruff check --fix --quiet . ; $(BIN)/ruff format .

lock: $(VENV)/.dev
	@for set in requirements requirements-dev; do \
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --python-version 3.11 --no-emit-index-url \
	--no-emit-find-links --no-annotate --no-header $$set.in -o $$set.txt; done

messages: $(VENV)/.dev
	@$(BIN)/python manage.py messages

$(VENV)/bin/python:
	@[ -n "$(PYTHON)" ] || { echo "Python 3.11 or later is needed: install it, or say make PYTHON=/path/to/python3."; exit 1; }
	@"$(PYTHON)" -m venv $(VENV) || { rm -rf $(VENV); \
	echo "Python's venv module is needed: install it (Debian: python3-venv)."; exit 1; }

# Installing again is needed only when a lock has changed.
$(VENV)/.run: requirements.txt $(VENV)/bin/python
	@echo "Installing what the service needs (once) ..."
	@$(PIP) -r requirements.txt && touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/bin/python
	@echo "Installing what the tests need (once) ..."
	@$(PIP) -r requirements-dev.txt && touch $@ $(VENV)/.run

# Pictures of every page, into var/shots.
shots: $(VENV)/.dev
	@$(BIN)/python -m tests.shots

clean:
	@rm -rf $(VENV) var/static .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
