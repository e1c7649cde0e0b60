; types and instructions that no C program has: loading is fine, reaching them is unsupported
define i32 @main() {
  %a = load <vscale x 4 x i32>, ptr null
  ret i32 0
}
define i32 @large(ptr %p) {
  %a = load [1000000 x i32], ptr %p
  %b = extractvalue [1000000 x i32] %a, 999999
  ret i32 %b
}
define void @exceptions() personality ptr null {
  invoke void @exceptions() to label %good unwind label %bad
good:
  ret void
bad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
