SWIFT ?= swift
# The demo keeps its store from one run to the next; `make clean-demo` forgets it.
DEMO_STORE ?= Examples/Trips/.build/demo/trips.store
FORMATTED = $(wildcard Sources Plugins Tests Examples Benchmarks Package.swift)

.PHONY: run run-json test test-examples format lint setup clean-demo

run: setup
	$(SWIFT) build --package-path Examples/Trips --product trips
	$(SWIFT) run --package-path Examples/Trips --skip-build trips demo --store $(DEMO_STORE)

# The same program on a JSON file, whose beginning it prints.
run-json: setup
	$(SWIFT) build --package-path Examples/Trips --product trips
	$(SWIFT) run --package-path Examples/Trips --skip-build trips demo --store $(DEMO_STORE:.store=.json)

test: setup
	$(SWIFT) test

test-examples: setup
	$(SWIFT) test --package-path Examples/JSONStore
	$(SWIFT) test --package-path Examples/Trips

format:
	$(SWIFT) format -i -r $(FORMATTED)

lint:
	$(SWIFT) format lint --strict -r $(FORMATTED)

setup:
	@sh Scripts/setup

clean-demo:
	rm -rf $(dir $(DEMO_STORE))
