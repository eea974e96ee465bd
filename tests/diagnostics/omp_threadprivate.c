// diagnostics: variables that can be threadprivate, and where
int a, b, c, d, e, f;
extern int counts[];
struct later;
extern struct later unknown;
enum { constant = 4 };
    #pragma omp threadprivate(a)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
#pragma omp threadprivate(a)
#pragma omp threadprivate(counts)
//                        ^^^^^^ error[OMP0141]
#pragma omp threadprivate(unknown)
//                        ^^^^^^^ error[OMP0141]
#pragma omp threadprivate(constant)
//                        ^^^^^^^^ error[OMP0141]
#pragma omp threadprivate(missing)
//                        ^^^^^^^ error[OMP0141]

int size[sizeof b];
int *pointer = &c;
int use(int parameter)
{
    int automatic = sizeof(d), b = 1;
    static int own, other, used;
    #pragma omp threadprivate(own)
    #pragma omp threadprivate(automatic)
//                            ^^^^^^^^^ error[OMP0141]
    #pragma omp threadprivate(parameter)
//                            ^^^^^^^^^ error[OMP0141]
    {
        #pragma omp threadprivate(other)
//                                ^^^^^ error[OMP0142]
        #pragma omp threadprivate(a)
//                                ^ error[OMP0142]
    }
    used = 1;
    #pragma omp threadprivate(used)
//                            ^^^^ error[OMP0142]
    own = 2;
    #pragma omp threadprivate(own)
    return automatic + b + own + e;
}
#pragma omp threadprivate(b, c, d)
//                           ^ error[OMP0142]
#pragma omp threadprivate(e)
//                        ^ error[OMP0142]
#pragma omp threadprivate(use)
//                        ^^^ error[OMP0141]
#pragma omp threadprivate(f)
int row[4];
#pragma omp threadprivate(row[1])
//                        ^^^^^^ error[OMP0141]
