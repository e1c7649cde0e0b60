; indexed functions and comparisons of many: the names of SMT-LIB are read as in scripts
; expect: synth (bvlshr x #x0004)
(set-logic BV)
(synth-fun f ((x (_ BitVec 16))) (_ BitVec 16))
(declare-var x (_ BitVec 16))
(constraint (= ((_ zero_extend 4) ((_ extract 15 4) x)) (f x) ((_ zero_extend 4) ((_ extract 11 0) ((_ rotate_right 4) x)))))
(check-synth)
