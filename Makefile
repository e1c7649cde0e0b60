# sooth: `make demo` sets everything up and shows the tool at work; `make test` sets up and runs all tests.
#
# VARIANT=release|laws|debug|sanitize|coverage chooses the build; each lives in its own folder and release also in build/sooth.
# A new .c file in a room, a new unit test tests/unit/ROOM/x.c or a new program test needs no change here.
VARIANT ?= release
CC      := gcc
CXX     := $(if $(filter sanitize coverage,$(VARIANT)),g++,clang++-19)
JOBS    ?= 2
OUT     := build/$(VARIANT)
LLVM    := llvm-config-19
MODELCC := clang-19 -O1 -Xclang -disable-llvm-passes -g -ffp-contract=off -fno-strict-aliasing -fno-builtin -fno-math-errno -w -fdebug-compilation-dir=. '-fdebug-prefix-map=models/=<models>/' -emit-llvm -c

CFLAGS_release  := -O2 -g1
CFLAGS_laws     := -O2 -g1 -DSOOTH_DEBUG
CFLAGS_debug    := -O0 -g3 -DSOOTH_DEBUG
CFLAGS_sanitize := -O1 -g -fsanitize=address,undefined -fno-omit-frame-pointer -fno-sanitize-recover=undefined -DSOOTH_DEBUG
CFLAGS_coverage := -O0 -g --coverage
WARN    := -Wall -Wextra -Wmissing-prototypes -Wswitch-enum -Wshadow -Werror
COMMON  := $(CFLAGS_$(VARIANT)) -Isrc -D_GNU_SOURCE -DSOOTH_VARIANT='"$(VARIANT)"' -MMD -MP
CFLAGS  := -std=c17 $(WARN) $(COMMON) -isystem $(shell $(LLVM) --includedir 2>/dev/null)
CXXFLAGS := -std=c++17 -Wall -Wextra $(if $(findstring clang,$(CXX)),,-Wno-maybe-uninitialized) -Werror -fno-rtti -fno-exceptions $(COMMON) -isystem $(shell $(LLVM) --includedir 2>/dev/null)
LIBS    := -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc -Wl,--as-needed -lcadical -lz3 -ljansson -lfyaml -lstdc++ -lm -lpthread
LLVMLIBS := $(shell $(LLVM) --ldflags --libs 2>/dev/null)

# two executables: sooth, and sooth-llvm with what needs LLVM, which takes long to load (docs/decisions/106)
MAINS   := src/cli/main.c src/cli/command_list.c src/cli/llvm/command_list.c
LLVMSRC := $(filter-out $(MAINS),$(wildcard src/load/llvm/*.c src/diff/*.c src/diff/*/*.c src/cli/llvm/*.c))
LLVMOBJ := $(LLVMSRC:%.c=$(OUT)/%.o) $(patsubst %.cc,$(OUT)/%.oo,$(wildcard src/*/*/*.cc))
SRC     := $(filter-out $(MAINS) $(LLVMSRC),$(wildcard src/*/*.c src/*/*/*.c src/*/*/*/*.c))
MODELS  := $(wildcard models/*.c)
OBJ     := $(SRC:%.c=$(OUT)/%.o) $(OUT)/models/embedded.o
LIB     := $(OUT)/libsooth-llvm.a $(OUT)/libsooth.a
UNIT    := $(patsubst tests/unit/%.c,$(OUT)/tests/unit/%,$(wildcard tests/unit/*/*.c))
PROGRAMS := $(patsubst tests/fuzz/%.c,$(OUT)/fuzz/%,$(wildcard tests/fuzz/*.c)) $(patsubst bench/%.c,$(OUT)/bench/%,$(wildcard bench/*.c))

.PHONY: all setup demo test unit unit-build unit-tests check fuzz bench install clean format
all: $(OUT)/sooth $(OUT)/sooth-llvm
	@mkdir -p build && ln -sfn $(VARIANT)/sooth build/sooth-$(VARIANT) && [ $(VARIANT) != release ] || ln -sfn release/sooth build/sooth

setup:
	@scripts/setup

demo: setup
	@$(MAKE) -j$(JOBS) --no-print-directory all
	@scripts/demo

test: setup
	@$(MAKE) -j$(JOBS) --no-print-directory all unit-build
	@scripts/test $(OUT)

unit-build: $(UNIT) $(PROGRAMS)
unit-tests: $(UNIT)

# one room's tests while working on it: make unit ROOM=term
unit: all
	@$(MAKE) -j$(JOBS) --no-print-directory $(filter $(OUT)/tests/unit/$(ROOM)%,$(UNIT))
	@scripts/test $(OUT) unit/$(ROOM)

check:
	@scripts/check-layers
	@scripts/check-documents
	@scripts/check-format

fuzz: all unit-build
	@scripts/fuzz $(OUT) $(or $(N),300) $(KIND)

bench: all unit-build
	@scripts/bench $(OUT) $(KIND)

$(OUT)/sooth: $(OUT)/src/cli/main.o $(OUT)/src/cli/command_list.o $(OUT)/libsooth.a
	@echo "LD $@"; $(CC) $(CFLAGS_$(VARIANT)) -o $@ $^ $(LIBS)

$(OUT)/sooth-llvm: $(OUT)/src/cli/main.o $(OUT)/src/cli/llvm/command_list.o $(LIB)
	@echo "LD $@"; $(CC) $(CFLAGS_$(VARIANT)) -o $@ $^ $(LIBS) $(LLVMLIBS)

$(OUT)/libsooth.a: $(OBJ)
	@rm -f $@
	@ar qcs $@ $^

$(OUT)/libsooth-llvm.a: $(LLVMOBJ)
	@rm -f $@
	@ar qcs $@ $^

PREFIX  ?= /usr/local
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install $(OUT)/sooth $(OUT)/sooth-llvm $(DESTDIR)$(PREFIX)/bin
	install -d $(DESTDIR)$(PREFIX)/include
	install -m 644 include/sooth.h $(DESTDIR)$(PREFIX)/include
	install -m 644 docs/sooth.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 docs/completion.bash $(DESTDIR)$(PREFIX)/share/bash-completion/completions/sooth

$(OUT)/src/%.o: src/%.c
	@mkdir -p $(dir $@)
	@echo "CC $<"; $(CC) $(CFLAGS) -c -o $@ $<

# LLVM's C++ headers take longer to read than our files to compile: clang reads them once, for all files (docs/decisions/680)
PCH     := $(if $(findstring clang,$(CXX)),$(OUT)/src/diff/llvm.pch)
USEPCH  := $(if $(PCH),-fpch-instantiate-templates -include-pch $(PCH))
$(OUT)/src/diff/llvm.pch: src/diff/llvm.hh
	@mkdir -p $(dir $@)
	@echo "PCH $<"; $(CXX) $(CXXFLAGS) -fpch-instantiate-templates -x c++-header -o $@ $<

$(OUT)/src/%.oo: src/%.cc $(PCH)
	@mkdir -p $(dir $@)
	@echo "CXX $<"; $(CXX) $(CXXFLAGS) $(USEPCH) -c -o $@ $<

$(OUT)/tests/unit/%: tests/unit/%.c $(LIB)
	@mkdir -p $(dir $@)
	@echo "LD $@"; $(CC) $(CFLAGS) -o $@ $< $(LIB) -lcmocka $(LIBS) $(LLVMLIBS)

# library models: bitcode for both data models, embedded in the binary (src/load/models.c)
$(OUT)/models/%.64.bc: models/%.c $(wildcard models/*.h) Makefile
	@mkdir -p $(dir $@)
	@echo "MODEL $@"; $(MODELCC) -o $@ $<

$(OUT)/models/%.32.bc: models/%.c $(wildcard models/*.h) Makefile
	@mkdir -p $(dir $@)
	@echo "MODEL $@"; $(MODELCC) -m32 -o $@ $<

.SECONDARY: $(MODELS:models/%.c=$(OUT)/models/%.64.bc) $(MODELS:models/%.c=$(OUT)/models/%.32.bc)
$(OUT)/models/all.%.bc: $(MODELS:models/%.c=$(OUT)/models/%.64.bc) $(MODELS:models/%.c=$(OUT)/models/%.32.bc)
	@mkdir -p $(dir $@) && : >$@
	@$(if $(MODELS),llvm-link-19 -o $@ $(MODELS:models/%.c=$(OUT)/models/%.$*.bc))

$(OUT)/models/embedded.o: $(OUT)/models/all.64.bc $(OUT)/models/all.32.bc
	@printf '.section .rodata\n.section .note.GNU-stack,"",@progbits\n.section .rodata\n' >$(@:.o=.s)
	@for w in 64 32; do printf '.globl models_%s_start, models_%s_end\n.balign 8\nmodels_%s_start: .incbin "$(OUT)/models/all.%s.bc"\nmodels_%s_end: .byte 0\n' $$w $$w $$w $$w $$w; done >>$(@:.o=.s)
	@$(CC) -c -o $@ $(@:.o=.s)

$(OUT)/fuzz/%: tests/fuzz/%.c $(LIB)
	@mkdir -p $(dir $@)
	@echo "LD $@"; $(CC) $(CFLAGS) -o $@ $< $(LIB) $(LIBS) $(LLVMLIBS)

$(OUT)/bench/%: bench/%.c $(LIB)
	@mkdir -p $(dir $@)
	@echo "LD $@"; $(CC) $(CFLAGS) -o $@ $< $(LIB) $(LIBS) $(LLVMLIBS)

format:
	clang-format-19 -i $$(git ls-files 'src/*.c' 'src/*.h' 'src/*.cc' 'models/*.c' 'models/*.h' 'tests/unit/*.c' 'tests/unit/*.h' 'tests/fuzz/*.c' 'bench/*.c')

clean:
	rm -rf build

-include $(patsubst %.oo,%.d,$(OBJ:.o=.d) $(LLVMOBJ:.o=.d)) $(MAINS:%.c=$(OUT)/%.d) $(UNIT:%=%.d) $(PROGRAMS:%=%.d)
