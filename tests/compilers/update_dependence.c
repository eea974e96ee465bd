// Compiled for no device, the `target update` is left out, and with it the wait for the task.
int main(void) {
    char queue;
    volatile int done = 0;
    int x = 0, early = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task depend(inout : queue) shared(done)
        {
            for (volatile int k = 0; k < 30000000; ++k) continue;
            done = 1;
        }
#pragma omp target update to(x) depend(in : queue)
        early = !done;
    }
    return early;
}
