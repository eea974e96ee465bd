void f(int n, double *a) {
    a[0] = n;
#pragma acc serial copy(a[0:n])
	#pragma acc loop
    for (int i = 0; i < n; ++i) a[i] = i;
}

void g(int n, double *a) {
    a[0] = n;
#pragma acc serial copy(a[0:n]) reduction(+: n)
	#pragma acc loop
    for (int i = 0; i < n; ++i) a[i] = i;
}
