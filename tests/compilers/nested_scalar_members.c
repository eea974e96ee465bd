// Two members of a struct that is a member itself.
struct parts { int x, y; };
struct whole { int n; struct parts in; };

int main(void) {
    struct whole s = {3, {4, 5}};
#pragma omp target teams map(tofrom : s.in.x, s.in.y)
    {
        s.in.x += 1;
        s.in.y += 2;
    }
    return s.in.x != 5 || s.in.y != 7;
}
