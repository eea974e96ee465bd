// diagnostics: directives in the place of a statement, blocks of sections, and error directives
  #pragma omp error severity(warning) message("for " "all")
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
//            ^^^^^ warning[OMP0086]
  #pragma omp error at(execution)
//            ^^^^^ error[OMP0050]
void body(void);

void places(int n)
{
    if (n)
        #pragma omp barrier
//                  ^^^^^^^ error[OMP0051]
    ;
    while (n)
        #pragma omp taskwait depend(in: n)
//                  ^^^^^^^^ error[OMP0051]
    ;
label:
    #pragma omp barrier
//              ^^^^^^^ error[OMP0051]
    switch (n) {
    case 1:
        #pragma omp flush
//                  ^^^^^ error[OMP0051]
        ;
    }
    if (n)
        #pragma omp error at(execution)
//                  ^^^^^ error[OMP0051]
    ;
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++) {
        if (n)
            #pragma omp ordered depend(source)
//                      ^^^^^^^ error[OMP0051]
        ;
        for (;;)
            #pragma omp ordered doacross(sink: i - 1)
//                      ^^^^^^^ error[OMP0051]
        ;
    }
}

void in_blocks(int n)
{
    #pragma omp barrier
    if (n) {
        #pragma omp taskyield
    }
label:
    ;
    #pragma omp taskwait
    switch (n) {
    case 1: {
        #pragma omp flush
        break;
    }
    case 2:
        #pragma omp parallel
        body();
    }
    if (n)
        #pragma omp critical
        body();
    #pragma omp for ordered(1)
    for (int i = 0; i < n; i++) {
        if (n) {
            #pragma omp ordered depend(source)
        }
    }
    #pragma omp for ordered
    for (int i = 0; i < n; i++) {
        if (n)
            #pragma omp ordered
            body();
    }
}

void sections(int n)
{
    #pragma omp sections
    body();
//  ^^^^ error[OMP0091]
    #pragma omp parallel sections
    for (int i = 0; i < n; i++) { }
//  ^^^ error[OMP0091]
    #pragma omp sections
    {
        body();
        #pragma omp section
        body();
    }
}

struct s {
    #pragma omp error at(execution)
//              ^^^^^ error[OMP0050]
    int a;
    #pragma omp error severity(warning)
//              ^^^^^ warning[OMP0086]
};

void errors(const char *text)
{
    #pragma omp error
//              ^^^^^ error[OMP0085]
    #pragma omp error at(compilation) severity(fatal) message("not here")
//              ^^^^^ error[OMP0085]
    #pragma omp error message(text)
//              ^^^^^ error[OMP0085]
    #pragma omp error severity(warning)
//              ^^^^^ warning[OMP0086]
    #pragma omp error at(execution) message(text)
    #pragma omp metadirective when(user={condition(0)}: error) otherwise(nothing)
}
