/* Runs the two functions of a product side by side, as machine code, in a process that may be lost.
 *
 * Both runs start from the same memory at the same addresses: pages behind pointers and the globals are filled
 * anew from the seed. External functions that are no harmless library functions do nothing but return a number
 * that depends on the seed and on how many were called before; their calls are compared in order. */
#include "diff/prove/machine.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Transforms/Utils/Cloning.h"

#include <csetjmp>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/time.h>

using namespace llvm;

enum { PAGES = 6, PAGE = 4096, EVENTS = 4096, RUN_MICROSECONDS = 20000 };

namespace
{
struct event {
    uint64_t words[7]; /* id, number of arguments, the first five */
};

/* What the running code reports to, one run at a time. */
struct stage {
    sigjmp_buf end;
    int reason;
    unsigned seed;
    unsigned count;
    event events[EVENTS];
    char *pages;
    uint64_t garbage;
} stage;

uint64_t mixed(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ x >> 33;
}

[[noreturn]] void finish(int reason)
{
    stage.reason = reason;
    siglongjmp(stage.end, 1);
}

void on_check(bool holds)
{
    if (!holds) finish(RUN_UNDEFINED);
}

/* The machine wraps. */
void on_new_overflow(bool)
{
}

void on_exit_call()
{
    finish(RUN_ENDED);
}

bool is_page_address(uint64_t v)
{
    uint64_t base = reinterpret_cast<uint64_t>(stage.pages);
    return v >= base && v < base + 2 * PAGES * PAGE;
}

/* Addresses outside of the pages differ between the versions for no reason of theirs. */
uint64_t comparable(uint64_t v)
{
    return v >> 32 && v < 1ULL << 47 && !is_page_address(v) ? 1 : v;
}

uint64_t on_event(uint32_t id, uint32_t count, const uint64_t *arguments)
{
    if (stage.count == EVENTS) finish(RUN_TIME);
    event &e = stage.events[stage.count];
    memset(&e, 0, sizeof e);
    e.words[0] = id;
    e.words[1] = count;
    for (uint32_t i = 0; i < count && i < 5; i++)
        e.words[2 + i] = comparable(arguments[i]);
    uint64_t r = mixed(stage.seed * 977ULL + stage.count++);
    return r & 3 ? r >> 3 & 7 : r & 4 ? 0 : static_cast<uint64_t>(-1);
}

void on_signal(int number)
{
    finish(number == SIGVTALRM ? RUN_TIME : RUN_CRASHED);
}

void catch_signals()
{
    static char stack[65536];
    stack_t alternative = {};
    alternative.ss_sp = stack;
    alternative.ss_size = sizeof stack;
    sigaltstack(&alternative, nullptr);
    struct sigaction action = {};
    action.sa_handler = on_signal;
    action.sa_flags = SA_ONSTACK | SA_NODEFER;
    for (int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGVTALRM})
        sigaction(s, &action, nullptr);
}

/* ---- preparing the module ---- */

Value *as_word(IRBuilder<> &builder, Value *v)
{
    Type *word = builder.getInt64Ty(), *type = v->getType();
    if (auto *string = dyn_cast<GlobalVariable>(v->stripPointerCasts()))
        if (string->isConstant() && string->hasInitializer())
            if (auto *data = dyn_cast<ConstantDataSequential>(string->getInitializer()))
                return builder.getInt64(hash_value(data->getRawDataValues()) & 0xffffffff);
    if (type->isPointerTy()) return builder.CreatePtrToInt(v, word);
    if (type->isDoubleTy()) return builder.CreateBitCast(v, word);
    if (type->isFloatTy()) return builder.CreateZExt(builder.CreateBitCast(v, builder.getInt32Ty()), word);
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return builder.CreateZExt(v, word);
    return builder.getInt64(0);
}

Value *from_word(IRBuilder<> &builder, Value *word, Type *type)
{
    if (type->isPointerTy()) return Constant::getNullValue(type);
    if (type->isDoubleTy()) return builder.CreateSIToFP(word, type);
    if (type->isFloatTy()) return builder.CreateSIToFP(word, type);
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return builder.CreateTrunc(word, type);
    return Constant::getNullValue(type);
}

void replace_call(Module &module, CallInst *call, unsigned id)
{
    IRBuilder<> builder(call);
    Type *word = builder.getInt64Ty();
    Value *room = IRBuilder<>(&*call->getFunction()->getEntryBlock().begin())
                      .CreateAlloca(word, builder.getInt32(call->arg_size() + 1));
    for (unsigned i = 0; i < call->arg_size(); i++)
        builder.CreateStore(as_word(builder, call->getArgOperand(i)),
                            builder.CreateConstGEP1_64(word, room, i));
    FunctionCallee report = module.getOrInsertFunction("sooth.event", word, builder.getInt32Ty(),
                                                       builder.getInt32Ty(), builder.getPtrTy());
    Value *answer =
        builder.CreateCall(report, {builder.getInt32(id), builder.getInt32(call->arg_size()), room});
    if (call->doesNotReturn()) builder.CreateCall(module.getOrInsertFunction("sooth.exit", builder.getVoidTy()));
    if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(from_word(builder, answer, call->getType()));
    call->eraseFromParent();
}

/* Calls of external functions become events; false if something else is done with one. */
bool replace_externals(Module &module)
{
    unsigned id = 0;
    std::vector<Function *> functions;
    for (Function &f : module)
        functions.push_back(&f);
    for (Function *f : functions) {
        id++;
        if (!f->isDeclaration() || f->isIntrinsic() || product_is_marker(f->getName())) continue;
        if (product_is_library(*f)) continue;
        while (!f->use_empty()) {
            auto *call = dyn_cast<CallInst>(f->user_back());
            if (!call || call->getCalledOperand() != f) return false;
            replace_call(module, call, id);
        }
    }
    return true;
}

void define_garbage(Module &module)
{
    LLVMContext &context = module.getContext();
    for (Function &f : module) {
        if (!f.isDeclaration() || !f.getName().starts_with("sooth.garbage.")) continue;
        IRBuilder<> builder(BasicBlock::Create(context, "", &f));
        Value *source = module.getOrInsertGlobal("sooth.source", builder.getInt64Ty());
        Type *type = f.getReturnType();
        Value *word = builder.CreateLoad(builder.getInt64Ty(), source);
        if (type->isDoubleTy())
            word = builder.CreateBitCast(word, type);
        else
            word = type->isPointerTy() ? builder.CreateIntToPtr(word, type) : from_word(builder, word, type);
        builder.CreateRet(word);
    }
}

void add_runner(Module &module, Function *target, const char *name)
{
    LLVMContext &context = module.getContext();
    Type *pointer = PointerType::getUnqual(context);
    Function *runner = Function::Create(FunctionType::get(Type::getVoidTy(context), {pointer, pointer}, false),
                                        GlobalValue::ExternalLinkage, name, module);
    IRBuilder<> builder(BasicBlock::Create(context, "", runner));
    std::vector<Value *> arguments;
    for (Argument &a : target->args()) {
        Value *slot = builder.CreateConstGEP1_64(builder.getInt64Ty(), runner->getArg(0), a.getArgNo());
        arguments.push_back(builder.CreateLoad(a.getType(), slot));
    }
    Value *result = builder.CreateCall(target, arguments);
    if (!result->getType()->isVoidTy()) builder.CreateStore(result, runner->getArg(1));
    builder.CreateRetVoid();
}

bool holds_pointers(Type *type)
{
    if (type->isPointerTy()) return true;
    for (Type *inner : type->subtypes())
        if (holds_pointers(inner)) return true;
    return false;
}

struct memory_pair { /* a global in both versions */
    char *data[2];
    size_t size;
    std::vector<char> initial[2];
    bool exported, plain;
    Type *type;
};
} // namespace

struct execution {
    struct product *product;
    std::unique_ptr<orc::LLJIT> jit;
    void (*run[2])(const uint64_t *, uint64_t *);
    std::vector<memory_pair> globals;
    std::vector<char> after[2];
};

static std::unique_ptr<Module> prepared(struct product *p)
{
    std::unique_ptr<Module> module = CloneModule(*p->module);
    for (int side = 0; side < 2; side++)
        add_runner(*module, module->getFunction(p->function[side]->getName()),
                   side ? "sooth.run.new" : "sooth.run.old");
    if (!replace_externals(*module)) return nullptr;
    define_garbage(*module);
    for (GlobalVariable &g : module->globals())
        if (!g.isConstant() && !g.isDeclaration()) g.setLinkage(GlobalValue::ExternalLinkage);
    return module;
}

/* The module with the hosts that it calls, as machine code; null if it cannot be. */
std::unique_ptr<orc::LLJIT> execute_start(Module &module, const std::vector<execute_host> &hosts)
{
    InitializeNativeTarget();
    InitializeNativeTargetAsmPrinter();
    SmallVector<char, 0> bytes;
    raw_svector_ostream stream(bytes);
    WriteBitcodeToFile(module, stream);
    auto context = std::make_unique<LLVMContext>();
    auto copy = parseBitcodeFile(MemoryBufferRef(StringRef(bytes.data(), bytes.size()), "product"), *context);
    auto process = orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(0);
    auto jit = orc::LLJITBuilder().create();
    if (!copy || !process || !jit) {
        consumeError(copy.takeError());
        consumeError(process.takeError());
        consumeError(jit.takeError());
        return nullptr;
    }
    orc::SymbolMap map;
    for (const execute_host &host : hosts)
        map[(*jit)->getExecutionSession().intern(host.name)] = {orc::ExecutorAddr::fromPtr(host.address),
                                                                JITSymbolFlags::Exported};
    orc::JITDylib &library = (*jit)->getMainJITDylib();
    library.addGenerator(std::move(*process));
    Error error = joinErrors(
        library.define(orc::absoluteSymbols(std::move(map))),
        (*jit)->addIRModule(orc::ThreadSafeModule(std::move(*copy), std::move(context))));
    bool failed = !!error;
    consumeError(std::move(error));
    if (failed) return nullptr;
    return std::move(*jit);
}

template <typename F> static execute_host host(const char *name, F *address)
{
    return {name, reinterpret_cast<void *>(address)};
}

static void *address_of(struct execution *e, StringRef name)
{
    auto found = e->jit->lookup(name);
    if (found) return found->toPtr<void *>();
    consumeError(found.takeError());
    return nullptr;
}

static void add_globals(struct execution *e)
{
    for (auto &entry : e->product->globals) {
        const product_global &g = entry.second;
        memory_pair m = {};
        if (!g.variable[0] || !g.variable[1]) continue;
        if (g.variable[0]->getValueType() != g.variable[1]->getValueType()) continue;
        m.size = e->product->module->getDataLayout().getTypeAllocSize(g.variable[0]->getValueType());
        m.exported = g.exported;
        m.type = g.variable[0]->getValueType();
        m.plain = !holds_pointers(m.type);
        for (int side = 0; side < 2; side++) {
            m.data[side] = static_cast<char *>(address_of(e, g.variable[side]->getName()));
            if (m.data[side]) m.initial[side].assign(m.data[side], m.data[side] + m.size);
        }
        if (m.data[0] && m.data[1]) e->globals.push_back(std::move(m));
    }
}

struct execution *execution_new(struct product *p)
{
    std::unique_ptr<Module> module = prepared(p);
    if (!module) return nullptr;
    auto jit = execute_start(*module, {host("sooth.check.old", on_check), host("sooth.check.new", on_check),
                                       host("sooth.overflow.old", on_check), host("sooth.overflow.new", on_new_overflow),
                                       host("sooth.event", on_event),
                                       host("sooth.exit", on_exit_call), host("sooth.source", &stage.garbage)});
    if (!jit) return nullptr;
    auto *e = new execution{p, std::move(jit), {}, {}, {}};
    for (int side = 0; side < 2; side++) {
        void *code = address_of(e, side ? "sooth.run.new" : "sooth.run.old");
        if (!code) return nullptr;
        e->run[side] = reinterpret_cast<void (*)(const uint64_t *, uint64_t *)>(code);
    }
    add_globals(e);
    void *room = mmap(nullptr, 2 * PAGES * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) return nullptr;
    stage.pages = static_cast<char *>(room);
    for (int i = 0; i < PAGES; i++)
        mprotect(stage.pages + (2 * i) * PAGE, PAGE, PROT_READ | PROT_WRITE);
    catch_signals();
    return e;
}

uint64_t execution_page(struct execution *, unsigned index)
{
    return reinterpret_cast<uint64_t>(stage.pages + 2 * (index % PAGES) * PAGE);
}

/* ---- filling memory ---- */

static void fill_doubles(char *page, uint64_t seed)
{
    for (unsigned i = 0; i < PAGE / 8; i++) {
        uint64_t r = mixed(seed + i);
        double v = r & 1 ? static_cast<double>(static_cast<int64_t>(r >> 8 & 63) - 20)
                         : static_cast<double>(static_cast<int64_t>(r) >> 40) / 4096;
        memcpy(page + 8 * i, &v, 8);
    }
}

static void fill_floats(char *page, uint64_t seed)
{
    for (unsigned i = 0; i < PAGE / 4; i++) {
        float v = static_cast<float>(static_cast<int64_t>(mixed(seed + i) & 127) - 40) / 4;
        memcpy(page + 4 * i, &v, 4);
    }
}

static void fill_integers(char *page, uint64_t seed, unsigned bits)
{
    unsigned bytes = bits >= 8 && bits <= 64 ? bits / 8 : 4;
    for (unsigned i = 0; i < PAGE / bytes; i++) {
        uint64_t r = mixed(seed + i), v = r >> 8 & (seed & 1 ? 15 : 127);
        if ((r & 7) == 0) v = 0;
        if ((r & 56) == 0) v = r >> 4;
        if (seed & 2 && (r & 256)) v = -v;
        memcpy(page + i * bytes, &v, bytes);
    }
}

/* Every word is null or leads to a page: structures that point to each other. */
static void fill_pointers(char *page, uint64_t seed)
{
    for (unsigned i = 0; i < PAGE / 8; i++) {
        uint64_t r = mixed(seed + i);
        char *address = stage.pages + 2 * (r >> 8 & 1) * PAGE + (PAGES - 2) * 2 * PAGE;
        uint64_t v = r & 1 ? 0 : r & 2 ? r >> 8 & 7 : reinterpret_cast<uint64_t>(address);
        memcpy(page + 8 * i, &v, 8);
    }
}

static void fill(const struct product *p, unsigned seed)
{
    for (unsigned i = 0; i < PAGES; i++) {
        char *page = stage.pages + 2 * i * PAGE;
        uint64_t s = mixed(seed) + 64ULL * i;
        s = mixed(s);
        product_value v = i < p->parameters.size() ? p->parameters[i] : product_value{};
        product_kind kind = v.kind == PRODUCT_POINTER ? v.pointee : PRODUCT_OTHER;
        if (kind == PRODUCT_DOUBLE)
            fill_doubles(page, s);
        else if (kind == PRODUCT_FLOAT)
            fill_floats(page, s);
        else if (kind == PRODUCT_INTEGER)
            fill_integers(page, s, v.pointee_bits);
        else if (s & 4)
            fill_pointers(page, s);
        else
            fill_integers(page, s, 32);
    }
}

static void fill_globals(struct execution *e, unsigned seed)
{
    for (memory_pair &m : e->globals) {
        uint64_t s = mixed(seed * 31ULL + m.size);
        for (int side = 0; side < 2; side++) {
            memcpy(m.data[side], m.initial[side].data(), m.size);
            if (!m.exported || !m.plain || s & 1) continue;
            Type *element = m.type;
            while (element->isArrayTy())
                element = element->getArrayElementType();
            for (size_t at = 0; element->isIntegerTy() && at + 4 <= m.size; at += 4) {
                uint32_t v = static_cast<uint32_t>(mixed(s + at)) & (s & 2 ? 1023 : 7);
                memcpy(m.data[side] + at, &v, 4);
            }
            for (size_t at = 0; element->isDoubleTy() && at + 8 <= m.size; at += 8) {
                double v = static_cast<double>(mixed(s + at) & 255) / 8 - 10;
                memcpy(m.data[side] + at, &v, 8);
            }
        }
    }
}

void execution_fill(struct execution *e, const struct run_input *in)
{
    fill(e->product, in->seed);
    fill_globals(e, in->seed);
}

/* ---- one run ---- */

static void set_timer(long microseconds)
{
    struct itimerval timer = {};
    timer.it_value.tv_usec = microseconds;
    setitimer(ITIMER_VIRTUAL, &timer, nullptr);
}

static struct run_outcome run_side(struct execution *e, int side, const struct run_input *in, uint64_t garbage)
{
    struct run_outcome outcome = {RUN_RETURNED, 0};
    uint64_t room[16] = {};
    fill(e->product, in->seed);
    fill_globals(e, in->seed);
    stage.count = 0;
    stage.seed = in->seed;
    stage.garbage = garbage;
    if (sigsetjmp(stage.end, 1) == 0) {
        set_timer(side ? 4 * RUN_MICROSECONDS : RUN_MICROSECONDS);
        e->run[side](in->values, room);
        stage.reason = RUN_RETURNED;
    }
    set_timer(0);
    outcome.end = static_cast<run_end>(stage.reason);
    unsigned bits = e->product->result.kind == PRODUCT_FLOAT ? 32
                    : e->product->result.kind == PRODUCT_INTEGER ? e->product->result.bits
                                                                 : 64;
    outcome.result = bits < 64 ? room[0] & ((1ULL << bits) - 1) : room[0];
    e->after[side].assign(stage.pages, stage.pages);
    for (int i = 0; i < PAGES; i++)
        e->after[side].insert(e->after[side].end(), stage.pages + 2 * i * PAGE, stage.pages + (2 * i + 1) * PAGE);
    return outcome;
}

static bool is_nan(product_kind kind, uint64_t bits)
{
    double d;
    float f;
    memcpy(&d, &bits, 8);
    memcpy(&f, &bits, 4);
    return kind == PRODUCT_DOUBLE ? d != d : kind == PRODUCT_FLOAT && f != f;
}

static bool words_alike(uint64_t a, uint64_t b)
{
    if (a == b || comparable(a) == comparable(b)) return true;
    return is_nan(PRODUCT_DOUBLE, a) && is_nan(PRODUCT_DOUBLE, b);
}

static bool bytes_alike(const char *a, const char *b, size_t size)
{
    if (!memcmp(a, b, size)) return true;
    for (size_t at = 0; at < size; at += 8) {
        uint64_t x = 0, y = 0;
        size_t n = size - at < 8 ? size - at : 8;
        memcpy(&x, a + at, n);
        memcpy(&y, b + at, n);
        if (!words_alike(x, y)) return false;
    }
    return true;
}

static const char *difference(struct execution *e, const struct run_outcome out[2], unsigned count,
                              const event *events, const std::vector<std::vector<char>> &globals)
{
    if (out[1].end == RUN_UNDEFINED) return "the new version is undefined here, the old one is not";
    if (out[1].end == RUN_CRASHED) return "the new version crashes";
    if (count != stage.count || memcmp(events, stage.events, count * sizeof *events))
        return "they call external functions in another way";
    if (out[0].end != out[1].end) return out[0].end == RUN_ENDED ? "only the old version ends the program"
                                                                  : "only the new version ends the program";
    product_kind kind = e->product->result.kind;
    bool both_nan = is_nan(kind, out[0].result) && is_nan(kind, out[1].result);
    bool alike = kind == PRODUCT_POINTER ? words_alike(out[0].result, out[1].result)
                                         : both_nan || out[0].result == out[1].result;
    if (out[0].end == RUN_RETURNED && kind != PRODUCT_NOTHING && !alike) return "they return different values";
    if (!bytes_alike(e->after[0].data(), e->after[1].data(), e->after[0].size()))
        return "they leave different values in memory";
    for (size_t i = 0; i < e->globals.size(); i++)
        if (e->globals[i].plain && !bytes_alike(globals[i].data(), e->globals[i].data[1], e->globals[i].size))
            return "they leave different values in a global variable";
    return nullptr;
}

enum run_verdict execution_compare(struct execution *e, const struct run_input *in, struct run_outcome out[2],
                                   const char **why)
{
    static event events[EVENTS];
    uint64_t garbage = 0x0123456789abcdefULL;
    out[0] = run_side(e, 0, in, garbage);
    if (out[0].end != RUN_RETURNED && out[0].end != RUN_ENDED) return RUNS_SKIPPED;
    unsigned count = stage.count;
    memcpy(events, stage.events, count * sizeof *events);
    std::vector<std::vector<char>> globals;
    for (memory_pair &m : e->globals)
        globals.emplace_back(m.data[0], m.data[0] + m.size);
    out[1] = run_side(e, 1, in, garbage);
    if (out[1].end == RUN_TIME) return RUNS_SKIPPED;
    *why = difference(e, out, count, events, globals);
    if (!*why) return RUNS_ALIKE;
    /* What depends on uninitialised values of the old version does not count. */
    struct run_outcome again = run_side(e, 0, in, ~garbage);
    bool steady = again.end == out[0].end && again.result == out[0].result && stage.count == count;
    struct run_outcome both[2] = {again, out[1]};
    run_side(e, 1, in, garbage);
    return steady && difference(e, both, count, events, globals) ? RUNS_APART : RUNS_SKIPPED;
}

/* ---- the harness ---- */

static Function *defined_empty(Module &module, const char *name)
{
    Function *f = module.getFunction(name);
    if (!f || !f->isDeclaration()) return f;
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", f));
    if (f->getReturnType()->isVoidTy())
        builder.CreateRetVoid();
    else
        builder.CreateRet(Constant::getNullValue(f->getReturnType()));
    return f;
}

static void print_result(IRBuilder<> &builder, Module &module, const product_value &result, const char *label,
                         Value *room)
{
    FunctionCallee print = module.getOrInsertFunction(
        "printf", FunctionType::get(builder.getInt32Ty(), {builder.getPtrTy()}, true));
    bool real = result.kind == PRODUCT_DOUBLE || result.kind == PRODUCT_FLOAT;
    std::string format = std::string(label) + (result.kind == PRODUCT_NOTHING ? ": done\n" : real ? ": %.17g\n" : ": %lld\n");
    Value *text = builder.CreateGlobalString(format);
    if (result.kind == PRODUCT_NOTHING) {
        builder.CreateCall(print, {text});
        return;
    }
    Value *value;
    if (result.kind == PRODUCT_DOUBLE)
        value = builder.CreateLoad(builder.getDoubleTy(), room);
    else if (result.kind == PRODUCT_FLOAT)
        value = builder.CreateFPExt(builder.CreateLoad(builder.getFloatTy(), room), builder.getDoubleTy());
    else if (result.kind == PRODUCT_INTEGER) {
        value = builder.CreateLoad(builder.getIntNTy(result.bits), room);
        value = result.is_signed ? builder.CreateSExt(value, builder.getInt64Ty())
                                 : builder.CreateZExt(value, builder.getInt64Ty());
    } else
        value = builder.CreateLoad(builder.getInt64Ty(), room);
    builder.CreateCall(print, {text, value});
}

bool product_write_harness(struct product *p, const struct run_input *in, const char *path)
{
    std::unique_ptr<Module> module = prepared(p);
    if (!module) return false;
    LLVMContext &context = module->getContext();
    for (const char *name : {"sooth.check.old", "sooth.check.new", "sooth.overflow.old", "sooth.overflow.new",
                             "sooth.event", "sooth.exit"})
        defined_empty(*module, name);
    if (GlobalVariable *source = module->getNamedGlobal("sooth.source"))
        source->setInitializer(Constant::getNullValue(source->getValueType()));
    Function *main = Function::Create(FunctionType::get(Type::getInt32Ty(context), false),
                                      GlobalValue::ExternalLinkage, "main", *module);
    IRBuilder<> builder(BasicBlock::Create(context, "", main));
    Value *result = builder.CreateAlloca(builder.getInt64Ty(), builder.getInt32(16));
    Type *page_type = ArrayType::get(builder.getInt8Ty(), PAGE);
    for (int side = 0; side < 2; side++) {
        fill(p, in->seed);
        std::vector<Constant *> words;
        for (size_t i = 0; i < p->parameters.size(); i++) {
            Constant *word = builder.getInt64(in->values[i]);
            if (p->parameters[i].kind == PRODUCT_POINTER && is_page_address(in->values[i])) {
                auto *data = reinterpret_cast<const char *>(in->values[i]);
                auto *content = ConstantDataArray::getString(context, StringRef(data, PAGE), false);
                auto *page = new GlobalVariable(*module, page_type, false, GlobalValue::InternalLinkage, content, "page");
                page->setAlignment(Align(16));
                word = ConstantExpr::getPtrToInt(page, builder.getInt64Ty());
            }
            words.push_back(word);
        }
        auto *list = ConstantArray::get(ArrayType::get(builder.getInt64Ty(), words.size()), words);
        auto *input = new GlobalVariable(*module, list->getType(), true, GlobalValue::InternalLinkage, list, "input");
        builder.CreateCall(module->getFunction(side ? "sooth.run.new" : "sooth.run.old"), {input, result});
        print_result(builder, *module, p->result, side ? "new" : "old", result);
    }
    builder.CreateRet(builder.getInt32(0));
    std::error_code error;
    raw_fd_ostream out(path, error);
    if (error) return false;
    out << "; Both versions on one input. Compile and run: clang-19 " << path << " -lm && ./a.out\n";
    module->print(out, nullptr);
    return true;
}
