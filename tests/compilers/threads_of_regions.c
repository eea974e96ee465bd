// Two `target` regions with threads, one behind the other: the runtime makes threads for each of them.
#include <omp.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    long first = 0, second = 0;
#pragma omp target parallel num_threads(2) map(tofrom : first)
    if (omp_get_thread_num() == 1) first = syscall(SYS_gettid);
#pragma omp target parallel num_threads(2) map(tofrom : second)
    if (omp_get_thread_num() == 1) second = syscall(SYS_gettid);
    return first != second;
}
