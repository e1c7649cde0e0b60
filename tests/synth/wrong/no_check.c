enum { INPUTS = 1, OUTPUTS = 1 }; int test(const unsigned in[], const unsigned out[]) { return in[0] == out[0]; }
