// A function that returns a number also copies the data, and another one reads and changes the memory behind a variable of the file.
double *all;
int length;

static int copied(int count) {
    #pragma acc update self(all[0:count])
    return count;
}

static int changed(int count) {
    all[count] = 1;
    return count;
}

static int counted(int count) {
    return count < 1 ? copied(length) : counted(count - 1);
}

double use(int n) {
    double result = 0;
    #pragma acc enter data copyin(all[0:n])
    #pragma acc parallel loop present(all[0:n])
    for (int i = 0; i < n; i++) all[i] += 1;
    result += copied(n);
    result += all[5];
    #pragma acc parallel loop present(all[0:n])
    for (int i = 0; i < n; i++) all[i] += 1;
    result += counted(n);
    result += all[5];
    #pragma acc parallel loop present(all[0:n])
    for (int i = 0; i < n; i++) all[i] += 1;
    result += changed(5);
    result += all[5];
    #pragma acc exit data delete(all[0:n])
    return result;
}
