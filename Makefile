# The short commands; CMake does the work. `make help` lists them.
MAKEFLAGS += --no-print-directory
BUILD := build
JOBS := $(shell nproc 2>/dev/null || echo 2)
CMAKE_BUILD := cmake --build
SHARED ?= ../shared
BENCH_MAP := $(BUILD)/bench/ost100d-x9.map
DEMO := $(BUILD)/demo
NODE_MODULES := report/node_modules/.package-lock.json

.PHONY: all mpi help dependencies report-dependencies report keep-report evaluate configure-test build-with-clang check-bends check-kinds check-living check-optimal check-scenarios soak-crowd soak-living check test test-dependencies test-release test-sanitize test-32 coverage test-clang test-levels fuzz bench bench-build bench-kinds bench-living bench-crowd bench-maps demo levels install uninstall api lint clean cross deb dist two-files make-bindings bindings bindings-cpp bindings-python bindings-js bindings-csharp bindings-rust bindings-hashes shared-library bench-js js-dependencies wasm

all: $(BUILD)/CMakeCache.txt
	@$(CMAKE_BUILD) $(BUILD) -j$(JOBS)

# The builder for clusters, beside the command.
mpi:
	@scripts/install-dependencies build mpi
	@cmake -S . -B $(BUILD) -DCAIRN_BUILD_BENCH=ON -DCAIRN_BUILD_MPI=ON >/dev/null
	@$(CMAKE_BUILD) $(BUILD) -j$(JOBS)

help:
	@echo "make          build ./build/cairn and libcairn"
	@echo "make mpi      build ./build/cairn-mpi as well: mpirun -n RANKS ./build/cairn-mpi build ..."
	@echo "make demo     a large map, its databases, agents, a table and a picture"
	@echo "make check    one build and its quick tests, in about a minute: for every change"
	@echo "make test     every test: release, sanitizers, clang, fuzzers for a short while"
	@echo "make test-32  the library's tests in a 32-bit build (installs a cross compiler and i386 libraries)"
	@echo "make cross    builds for all platforms and their tests; make cross-NAME for one of $(CROSS)"
	@echo "make coverage how much of the library its tests run; fails below the floor"
	@echo "make levels   maps and pictures of real first-person-shooter levels, in build/levels"
	@echo "make bench    the benchmark's tables (some minutes)"
	@echo "make bench-build  how long databases take to build: maps, engines, growth, rough walls"
	@echo "make bench-kinds  what each kind of database costs and how agents walk with it (some minutes)"
	@echo "make bench-living  maps that change: changes, noticing them, first steps, replays by labels and by jumps"
	@echo "make bench-crowd  crowds: walking, orders that come together, one goal on native maps, occupancy, saving"
	@echo "make evaluate SUITE=quick|movingai|paper|fps   measure, and the report (paper: up to an hour)"
	@echo "make report DIR=...   the report of a run of cairn evaluate"
	@echo "make keep-report SUITE=paper|fps   measure the present commit for docs/research/reports"
	@echo "make fuzz     the fuzzers for FUZZ_SECONDS each (default 600)"
	@echo "make check-optimal    off-line paths against A* on the maps in SHARED (../shared)"
	@echo "make check-bends      labels of bends against Dijkstra, all pairs of small maps FIRST=0 LAST=2000"
	@echo "make check-kinds      labels and regions against A* on the games' maps in SHARED, PAIRS=1000 each"
	@echo "make check-living     labels on maps that change against the reference, small maps FIRST=0 LAST=2000"
	@echo "make check-scenarios  A* against MovingAI's own lengths, all scenarios in SHARED"
	@echo "make soak-crowd       crowds that keep clear of each other, STEPS=100000000 of members checked (some minutes)"
	@echo "make soak-living      agents of all algorithms on changing maps, STEPS=100000000 of them checked (some minutes)"
	@echo "make api      write docs/api.md and build/api.json from the public headers"
	@echo "make bindings the bindings for other languages, with their tests (bindings-cpp, -python, -js, -csharp, -rust)"
	@echo "make bindings-hashes  the golden walks through every binding, in Node.js and in Chromium"
	@echo "make bench-js the cost of steps in WebAssembly and natively, and of orders to a crowd"
	@echo "make lint     clang-format, clang-tidy and cppcheck"
	@echo "make two-files  libcairn as cairn.c and cairn.h, in build/two-files"
	@echo "make dist     the files of a release of the present commit, in build/dist; make deb: Debian's packages"
	@echo "make install  install to PREFIX (default /usr/local); make uninstall removes it from there"

dependencies:
	@scripts/install-dependencies build

$(BUILD)/CMakeCache.txt: | dependencies
	@cmake -S . -B $(BUILD) -DCAIRN_BUILD_BENCH=ON >/dev/null

# ---- tests ----

# The build of test-release, without what that needs besides, and the tests that are quick.
check:
	@scripts/install-dependencies check
	@cmake -S . -B $(BUILD)-test -DCAIRN_BUILD_TESTS=ON -DCAIRN_BUILD_BENCH=ON \
	    -DCAIRN_WERROR=ON >/dev/null
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS)
	@cd $(BUILD)-test && $(CTEST) -LE slow

test: test-release test-sanitize test-clang test-levels
	@echo "all tests passed"

test-dependencies:
	@scripts/install-dependencies test mpi

CTEST := ctest --output-on-failure --no-tests=error -j$(JOBS)

configure-test: test-dependencies $(NODE_MODULES)
	@cmake -S . -B $(BUILD)-test -DCAIRN_BUILD_TESTS=ON -DCAIRN_BUILD_BENCH=ON -DCAIRN_BUILD_MPI=ON \
	    -DCAIRN_WERROR=ON >/dev/null

test-release: configure-test
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS)
	@cd $(BUILD)-test && $(CTEST)

# What large tests do by the hundred they do here for every fifth: test-release has looked at all of it.
test-sanitize: test-dependencies
	@cmake -S . -B $(BUILD)-sanitize -DCAIRN_BUILD_TESTS=ON -DCAIRN_WERROR=ON \
	    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O1 -g" \
	    -DCAIRN_SANITIZE=address,undefined -DCAIRN_TEST_STRIDE=5 >/dev/null
	@$(CMAKE_BUILD) $(BUILD)-sanitize -j$(JOBS)
	@cd $(BUILD)-sanitize && $(CTEST) -LE install

# The library as on a 32-bit machine, where sums of sizes may wrap. The importers are tested as well
# if their libraries are there for i386.
test-32:
	@scripts/install-dependencies test 32
	@cmake -S . -B $(BUILD)-32 -DCMAKE_TOOLCHAIN_FILE=cmake/i386.cmake -DCAIRN_BUILD_TESTS=ON \
	    -DCAIRN_BUILD_CLI=OFF -DCAIRN_WERROR=ON >/dev/null
	@$(CMAKE_BUILD) $(BUILD)-32 -j$(JOBS)
	@cd $(BUILD)-32 && $(CTEST) -LE 'install|house'

# Other platforms: each is built and its tests are run. scripts/cross has what that is. macOS cannot be
# tried here.
CROSS := gcc clang i386 arm64 armhf riscv64 s390x musl win64 win64-dll wasm browser
cross: $(CROSS:%=cross-%)
	@echo "the same hashes on $(words $(CROSS)) platforms"

cross-%:
	@scripts/install-dependencies cross-$*
	@scripts/cross $* $(JOBS)

# How much of the library its tests run, and the least it may be: lines and branches of all of it,
# lines of each file, in percent. About two minutes on two cores of their own.
COVERAGE ?= 98.5 92 95
coverage: test-dependencies
	@cmake -S . -B $(BUILD)-coverage -DCMAKE_C_COMPILER=gcc -DCMAKE_BUILD_TYPE=None \
	    -DCMAKE_C_FLAGS="-O1 -g --coverage -fprofile-update=atomic" \
	    -DCAIRN_BUILD_TESTS=ON -DCAIRN_BUILD_CLI=OFF >/dev/null
	@$(CMAKE_BUILD) $(BUILD)-coverage -j$(JOBS)
	@find $(BUILD)-coverage -name '*.gcda' -delete
	@cd $(BUILD)-coverage && $(CTEST) -LE 'install|house'
	@scripts/check-coverage $(BUILD)-coverage $(COVERAGE)

# clang: no warnings, and the fuzzers' smoke runs.
build-with-clang: test-dependencies
	@cmake -S . -B $(BUILD)-clang -DCMAKE_C_COMPILER=clang -DCAIRN_BUILD_FUZZERS=ON \
	    -DCAIRN_BUILD_TESTS=ON -DCAIRN_BUILD_BENCH=ON -DCAIRN_WERROR=ON >/dev/null
	@$(CMAKE_BUILD) $(BUILD)-clang -j$(JOBS)

test-clang: build-with-clang
	@cd $(BUILD)-clang && $(CTEST) -L 'fuzz|golden'

# The same bytes and the same moves whatever the compiler makes of the code.
LEVELS := gcc-O0 gcc-O2 clang-O0 clang-O2
test-levels: $(LEVELS:%=test-level-%)

test-level-%: test-dependencies
	@cmake -S . -B $(BUILD)-levels/$* -DCMAKE_C_COMPILER=$(word 1,$(subst -, ,$*)) \
	    -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS=-$(word 2,$(subst -, ,$*)) \
	    -DCAIRN_BUILD_TESTS=ON -DCAIRN_BUILD_CLI=OFF -DCAIRN_WERROR=ON >/dev/null
	@$(CMAKE_BUILD) $(BUILD)-levels/$* -j$(JOBS) --target test_determinism test_golden test_living_agents
	@cd $(BUILD)-levels/$* && $(CTEST) -R 'test_determinism|test_golden|test_living_agents'

# Every optimal path and length against an independent one; for the shared maps, some minutes each.
PAIRS ?= 300
check-optimal: configure-test
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS) --target check_optimal
	@$(BUILD)-test/test/check_optimal $(PAIRS) "$(SHARED)"/maps/*/*.map

# All pairs of small hard maps with numbers FIRST to LAST - 1: labels of bends against Dijkstra's
# algorithm. A search for counter-examples may run for hours: FIRST=0 LAST=1000000.
FIRST ?= 0
LAST ?= 2000
check-bends: configure-test
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS) --target check_bends
	@$(BUILD)-test/test/check_bends $(FIRST) $(LAST)

# The same for maps that change at random, by labels of the map as it was at first.
check-living: configure-test
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS) --target check_living
	@$(BUILD)-test/test/check_living $(FIRST) $(LAST)

# Labels and regions against A*; some minutes on the shared maps of games.
check-kinds: PAIRS := $(if $(filter command line environment,$(origin PAIRS)),$(PAIRS),1000)
check-kinds: configure-test
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS) --target check_kinds
	@$(BUILD)-test/test/check_kinds $(PAIRS) "$(SHARED)"/maps/dao/*.map "$(SHARED)"/maps/sc1/*.map

# Agents of all algorithms on small maps that change between steps, every step checked. Another FIRST
# has other worlds.
STEPS ?= 100000000
soak-living: configure-test
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS) --target soak_living
	@$(BUILD)-test/test/soak_living $(STEPS) $(FIRST)

soak-crowd: configure-test
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS) --target soak_crowd
	@$(BUILD)-test/test/soak_crowd $(STEPS) $(FIRST)

check-scenarios: all
	@scripts/check-scenarios $(BUILD)/cairn "$(SHARED)"

FUZZ_SECONDS ?= 600
fuzz: build-with-clang
	@fuzz/run $(BUILD)-clang $(FUZZ_SECONDS)

# The reference of the public interface, from its headers; as JSON beside the library.
api:
	@scripts/install-dependencies test
	@mkdir -p $(BUILD)
	@scripts/dump-api > $(BUILD)/api.json
	@scripts/make-api-reference > docs/api.md

# ---- other languages ----

# Constants, enums and structs of all languages, from the headers.
make-bindings:
	@scripts/install-dependencies test
	@scripts/make-bindings

# Each target builds a binding, runs its tests and its example.
bindings: bindings-cpp bindings-python bindings-js bindings-csharp bindings-rust bindings-hashes

bindings-cpp:
	@scripts/install-dependencies check cpp
	@cmake -S . -B $(BUILD)-test -DCAIRN_BUILD_TESTS=ON -DCAIRN_BUILD_BENCH=ON \
	    -DCAIRN_WERROR=ON >/dev/null
	@$(CMAKE_BUILD) $(BUILD)-test -j$(JOBS) --target test_cpp_17 test_cpp_20 example_cpp
	@cd $(BUILD)-test && $(CTEST) -L bindings

# The wheel, built and installed by pip without a network into an environment of its own, and tested
# there. Debian's own Python has Debian's NumPy.
PYTHON ?= /usr/bin/python3
bindings-python: VENV := $(BUILD)/bindings/python
bindings-python:
	@scripts/install-dependencies python
	@$(PYTHON) -m venv --clear --system-site-packages $(VENV)/venv
	@$(VENV)/venv/bin/pip wheel --quiet --no-index --no-deps --wheel-dir $(VENV) ./bindings/python
	@$(VENV)/venv/bin/pip install --quiet --no-index $(VENV)/cairn-*.whl
	@CAIRN_GOLDEN=test/golden $(VENV)/venv/bin/python -m unittest discover -s bindings/python/tests
	@$(VENV)/venv/bin/python bindings/python/example.py

# WebAssembly, its types, and its tests in Node.js and in Chromium. The dump's layout of 32 bits is held
# against the compiler first.
JS_MODULES := bindings/js/node_modules/.package-lock.json
$(JS_MODULES): bindings/js/package-lock.json | wasm
	@system=/etc/ssl/certs/ca-certificates.crt; \
	    if [ -e $$system ]; then export NODE_EXTRA_CA_CERTS="$${NODE_EXTRA_CA_CERTS:-$$system}"; fi; \
	    cd bindings/js && npm ci --silent && touch node_modules/.package-lock.json

js-dependencies:
	@scripts/install-dependencies js

wasm: js-dependencies
	@mkdir -p $(BUILD)/bindings
	@python3 test/house/api_program.py . > $(BUILD)/bindings/api_program.c
	@clang --target=wasm32-wasi -std=c11 -Wall -Wextra -Werror -I include -fsyntax-only \
	    $(BUILD)/bindings/api_program.c
	@bindings/js/build-wasm $(BUILD)/bindings/wasm

bindings-js: wasm $(JS_MODULES)
	@cd bindings/js && node_modules/.bin/tsc -p . && node example.mjs && \
	    node --expose-gc --test test/*.test.mjs

# The shared library, for bindings that load it.
shared-library:
	@scripts/install-dependencies build
	@cmake -S . -B $(BUILD)-shared -DBUILD_SHARED_LIBS=ON -DCAIRN_BUILD_CLI=OFF >/dev/null
	@$(CMAKE_BUILD) $(BUILD)-shared -j$(JOBS)

bindings-csharp: OUT := $(BUILD)/bindings/csharp
bindings-csharp: shared-library
	@scripts/install-dependencies csharp
	@mkdir -p $(OUT)
	@mcs -langversion:latest -unsafe -warnaserror -out:$(OUT)/example.exe bindings/csharp/Cairn.cs bindings/csharp/Example.cs
	@mcs -langversion:latest -unsafe -warnaserror -out:$(OUT)/test.exe bindings/csharp/Cairn.cs bindings/csharp/test/Test.cs
	@LD_LIBRARY_PATH=$(BUILD)-shared mono $(OUT)/example.exe
	@LD_LIBRARY_PATH=$(BUILD)-shared mono $(OUT)/test.exe test/golden

# Debian's cargo, or the one on the machine; no crate is fetched.
bindings-rust:
	@scripts/install-dependencies rust
	@cd bindings/rust && CARGO_TARGET_DIR=$(abspath $(BUILD))/bindings/rust cargo test --offline --release
	@cd bindings/rust && CARGO_TARGET_DIR=$(abspath $(BUILD))/bindings/rust cargo run --offline --release --example walk

# The lines of test/golden/walks.fnv through every binding: maps, databases, walks, answers, changes and
# repairs. The maps are the generated ones of test/portable/hashes.c.
HASH_MAPS := $(BUILD)/bindings/maps
HASH_LANGUAGES := cpp python js browser csharp rust
bindings-hashes: $(HASH_LANGUAGES:%=bindings-hash-%)

$(HASH_MAPS): | all
	@scripts/make-hash-maps $(BUILD)/cairn $@

check_hashes = diff -q test/golden/walks.fnv $(BUILD)/bindings/$(1).fnv && \
    echo "$(1): $$(wc -l <$(BUILD)/bindings/$(1).fnv) lines, all as in test/golden/walks.fnv"

bindings-hash-cpp: $(HASH_MAPS)
	@g++ -std=c++17 -O1 -I include -I bindings/cpp bindings/cpp/test/hashes.cpp $(BUILD)/libcairn.a -lpthread \
	    -o $(BUILD)/bindings/hashes-cpp
	@$(BUILD)/bindings/hashes-cpp $(HASH_MAPS) >$(BUILD)/bindings/cpp.fnv
	@$(call check_hashes,cpp)

bindings-hash-python: bindings-python $(HASH_MAPS)
	@$(BUILD)/bindings/python/venv/bin/python bindings/python/tests/hashes.py $(HASH_MAPS) >$(BUILD)/bindings/python.fnv
	@$(call check_hashes,python)

bindings-hash-js: wasm $(HASH_MAPS)
	@node bindings/js/test/hashes.mjs $(HASH_MAPS) >$(BUILD)/bindings/js.fnv
	@$(call check_hashes,js)

bindings-hash-browser: wasm $(JS_MODULES) $(HASH_MAPS)
	@node bindings/js/test/hashes.mjs $(HASH_MAPS) browser >$(BUILD)/bindings/browser.fnv
	@$(call check_hashes,browser)

bindings-hash-csharp: bindings-csharp $(HASH_MAPS)
	@mcs -langversion:latest -unsafe -warnaserror -out:$(BUILD)/bindings/csharp/hashes.exe \
	    bindings/csharp/Cairn.cs bindings/csharp/test/Hashes.cs
	@LD_LIBRARY_PATH=$(BUILD)-shared mono $(BUILD)/bindings/csharp/hashes.exe $(HASH_MAPS) >$(BUILD)/bindings/csharp.fnv
	@$(call check_hashes,csharp)

bindings-hash-rust: bindings-rust $(HASH_MAPS)
	@cd bindings/rust && CARGO_TARGET_DIR=$(abspath $(BUILD))/bindings/rust \
	    cargo run --quiet --offline --release --example hashes $(abspath $(HASH_MAPS)) >$(abspath $(BUILD))/bindings/rust.fnv
	@$(call check_hashes,rust)

# Steps in WebAssembly and natively, and what orders to many members cost, on a generated map.
bench-js: all wasm
	@mkdir -p $(BUILD)/bench
	@$(BUILD)/cairn map generate caves --size 1024x1024 --seed 1 -o $(BUILD)/bench/js.map
	@for kind in knn labels regions; do \
	    $(BUILD)/cairn build $(BUILD)/bench/js.map -o $(BUILD)/bench/js-$$kind.cairn --kind $$kind >/dev/null; done
	@cc -O2 -std=c11 -I include bindings/js/bench/walks.c $(BUILD)/libcairn.a -lpthread -o $(BUILD)/bench/js-walks
	@node bindings/js/bench/walks.mjs $(BUILD)/bench/js-walks $(BUILD)/bench/js.map $(BUILD)/bench/js-*.cairn && node bindings/js/bench/crowds.mjs

lint:
	@scripts/install-dependencies lint
	@scripts/lint $(JOBS)

# ---- measuring and showing ----

# The issue's map where the shared maps are there, else one of our own of the same size.
$(BENCH_MAP): | all
	@mkdir -p $(dir $@)
	@if [ -e "$(SHARED)/maps/dao/ost100d.map" ]; then \
	    $(BUILD)/cairn map scale "$(SHARED)/maps/dao/ost100d.map" 9 -o $@; \
	else \
	    echo "$(SHARED)/maps is not there: using a generated map instead"; \
	    $(BUILD)/cairn map generate caves --size 5000x5000 -o $@; \
	fi

bench: all $(BENCH_MAP)
	@$(BUILD)/cairn-bench $(BENCH_MAP) $(BUILD)/bench

# The enlarged maps of the builds' tables, unless they are there already. Where the shared maps are
# not there the program takes generated ones of about as many open cells, and says so.
BENCH_MAPS := $(BUILD)/bench/enlarged
ENLARGED := sc1/TheFrozenSea:4 sc1/Cauldron:2 sc1/Cauldron:4 sc1/Cauldron:8 sc1/Expedition:4 \
    dao/ost100d:2 dao/ost100d:4 dao/ost100d:8 dao/ost100d:9

bench-maps: all
	@mkdir -p $(BENCH_MAPS)
	@for map in $(ENLARGED); do \
	    from="$(SHARED)/maps/$${map%:*}.map"; factor=$${map#*:}; \
	    to=$(BENCH_MAPS)/$$(basename "$${map%:*}")-x$$factor.map; \
	    if [ -e "$$from" ] && [ ! -e "$$to" ]; then \
	        $(BUILD)/cairn map scale "$$from" "$$factor" -o "$$to" || exit 1; \
	    fi; \
	done

# BENCH_BUILD_OPTIONS: such as --table maps --records 6000. Levels are measured if `make levels` has made them.
bench-build: bench-maps
	@$(BUILD)/cairn-bench-build --levels $(BUILD)/levels $(BENCH_BUILD_OPTIONS) $(BENCH_MAPS)

# BENCH_KINDS_OPTIONS: such as --table native. Levels are measured if `make levels` has made them.
bench-kinds: bench-maps
	@$(BUILD)/cairn-bench-kinds --maps "$(SHARED)/maps" --levels $(BUILD)/levels \
	    $(BENCH_KINDS_OPTIONS) $(BENCH_MAPS)

# BENCH_LIVING_OPTIONS: such as --table map. Levels are measured if `make levels` has made them.
bench-living: bench-maps
	@$(BUILD)/cairn-bench-living --levels $(BUILD)/levels --dynamic "$(SHARED)/dynamic" --maps "$(SHARED)/maps" \
	    $(BENCH_LIVING_OPTIONS) $(BENCH_MAPS)

# BENCH_CROWD_OPTIONS: such as --table storm. Levels are measured if `make levels` has made them.
bench-crowd: bench-maps
	@$(BUILD)/cairn-bench-crowd --maps "$(SHARED)/maps" --levels $(BUILD)/levels $(BENCH_CROWD_OPTIONS) \
	    $(BENCH_MAPS)

demo: $(BUILD)/CMakeCache.txt
	@echo "compiling cairn ..."
	@$(CMAKE_BUILD) $(BUILD) -j$(JOBS) >$(BUILD)/demo.log 2>&1 || { cat $(BUILD)/demo.log; exit 1; }
	@mkdir -p $(DEMO)
	$(BUILD)/cairn map generate caves --size 4096x4096 --seed 1 -o $(DEMO)/caves.map
	$(BUILD)/cairn build $(DEMO)/caves.map -o $(DEMO)/caves.cairn
	$(BUILD)/cairn build $(DEMO)/caves.map -o $(DEMO)/knn.cairn --kind knn --records 20000
	$(BUILD)/cairn render $(DEMO)/caves.map --db $(DEMO)/caves.cairn --from nearest:300,300 \
	    --to nearest:3800,3800 -o $(DEMO)/caves.png
	$(BUILD)/cairn-demo $(DEMO)/caves.map $(DEMO)/caves.cairn $(DEMO)/knn.cairn
	@echo "A walk of an agent of kind labels is drawn in $(DEMO)/caves.png."

# Real levels of free games, as maps of 9 to 13 million open cells: the suite "fps".
levels: all
	@scripts/make-levels $(BUILD)/cairn $(BUILD)/levels

# The report's own tools: Node.js and a browser for its test by apt-get, the rest from npm's
# registry by the lock file. npm trusts its own certificates; the system's may be needed as well.
report-dependencies:
	@scripts/install-dependencies report

$(NODE_MODULES): report/package-lock.json | report-dependencies
	@system=/etc/ssl/certs/ca-certificates.crt; \
	    if [ -e $$system ]; then export NODE_EXTRA_CA_CERTS="$${NODE_EXTRA_CA_CERTS:-$$system}"; fi; \
	    cd report && npm ci --silent && touch node_modules/.package-lock.json

# SUITE is a name or a file; paths may have spaces.
SUITE ?= quick
DIR ?= $(BUILD)/evaluate-$(shell basename "$(SUITE)" .json)

evaluate: all $(NODE_MODULES)
	@$(if $(filter fps,$(SUITE)),$(MAKE) levels)
	@SHARED=$$(realpath -m -- "$(SHARED)") LEVELS=$$(realpath -m -- "$(BUILD)/levels") \
	    $(BUILD)/cairn evaluate "$(SUITE)" -o "$(DIR)"
	@node report/make.mjs "$(DIR)"

# Measures a suite at the present commit and puts its report into docs/research/reports, to be committed. There
# may be no changes but to reports. Broken off, the same command goes on.
keep-report: KEEP = $(BUILD)/keep-$(SUITE)-$(shell git rev-parse --short=12 HEAD)
keep-report:
	@scripts/keep-report "$(SUITE)"
	@$(MAKE) evaluate SUITE="$(SUITE)" DIR="$(KEEP)"
	@scripts/keep-report "$(SUITE)" "$(KEEP)"

report: $(NODE_MODULES)
	@node report/make.mjs "$(DIR)"

PREFIX ?= /usr/local
install: all
	@cmake --install $(BUILD) --prefix "$(PREFIX)"

uninstall:
	@scripts/uninstall "$(PREFIX)"

# ---- releases ----

# The files of a release, in build/dist, of the present commit.
dist:
	@scripts/install-dependencies lint
	@scripts/make-dist $(BUILD)/dist

# libcairn as two files, in build/two-files.
two-files:
	@scripts/install-dependencies check
	@scripts/make-amalgamation $(BUILD)/two-files
	@echo "$(BUILD)/two-files has cairn.c and cairn.h"

# Debian's packages, in build/deb, of the present commit.
deb: dist
	@scripts/install-dependencies package
	@scripts/make-deb $(BUILD)/dist $(BUILD)/deb $(JOBS)

clean:
	rm -rf $(BUILD) $(BUILD)-test $(BUILD)-sanitize $(BUILD)-32 $(BUILD)-coverage $(BUILD)-clang $(BUILD)-levels $(BUILD)-cross $(BUILD)-shared bindings/js/wasm
