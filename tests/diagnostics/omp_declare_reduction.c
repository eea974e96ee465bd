// diagnostics: the types and expressions of declare reduction, and reductions that are declared twice
struct pair { int x, y; };
int other, of(int);
void set(struct pair *, int);
typedef const int fixed;
typedef int row[4];

    #pragma omp declare reduction(join : struct pair : omp_out.x += of(omp_in.x) + (int)sizeof other)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
#pragma omp declare reduction(join : int, long, int * : omp_out += 1) initializer(omp_priv = 0)
#pragma omp declare reduction(join : long : omp_out |= omp_in)
//                                   ^^^^ error[OMP0145]
#pragma omp declare reduction(twice : int, long, int : omp_out |= omp_in)
//                                               ^^^ error[OMP0145]
#pragma omp declare reduction(no : fixed : omp_out += omp_in)
//                                 ^^^^^ error[OMP0143]
#pragma omp declare reduction(no : row : omp_out += omp_in)
//                                 ^^^ error[OMP0143]
#pragma omp declare reduction(no : char(void) : omp_out += omp_in)
//                                 ^^^^^^^^^^ error[OMP0143]
#pragma omp declare reduction(no : short : omp_out += other)
//                                                    ^^^^^ error[OMP0144]
#pragma omp declare reduction(no : char : omp_out += omp_orig)
//                                                   ^^^^^^^^ error[OMP0144]
#pragma omp declare reduction(+ : struct pair : omp_out.x += omp_in.x) initializer(omp_priv = {0, 1})
#pragma omp declare reduction(- : struct pair : omp_out.x += omp_in.x) initializer(omp_priv = omp_orig)
#pragma omp declare reduction(* : struct pair : omp_out.x += omp_in.x) initializer(set(&omp_priv, 1))
#pragma omp declare reduction(& : struct pair : omp_out.x += omp_in.x) initializer(omp_priv = {other})
//                                                                                             ^^^^^ error[OMP0144]
#pragma omp declare reduction(| : struct pair : omp_out.x += omp_in.x) initializer(set(0, 1))
//                                                                                 ^^^^^^^^^ error[OMP0144]
#pragma omp declare reduction(no : float : omp_out += omp_in) initializer(omp_priv += 1)
//                                                                        ^^^^^^^^^^^^^ error[OMP0144]

void f(void)
{
    #pragma omp declare reduction(join : int : omp_out ^= omp_in)
    {
        #pragma omp declare reduction(join : int : omp_out &= omp_in)
        #pragma omp declare reduction(join : unsigned : omp_out &= omp_in)
        #pragma omp declare reduction(join : int : omp_out |= omp_in)
//                                           ^^^ error[OMP0145]
    }
    {
        #pragma omp declare reduction(join : int : omp_out &= omp_in)
    }
}
