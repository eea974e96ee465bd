static inline int limit(int i) { return i > 100 ? 100 : i; }
static inline int from_header(int i) { return limit(i); }
static inline int unused_of_header(int i) { return i; }
