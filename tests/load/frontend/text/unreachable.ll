; blocks that nothing reaches may refer to themselves
define i32 @main() {
  ret i32 0
dead:
  %y = phi i32 [ %x, %dead ], [ %y, %other ]
  %x = add i32 %x, 1
  br i1 true, label %dead, label %other
other:
  br label %dead
}
