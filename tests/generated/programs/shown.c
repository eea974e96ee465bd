static void whole(long value) { printf(" %ld", value); }
static void real(double value) { printf(" %.17g", value + 0.0); }
static void line(void) { printf("\n"); }
