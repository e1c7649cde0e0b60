; undef, poison and freeze as constants; blocks in an order that is not that of execution; a PHI with a repeated predecessor
define i32 @main() {
entry:
  %a = freeze i32 undef
  %same = icmp eq i32 %a, %a
  %zero = and i32 undef, 0
  br label %later
earlier:
  %sum = add i32 %b, %zero
  switch i32 %sum, label %bad [ i32 7, label %join
                                i32 8, label %join ]
join:
  %r = phi i32 [ 0, %earlier ], [ 0, %earlier ]
  %t = select i1 %same, i32 %r, i32 1
  ret i32 %t
bad:
  ret i32 2
later:
  %b = add i32 3, 4
  br label %earlier
}
