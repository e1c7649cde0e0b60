/* A program of its own that runs both versions on one input, each in a process of its own,
 * and prints what they return, which unknown functions they call, what they leave in memory
 * and how they end. Memory begins at the address and with the content that the run had, and
 * unknown functions answer as they did there. */
#include "diff/prove/execute_internal.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

/* What is the same in all harnesses. The answers of unknown functions are those of
 * execute.cc's on_event, addresses outside of the pages are told as 1, as there. */
static const char support_code[] = R"(
@sooth.side = global ptr null
@sooth.count = global i64 0
@sooth.seed = external global i64
@sooth.base = external global i64
@sooth.room = external global i64
@sooth.names = external global [0 x ptr]
@undefined = private constant [24 x i8] c"%s: undefined from here\00"
@newline = private constant [2 x i8] c"\0A\00"
@ended = private constant [19 x i8] c"%s: ends by itself\00"
@called = private constant [13 x i8] c"%s: calls %s\00"
@number = private constant [6 x i8] c" %llx\00"
@byte = private constant [31 x i8] c"%s: byte %lld of %s is now %d\0A\00"
@signal = private constant [22 x i8] c"%s: ends by a signal\0A\00"
declare i32 @printf(ptr, ...)
declare i32 @fflush(ptr)
declare void @_exit(i32)
declare i32 @"fork"()
declare i32 @"waitpid"(i32, ptr, i32)
declare i32 @setitimer(i32, ptr, ptr)

define void @sooth.leave(ptr %text) {
  %side = load ptr, ptr @sooth.side
  %1 = call i32 (ptr, ...) @printf(ptr %text, ptr %side)
  %2 = call i32 (ptr, ...) @printf(ptr @newline)
  %3 = call i32 @fflush(ptr null)
  call void @_exit(i32 0)
  unreachable
}

define void @sooth.demand(i1 %holds) {
  br i1 %holds, label %fine, label %broken
broken:
  call void @sooth.leave(ptr @undefined)
  unreachable
fine:
  ret void
}

define void @sooth.ended() {
  call void @sooth.leave(ptr @ended)
  unreachable
}

define i64 @sooth.comparable(i64 %v) {
  %high = icmp ugt i64 %v, 4294967295
  %low = icmp ult i64 %v, 140737488355328
  %base = load i64, ptr @sooth.base
  %room = load i64, ptr @sooth.room
  %offset = sub i64 %v, %base
  %outside = icmp uge i64 %offset, %room
  %1 = and i1 %high, %low
  %address = and i1 %1, %outside
  %shown = select i1 %address, i64 1, i64 %v
  ret i64 %shown
}

define i64 @sooth.mixed(i64 %x) {
  %a = lshr i64 %x, 33
  %b = xor i64 %x, %a
  %c = mul i64 %b, -49064778989728563
  %d = lshr i64 %c, 33
  %e = xor i64 %c, %d
  %f = mul i64 %e, -4265267296055464877
  %g = lshr i64 %f, 33
  %h = xor i64 %f, %g
  ret i64 %h
}

define i64 @sooth.answer(i32 %id, i32 %count, ptr %arguments) {
entry:
  %side = load ptr, ptr @sooth.side
  %slot = getelementptr [0 x ptr], ptr @sooth.names, i64 0, i32 %id
  %name = load ptr, ptr %slot
  %1 = call i32 (ptr, ...) @printf(ptr @called, ptr %side, ptr %name)
  %several = icmp ult i32 %count, 5
  %shown = select i1 %several, i32 %count, i32 5
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %shown
  br i1 %more, label %body, label %end
body:
  %at = getelementptr i64, ptr %arguments, i32 %i
  %word = load i64, ptr %at
  %told = call i64 @sooth.comparable(i64 %word)
  %2 = call i32 (ptr, ...) @printf(ptr @number, i64 %told)
  %next = add i32 %i, 1
  br label %head
end:
  %3 = call i32 (ptr, ...) @printf(ptr @newline)
  %seed = load i64, ptr @sooth.seed
  %times = mul i64 %seed, 977
  %before = load i64, ptr @sooth.count
  %after = add i64 %before, 1
  store i64 %after, ptr @sooth.count
  %key = add i64 %times, %before
  %r = call i64 @sooth.mixed(i64 %key)
  %mode = and i64 %r, 3
  %common = icmp ne i64 %mode, 0
  %shifted = lshr i64 %r, 3
  %small = and i64 %shifted, 7
  %bit = and i64 %r, 4
  %zero = icmp ne i64 %bit, 0
  %rare = select i1 %zero, i64 0, i64 -1
  %answer = select i1 %common, i64 %small, i64 %rare
  ret i64 %answer
}

define void @sooth.show(ptr %what, ptr %before, ptr %now, i64 %size) {
entry:
  %side = load ptr, ptr @sooth.side
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %tail ]
  %more = icmp ult i64 %i, %size
  br i1 %more, label %body, label %end
body:
  %b = getelementptr i8, ptr %before, i64 %i
  %n = getelementptr i8, ptr %now, i64 %i
  %x = load i8, ptr %b
  %y = load i8, ptr %n
  %same = icmp eq i8 %x, %y
  br i1 %same, label %tail, label %print
print:
  %value = zext i8 %y to i32
  %1 = call i32 (ptr, ...) @printf(ptr @byte, ptr %side, i64 %i, ptr %what, i32 %value)
  br label %tail
tail:
  %next = add i64 %i, 1
  br label %head
end:
  ret void
}

; Each side in a process of its own, which may crash or go on for ever.
define void @sooth.apart(ptr %side, ptr %run) {
  store ptr %side, ptr @sooth.side
  %limit = alloca [4 x i64]
  %status = alloca i32
  %child = call i32 @"fork"()
  %inside = icmp eq i32 %child, 0
  br i1 %inside, label %do, label %wait
do:
  store [4 x i64] [i64 0, i64 0, i64 5, i64 0], ptr %limit
  %1 = call i32 @setitimer(i32 1, ptr %limit, ptr null)
  call void %run()
  %2 = call i32 @fflush(ptr null)
  call void @_exit(i32 0)
  unreachable
wait:
  %3 = call i32 @"waitpid"(i32 %child, ptr %status, i32 0)
  %code = load i32, ptr %status
  %fine = icmp eq i32 %code, 0
  br i1 %fine, label %done, label %crashed
crashed:
  %4 = call i32 (ptr, ...) @printf(ptr @signal, ptr %side)
  %5 = call i32 @fflush(ptr null)
  br label %done
done:
  ret void
}
)";

namespace
{
struct harness {
    std::unique_ptr<Module> module;
    const product &p;
    const struct execution *execution;
    const struct run_input *input;

    Constant *text(const std::string &s)
    {
        auto *content = ConstantDataArray::getString(module->getContext(), s);
        return new GlobalVariable(*module, content->getType(), true,
                                  GlobalValue::PrivateLinkage, content, "text");
    }

    Constant *bytes(const char *data, size_t size)
    {
        auto *content =
            ConstantDataArray::getString(module->getContext(), StringRef(data, size), false);
        return new GlobalVariable(*module, content->getType(), true,
                                  GlobalValue::PrivateLinkage, content, "bytes");
    }

    void number(const char *name, uint64_t value)
    {
        Type *word = Type::getInt64Ty(module->getContext());
        auto *g = cast<GlobalVariable>(module->getOrInsertGlobal(name, word));
        g->setInitializer(ConstantInt::get(word, value));
    }
};
} // namespace

static bool has_support(Module &module)
{
    SMDiagnostic error;
    std::unique_ptr<Module> part =
        parseAssemblyString(support_code, error, module.getContext());
    if (!part)
        return false;
    part->setDataLayout(module.getDataLayout());
    part->setTargetTriple(module.getTargetTriple());
    return !Linker::linkModules(module, std::move(part));
}

static void replace_marker(Module &module, const char *name, const char *by)
{
    Function *f = module.getFunction(name);
    if (f && f->isDeclaration())
        f->replaceAllUsesWith(module.getFunction(by));
}

/* Overflow of the new version wraps, as it did in the run. */
static void ignore_marker(Module &module, const char *name)
{
    Function *f = module.getFunction(name);
    if (!f || !f->isDeclaration())
        return;
    IRBuilder<> builder(BasicBlock::Create(module.getContext(), "", f));
    builder.CreateRetVoid();
}

static void define_markers(Module &module)
{
    for (const char *name : {"sooth.check.old", "sooth.check.new", "sooth.overflow.old"})
        replace_marker(module, name, "sooth.demand");
    ignore_marker(module, "sooth.overflow.new");
    replace_marker(module, "sooth.event", "sooth.answer");
    replace_marker(module, "sooth.exit", "sooth.ended");
}

/* Unknown functions by number: those of the product's module, in its order, from 1. */
static void define_names(harness &h)
{
    std::vector<Constant *> names = {h.text("")};
    for (const Function &f : *h.p.module)
        names.push_back(h.text(f.isDeclaration() ? f.getName().str() : ""));
    auto *type = ArrayType::get(PointerType::getUnqual(h.module->getContext()), names.size());
    auto *list = new GlobalVariable(*h.module, type, true, GlobalValue::InternalLinkage,
                                    ConstantArray::get(type, names));
    GlobalVariable *declared = h.module->getNamedGlobal("sooth.names");
    declared->replaceAllUsesWith(list);
    declared->eraseFromParent();
}

static void print_result(harness &h, IRBuilder<> &builder, const char *label, Value *room)
{
    const product_value &result = h.p.result;
    FunctionCallee print = h.module->getFunction("printf");
    bool real = result.kind == PRODUCT_DOUBLE || result.kind == PRODUCT_FLOAT;
    const char *what = real ? ": %.17g\n" : ": %lld\n";
    Value *text =
        h.text(std::string(label) + (result.kind == PRODUCT_NOTHING ? ": done\n" : what));
    if (result.kind == PRODUCT_NOTHING) {
        builder.CreateCall(print, {text});
        return;
    }
    Value *value;
    if (result.kind == PRODUCT_DOUBLE)
        value = builder.CreateLoad(builder.getDoubleTy(), room);
    else if (result.kind == PRODUCT_FLOAT)
        value = builder.CreateFPExt(builder.CreateLoad(builder.getFloatTy(), room),
                                    builder.getDoubleTy());
    else if (result.kind == PRODUCT_INTEGER) {
        value = builder.CreateLoad(builder.getIntNTy(result.bits), room);
        value = result.is_signed ? builder.CreateSExt(value, builder.getInt64Ty())
                                 : builder.CreateZExt(value, builder.getInt64Ty());
    } else
        value = builder.CreateCall(h.module->getFunction("sooth.comparable"),
                                   {builder.CreateLoad(builder.getInt64Ty(), room)});
    builder.CreateCall(print, {text, value});
}

/* Pages of memory, and what is in globals that were given other values than their own. */
static void fill(harness &h, IRBuilder<> &builder, const std::vector<Constant *> &pages,
                 int side)
{
    for (unsigned i = 0; i < PAGES; i++) {
        Value *page = builder.CreateIntToPtr(
            builder.getInt64(reinterpret_cast<uint64_t>(execute_page(i))),
            builder.getPtrTy());
        builder.CreateMemCpy(page, Align(1), pages[i], Align(1), PAGE);
    }
    for (const memory_pair &m : execution_globals(h.execution))
        if (GlobalVariable *g = h.module->getNamedGlobal(m.name[side]))
            if (m.plain && !g->isConstant())
                builder.CreateMemCpy(g, Align(1), h.bytes(m.data[side], m.size), Align(1),
                                     m.size);
}

static std::string shown_name(const memory_pair &m)
{
    StringRef name = m.name[0];
    name.consume_front("old.");
    return name.str();
}

static void show(harness &h, IRBuilder<> &builder, const std::vector<Constant *> &pages,
                 int side)
{
    Function *f = h.module->getFunction("sooth.show");
    for (unsigned i = 0; i < PAGES; i++) {
        Value *page = builder.CreateIntToPtr(
            builder.getInt64(reinterpret_cast<uint64_t>(execute_page(i))),
            builder.getPtrTy());
        builder.CreateCall(f, {h.text("page " + std::to_string(i + 1)), pages[i], page,
                               builder.getInt64(PAGE)});
    }
    for (const memory_pair &m : execution_globals(h.execution))
        if (GlobalVariable *g = h.module->getNamedGlobal(m.name[side]))
            if (m.plain && !g->isConstant())
                builder.CreateCall(f, {h.text(shown_name(m)), h.bytes(m.data[side], m.size),
                                       g, builder.getInt64(m.size)});
}

/* A function that runs one side and prints what came of it. */
static Function *side_function(harness &h, const std::vector<Constant *> &pages, int side)
{
    LLVMContext &context = h.module->getContext();
    FunctionType *type = FunctionType::get(Type::getVoidTy(context), false);
    Function *f =
        Function::Create(type, GlobalValue::InternalLinkage, "sooth.side.run", *h.module);
    IRBuilder<> builder(BasicBlock::Create(context, "", f));
    Value *result = builder.CreateAlloca(builder.getInt64Ty(), builder.getInt32(16));
    std::vector<Constant *> words;
    for (size_t i = 0; i < h.p.parameters.size(); i++)
        words.push_back(builder.getInt64(h.input->values[i]));
    auto *list =
        ConstantArray::get(ArrayType::get(builder.getInt64Ty(), words.size()), words);
    auto *input = new GlobalVariable(*h.module, list->getType(), true,
                                     GlobalValue::InternalLinkage, list, "input");
    fill(h, builder, pages, side);
    builder.CreateCall(h.module->getFunction(side ? "sooth.run.new" : "sooth.run.old"),
                       {input, result});
    print_result(h, builder, side ? "new" : "old", result);
    show(h, builder, pages, side);
    builder.CreateRetVoid();
    return f;
}

/* The room where the run had it: what memory holds may be addresses in it. */
static void reserve_room(harness &h, IRBuilder<> &builder)
{
    enum { READ_WRITE = 3, PRIVATE_FIXED_ANONYMOUS = 0x32, NOWHERE = -1 };
    Type *word = builder.getInt64Ty(), *number = builder.getInt32Ty();
    FunctionCallee map = h.module->getOrInsertFunction(
        "mmap", builder.getPtrTy(), builder.getPtrTy(), word, number, number, number, word);
    for (unsigned i = 0; i < PAGES; i++) {
        uint64_t at = reinterpret_cast<uint64_t>(execute_page(i));
        builder.CreateCall(
            map, {builder.CreateIntToPtr(builder.getInt64(at), builder.getPtrTy()),
                  builder.getInt64(PAGE), builder.getInt32(READ_WRITE),
                  builder.getInt32(PRIVATE_FIXED_ANONYMOUS),
                  builder.getInt32(static_cast<unsigned>(NOWHERE)), builder.getInt64(0)});
    }
}

static void define_main(harness &h)
{
    std::vector<Constant *> pages;
    for (unsigned i = 0; i < PAGES; i++)
        pages.push_back(h.bytes(execute_page(i), PAGE));
    LLVMContext &context = h.module->getContext();
    FunctionType *type = FunctionType::get(Type::getInt32Ty(context), false);
    if (Function *own = h.module->getFunction("main"))
        own->setName("main.of.the.program");
    Function *main = Function::Create(type, GlobalValue::ExternalLinkage, "main", *h.module);
    IRBuilder<> builder(BasicBlock::Create(context, "", main));
    reserve_room(h, builder);
    for (int side = 0; side < 2; side++)
        builder.CreateCall(h.module->getFunction("sooth.apart"),
                           {h.text(side ? "new" : "old"), side_function(h, pages, side)});
    builder.CreateRet(builder.getInt32(0));
}

bool product_write_harness(struct product *p, struct execution *e, const struct run_input *in,
                           const char *path)
{
    harness h = {execute_prepared(*p), *p, e, in};
    if (!h.module || !has_support(*h.module))
        return false;
    define_markers(*h.module);
    define_names(h);
    h.number("sooth.seed", in->seed);
    h.number("sooth.base", reinterpret_cast<uint64_t>(execute_pages));
    h.number("sooth.room", 2 * PAGES * PAGE);
    if (h.module->getNamedGlobal("sooth.source"))
        h.number("sooth.source", EXECUTE_GARBAGE);
    define_main(h);
    std::error_code error;
    raw_fd_ostream out(path, error);
    if (error)
        return false;
    out << "; Both versions on one input. Compile and run: clang-19 " << path
        << " -lm && ./a.out\n";
    h.module->print(out, nullptr);
    return true;
}
