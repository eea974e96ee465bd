// diagnostics: what routine directives demand of the whole unit
#pragma acc routine gang
void once(int n, float *a);
#pragma acc routine seq
//          ^^^^^^^ warning[ACC0159]
void once(int n, float *a);
#pragma acc routine vector
void twice(int n, float *a);
#pragma acc routine(twice) worker
//          ^^^^^^^ warning[ACC0159]
#pragma acc routine(twice) worker

int host(int x)
{
    static int calls;
    return x + calls++;
}

#pragma acc routine seq
int device(int x)
{
    static int calls;
//             ^^^^^ warning[ACC0158]
    static const int table[] = {1, 2};
//                   ^^^^^ warning[ACC0158]
    extern int total;
    int local = x;
    return x + calls++ + table[0] + local + total + (__func__[0] == 'd');
//                                          ^^^^^ warning[ACC0114]
}

double given, missing, table[4];
const int limit = 3;
#pragma acc declare create(given)

#pragma acc routine seq
double of_file_scope(int missing)
{
    return given * missing + limit + sizeof missing;
}

#pragma acc routine seq bind(on_device)
double on_host(int i)
{
    return missing + table[i];
}
