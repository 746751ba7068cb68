SWIFT ?= swift
# The demo keeps its store from one run to the next; `make clean-demo` forgets it.
DEMO_STORE ?= Examples/Trips/.build/demo/trips.store
# The server of `make run-postgres`; after a # the PostgreSQL schema of the tables, where it is not “public”.
DEMO_POSTGRES ?= postgresql:///trips
# The packages of the examples are built where the library is, so that it and swift-syntax are built once. SwiftPM keeps its
# plan of a build in that folder, and may take the plan of another package for that of this one unless it is told to plan anew.
SHARED = --disable-build-manifest-caching
TRIPS = --package-path Examples/Trips --scratch-path .build $(SHARED)
# The web page; its own variables, so that it can be built elsewhere, and with traits: WEB_TRAITS="--traits HTTPSync".
WEB_BUILD ?= .build
WEB_TRAITS ?=
WEB = --package-path Examples/TripsWeb --scratch-path $(WEB_BUILD) $(SHARED) $(WEB_TRAITS)
WEB_STORE ?= default
WEB_PORT ?= 8080
WEB_IMAGES ?= $(WEB_BUILD)/web-images
FORMATTED = $(wildcard Sources Plugins Tests Adapters Examples Benchmarks Server Documentation Package.swift)

.PHONY: run run-json run-postgres run-sync sync-demo web test-web web-screenshots web-load test test-long test-postgres test-http test-tls failover-postgres torture-postgres benchmark-postgres portable test-examples test-server stress torture sync-simulation sync-rounds sync-load soak fuzz counts limits docs format lint setup clean-demo

run: setup
	$(SWIFT) build $(TRIPS) --product trips
	$(SWIFT) run $(TRIPS) --skip-build trips demo --store $(DEMO_STORE)

# The same program on a JSON file, whose beginning it prints.
run-json: setup
	$(SWIFT) build $(TRIPS) --product trips
	$(SWIFT) run $(TRIPS) --skip-build trips demo --store $(DEMO_STORE:.store=.json)

# The same program on a PostgreSQL server that is there. Its address is not printed, since it may have a password.
run-postgres: setup
	@SWIFT="$(SWIFT)" Scripts/demo-postgres run "$(DEMO_POSTGRES)"

# Three stores that sync through a folder, and that are the same afterwards.
run-sync: setup
	@SWIFT="$(SWIFT)" Scripts/demo-sync

# Two terminals and a web page that sync through a server, which is away for a time, and that are the same afterwards.
sync-demo: setup
	@SWIFT="$(SWIFT)" Scripts/sync-demo

# Trips as a web page at http://127.0.0.1:8080/, until it is interrupted. WEB_STORE is the store: a path, “json” or
# “default”.
web: setup
	$(SWIFT) build $(WEB) --product trips-web
	$(SWIFT) run $(WEB) --skip-build trips-web --store $(WEB_STORE) --port $(WEB_PORT)

# The page in a real browser, which is installed where it is missing.
test-web: setup
	$(SWIFT) build $(subst --scratch-path .build,--scratch-path $(WEB_BUILD),$(TRIPS)) $(WEB_TRAITS) --product trips
	$(SWIFT) build $(WEB) --product trips-web
	Examples/TripsWeb/BrowserTests/run $(WEB_BUILD) checks.py

# Pictures of the page: wide, narrow and dark.
web-screenshots: setup
	$(SWIFT) build $(subst --scratch-path .build,--scratch-path $(WEB_BUILD),$(TRIPS)) $(WEB_TRAITS) --product trips
	$(SWIFT) build $(WEB) --product trips-web
	Examples/TripsWeb/BrowserTests/run $(WEB_BUILD) screenshots.py $(WEB_IMAGES)

# 64 connections for 30 seconds while another program imports, by an optimized server.
web-load: setup
	$(SWIFT) build -c release $(subst --scratch-path .build,--scratch-path $(WEB_BUILD),$(TRIPS)) --product trips
	$(SWIFT) build -c release $(WEB) --product trips-web
	Examples/TripsWeb/BrowserTests/run $(WEB_BUILD) load.py

test: setup
	@SWIFT="$(SWIFT)" Scripts/test

# The same, with ten times as many random trials.
test-long: setup
	@SWIFT="$(SWIFT)" TRIAL_FACTOR=10 Scripts/test

# The fallbacks for platforms that lack something, and for versions of Swift that differ, in a build of their own.
portable: setup
	@SWIFT="$(SWIFT)" Scripts/portable

# The sync server behind nginx and Caddy with TLS, as docs/run-the-sync-server.md sets it up; both are installed where they are missing.
test-tls: setup
	@SWIFT="$(SWIFT)" Scripts/test-tls

# The store of PostgreSQL servers, on a server that is started for it and installed where it is missing.
test-postgres: setup
	@SWIFT="$(SWIFT)" Scripts/test-postgres

# Sync over HTTP with the trait HTTPSync, in a build of its own.
test-http: setup
	@SWIFT="$(SWIFT)" Scripts/test-http

# Primaries that are killed during saves, in a cluster that fails over by itself: a minute for each of its rounds.
ROUNDS ?= 2
failover-postgres: setup
	@SWIFT="$(SWIFT)" Scripts/failover-postgres $(ROUNDS)

# Thirty times as many random trials as test-postgres makes, and five fail-overs: about an hour.
torture-postgres: setup
	@SWIFT="$(SWIFT)" TRIAL_FACTOR=30 Scripts/test-postgres
	@SWIFT="$(SWIFT)" Scripts/failover-postgres 5

# The same store beside libpq, psycopg, SQLAlchemy and Django on one server. Takes about ten minutes after its build.
benchmark-postgres: setup
	@SWIFT="$(SWIFT)" Scripts/benchmark-postgres

test-examples: setup
	$(SWIFT) test --package-path Examples/JSONStore --scratch-path .build $(SHARED)
	$(SWIFT) test $(TRIPS)
	$(SWIFT) test $(WEB)

# The sync server; Scripts/server-postgres tests it on a PostgreSQL server as well.
test-server: setup
	$(SWIFT) test --package-path Server --scratch-path .build-server $(SHARED)

# Models, contexts and observers that are released on other threads, for five minutes with the address sanitizer and five
# minutes in release.
stress: setup
	Scripts/release-stress

# The fate of a store: each call of the system fails, the power goes at each write, processes are killed, a server is
# played, and readers get random bytes. Takes many hours, and prints one table.
torture: setup
	Scripts/torture

# Devices that sync, over a network, clocks and crashes that seeds decide: 10,000 schedules, a million triples of states that
# are merged in all orders, and planted bugs that must be found. Prints one table.
SCHEDULES ?= 10000
sync-simulation: setup
	Scripts/sync-simulation $(SCHEDULES)

# Devices that sync over a real server, while all of them are killed and the network fails: 500 rounds, about an hour.
NETWORK_ROUNDS ?= 500
sync-rounds: setup
	Scripts/sync-rounds $(NETWORK_ROUNDS)

# 1,000 idle devices on the sync server: how soon an edit is on another device, and a first fetch of 100,000 rows.
sync-load: setup
	Scripts/sync-load --check

# A load like a server's for an hour, within bounds of memory, descriptors, temporary files and the -wal.
soak: setup
	Scripts/soak 3600 release

# Random input for everything that reads bytes: a million inputs each with libFuzzer, and an hour of damaged files.
fuzz: setup
	Scripts/fuzz

# The cost of an object: allocations, prepared statements and instructions, beside the limits. For instructions valgrind
# must be there.
counts: setup
	$(SWIFT) run CountingProgram
	$(SWIFT) run --package-path Benchmarks -c release CountingProgram
	$(SWIFT) run --package-path Benchmarks -c release benchmarks instructions

# The same, and what it takes now is the limit from now on. What was built for the first is built again with its limits.
limits: setup
	$(SWIFT) run CountingProgram --write
	$(SWIFT) run --package-path Benchmarks -c release CountingProgram --write
	$(SWIFT) run --package-path Benchmarks -c release benchmarks instructions --write

# The documentation site in .build-docs/site, which any web server shows: the guides, the tutorial and the symbols.
docs: setup
	@SWIFT="$(SWIFT)" Scripts/docs

format:
	$(SWIFT) format -i -r $(FORMATTED)

lint:
	$(SWIFT) format lint --strict -r $(FORMATTED)

setup:
	@sh Scripts/setup

clean-demo:
	rm -rf $(dir $(DEMO_STORE))
