// diagnostics: scan and the inscan reductions around it
void bad(int n, int *a, int *b)
{
    int sum = 0, other = 0, x[2];
    #pragma omp simd reduction(inscan, +: sum)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[ACC0155]
    for (int i = 0; i < n; i++) {
        sum += a[i];
        #pragma omp scan inclusive(sum, other)
//                                      ^^^^^ error[OMP0092]
        b[i] = sum;
    }
    #pragma omp simd reduction(inscan, +: sum, other)
//                                             ^^^^^ error[OMP0093]
    for (int i = 0; i < n; i++) {
        b[i] = sum;
        #pragma omp scan exclusive(sum)
        sum += a[i];
    }
    #pragma omp parallel for reduction(inscan, *: other)
//                                                ^^^^^ error[OMP0093]
    for (int i = 0; i < n; i++)
        other *= a[i];
}

void good(int n, int *a, int *b)
{
    int sum = 0, least = 0;
    #pragma omp parallel for simd reduction(inscan, +: sum) reduction(inscan, min: least)
    for (int i = 0; i < n; i++) {
        sum += a[i];
        least = a[i] < least ? a[i] : least;
        #pragma omp scan inclusive(sum, least)
        b[i] = sum + least;
    }
    #pragma omp metadirective when(device={arch(nvptx)}: nothing) otherwise(simd reduction(inscan, +: sum))
    for (int i = 0; i < n; i++) {
        sum += a[i];
        #pragma omp scan inclusive(sum)
        b[i] = sum;
    }
    #pragma omp parallel for reduction(inscan, +: sum)
    for (int i = 0; i < n; i++) {
        b[i] = sum;
        #pragma omp scan exclusive(sum)
        {
            sum += a[i];
        }
    }
}
