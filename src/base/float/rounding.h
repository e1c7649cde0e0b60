/* The five IEEE 754 rounding directions, as SMT-LIB names them: RNE, RNA, RTP, RTN, RTZ. */
#ifndef BASE_FLOAT_ROUNDING_H
#define BASE_FLOAT_ROUNDING_H

enum rounding { ROUND_NEAREST_EVEN, ROUND_NEAREST_AWAY, ROUND_UP, ROUND_DOWN, ROUND_ZERO };

#endif
