# Meridian: every verb of the day. `make` alone lists them.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_SECONDS ?= 30
BENCH_CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/meridian-bench

export SWIFT
export SWIFT_BACKTRACE ?= enable=no

QUIET = Tools/quiet.sh
RELEASE = -c release --static-swift-stdlib $(shell SWIFT='$(SWIFT)' Tools/link-flags.sh)
SCRIPTS = .ci/run $(wildcard Tools/*.sh Tools/*/*.sh)
LIBRARIES = MeridianKernel MeridianGeodesy MeridianTopology MeridianStore MeridianFilter \
  MeridianQuery MeridianWorkspace MeridianCommands

.PHONY: help setup setup-demo demo test check tokens bench bench-peers bench-growth fuzz docs install
.PHONY: uninstall golden data clean build-tests build-release build-bench format

help:
	@echo 'make demo      build the program and show what it answers'
	@echo 'make test      build and run all tests'
	@echo 'make check     format, warnings, rules of the repository, what the program links'
	@echo 'make bench     measure against linked peers and write the table of README.md'
	@echo 'make bench-peers    the same against S2, shapely, DuckDB, SedonaDB, PostGIS'
	@echo 'make bench-growth   draw how the cost of a tap grows with the data'
	@echo 'make fuzz      feed every decoder with noise, FUZZ_SECONDS=30 each'
	@echo 'make docs      the reference as a site, in docs/'
	@echo 'make install   program, manual pages, completions to DESTDIR/PREFIX, PREFIX=/usr/local'
	@echo 'make uninstall removes what make install has put there'
	@echo 'make format    bring all Swift files into the one format'
	@echo 'make golden    rewrite the expected outputs; read the diff afterwards'
	@echo 'make tokens    make what SwiftUI, Compose and the web get of the design tokens'
	@echo 'make data      make the generated samples again'
	@echo 'make setup     install the Debian packages; the verbs above do it by themselves'
	@echo 'make clean     remove everything that was built'

# --- Set-up ---------------------------------------------------------------------------------------

setup:
	@Tools/setup.sh all

setup-demo:
	@Tools/setup.sh demo

# --- Build ----------------------------------------------------------------------------------------

build-tests: setup
	@$(QUIET) 'Building library, program and tests' $(SWIFT) build --build-tests

build-release: setup-demo
	@$(QUIET) 'Building meridian for release' $(SWIFT) build $(RELEASE) --product meridian

# --- Use ------------------------------------------------------------------------------------------

demo: build-release
	@Tools/demo.sh

install: build-release
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Tools/install.sh install

uninstall:
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' Tools/install.sh uninstall

# --- Verify ---------------------------------------------------------------------------------------

test: build-tests
	@Tools/test.sh

check: build-tests build-release
	@$(QUIET) 'Checking the format of all Swift files' \
	  $(SWIFT) format lint --strict --recursive --parallel Package.swift Sources Tests Tools
	@$(QUIET) 'Checking the shell scripts' shellcheck $(SCRIPTS)
	@$(QUIET) 'Checking what the program links' Tools/check-binary.sh
	@$(QUIET) 'Checking the generated samples' Tools/check-data.sh
	@$(QUIET) 'Checking the city generator' Tools/check-fixtures.sh
	@$(QUIET) 'Checking the design tokens' .build/debug/meridian-tokens check
	@$(QUIET) 'Checking what is made of them' .build/debug/meridian-tokens build --check
	@$(QUIET) 'Checking the rules of the repository' Tools/test.sh --filter TidyTests

build-bench: setup build-release
	@$(QUIET) 'Building the generator' $(SWIFT) build $(RELEASE) --product meridian-fixtures
	@$(QUIET) 'Building the benchmark' $(SWIFT) build $(RELEASE) --product meridian-bench

# ONLY='city tap,load' chooses workloads; then README.md and Data/baselines stay as they are.
bench: build-bench
	@Tools/bench-data.sh '$(BENCH_CACHE)' 1000000
	@Tools/bench.sh linked '$(BENCH_CACHE)'

bench-peers: build-bench
	@Tools/bench-data.sh '$(BENCH_CACHE)' 1000000
	@Tools/bench.sh peers '$(BENCH_CACHE)'

bench-growth: build-bench
	@Tools/bench-growth.sh '$(BENCH_CACHE)'

fuzz: setup
	@FUZZ_SECONDS='$(FUZZ_SECONDS)' Tools/fuzz.sh

# --- Upkeep ---------------------------------------------------------------------------------------

format:
	@$(SWIFT) format format --in-place --recursive --parallel Package.swift Sources Tests Tools

golden: build-tests
	@UPDATE_GOLDEN=1 Tools/test.sh
	@git status --short

data: setup
	@$(QUIET) 'Making Data/samples/soho.sqlite' Tools/data.sh

tokens: setup
	@$(QUIET) 'Building meridian-tokens' $(SWIFT) build $(RELEASE) --product meridian-tokens
	@.build/release/meridian-tokens check
	@.build/release/meridian-tokens build

docs: setup
	@Tools/docs.sh $(LIBRARIES)

clean:
	rm -rf .build docs
