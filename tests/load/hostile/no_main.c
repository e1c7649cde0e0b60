int not_main(int x) { return x; }
