# make setup | demo | test | lint | bench | lock
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
LOCK := requirements-dev.txt

.PHONY: setup demo test lint bench lock

setup: $(VENV)/.installed

# Every package at the version and with the hash of the lock; then the project itself, editable, so that rules/ is found.
$(VENV)/.installed: $(LOCK) pyproject.toml
	test -x $(BIN)/python || python3 -m venv $(VENV)
	$(BIN)/python -m pip --version >/dev/null 2>&1 || $(BIN)/python -m ensurepip --upgrade >/dev/null
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r $(LOCK)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# `tablo demo` builds what changed of data/leagues into data/tablo.duckdb before it serves.
demo: setup
	PORT=$(PORT) exec $(BIN)/tablo demo

lint: setup
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary

test: lint
	$(BIN)/pytest -n 2

bench: setup
	$(BIN)/python -m tests.bench
	$(BIN)/python -m tests.bench_browser

# After a change of the dependencies in pyproject.toml.
lock:
	uv pip compile pyproject.toml --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --custom-compile-command "make lock" --output-file requirements.txt
	uv pip compile pyproject.toml --extra dev --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	  --custom-compile-command "make lock" --output-file requirements-dev.txt --constraints requirements.txt
