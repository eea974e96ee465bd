// diagnostics: the functions behind declare simd, and the parameters in its clauses
enum { four = 4 };
int global;
    #pragma omp declare simd uniform(p, n) linear(i : n) aligned(p : 16) simdlen(8) notinbranch
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
#pragma omp declare simd linear(i : four) linear(p : 2) inbranch
#pragma GCC diagnostic push
float first(float *p, int i, int n);
#pragma omp declare simd aligned(p : sizeof(*p)) uniform(p) linear(h : 2 * sizeof(p[0]))
float second(float p[], int h) { return p[h]; }
#pragma omp declare simd linear(e) linear(b)
void enumeration(enum { one } e, _Bool b);

#pragma omp declare simd uniform(global)
//                               ^^^^^^ error[OMP0147]
void third(int i);
#pragma omp declare simd linear(x) aligned(x)
//                              ^ error[OMP0147]
//                                         ^ error[OMP0147]
void fourth(double x);
#pragma omp declare simd linear(i : n)
//                                  ^ error[OMP0147]
void fifth(int i, int n);
#pragma omp declare simd linear(i : n + 1) uniform(n)
//                                  ^^^^^ error[OMP0147]
void sixth(int i, int n);
#pragma omp declare simd linear(i : 0.5)
//                                  ^^^ error[OMP0147]
void seventh(int i);
#pragma omp declare simd linear(i : d) uniform(d)
//                                  ^ error[OMP0147]
void eighth(int i, double d);
#pragma omp declare simd linear(i) uniform(i)
//                                         ^ error[OMP0148]
#pragma omp declare simd linear(i) linear(i : 2)
//                                        ^ error[OMP0148]
void ninth(int i);
#pragma omp declare simd aligned(p) aligned(p : 8)
//                                          ^ error[OMP0148]
#pragma omp declare simd aligned(p : 0)
//                                   ^ error[OMP0062]
#pragma omp declare simd simdlen(-2)
//                               ^^ error[OMP0062]
#pragma omp declare simd simdlen(global)
//                               ^^^^^^ error[OMP0062]
void tenth(int *p);

#pragma omp declare simd
//          ^^^^^^^^^^^^ error[OMP0146]
int variable;
#pragma omp declare simd
//          ^^^^^^^^^^^^ error[OMP0146]
typedef void function(int i);
#pragma omp declare simd linear(i)
function of_typedef;
#pragma omp declare simd
//          ^^^^^^^^^^^^ error[OMP0146]
void eleventh(int i), twelfth(int i);
#pragma omp declare simd
//          ^^^^^^^^^^^^ error[OMP0146]
#pragma omp declare target enter(variable)
void thirteenth(int i);

void block(void)
{
    #pragma omp declare simd
    extern void inner(int);
    #pragma omp declare simd
//              ^^^^^^^^^^^^ error[OMP0146]
    int i;
    #pragma omp declare simd
//              ^^^^^^^^^^^^ error[OMP0146]
    i = 1;
    if (i)
        #pragma omp declare simd
//                  ^^^^^^^^^^^^ error[OMP0051]
    extern void behind_if(int);
}
#pragma omp declare simd
//          ^^^^^^^^^^^^ error[OMP0146]
