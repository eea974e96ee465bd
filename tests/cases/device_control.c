// case: init, set, shutdown and waits under conditions are calls of the runtime library, with all that clauses say
// expect-portable: acc_init(acc_device_nvidia);
// expect-host: acc_init(acc_device_nvidia);
// not-for-host: no call waits there
// expect-portable: acc_set_device_num(n, acc_device_host);
// expect-portable: acc_wait_device_async(1, 2, n);
#include <stdio.h>

enum { acc_device_default, acc_device_host, acc_device_nvidia };

/* What the calls got, in order. */
static long calls;

static void called(int routine, int first, int second)
{
    calls = calls * 3 % 1000003 + routine * 100 + first * 10 + second;
}

void acc_init(int type)
{
    called(1, type, 0);
}

void acc_init_device(int number, int type)
{
    called(2, number, type);
}

void acc_set_device_num(int number, int type)
{
    called(3, number, type);
}

void acc_set_device_type(int type)
{
    called(4, type, 0);
}

void acc_set_default_async(int queue)
{
    called(5, queue, 0);
}

void acc_wait(int queue)
{
    called(6, queue, 0);
}

void acc_wait_all_async(int queue)
{
    called(7, queue, 0);
}

void acc_wait_device_async(int queue, int other, int number)
{
    called(8 + number, queue, other);
}

void acc_shutdown(int type)
{
    called(9, type, 0);
}

void acc_shutdown_device(int number, int type)
{
    called(10, number, type);
}

int main(void)
{
    int n = 3, no = n > 3;
    #pragma acc init device_type(nvidia)
    #pragma acc init device_num(n) if(n)
    #pragma acc init if(no)
    #pragma acc set device_num(n) device_type(host)
    #pragma acc set device_type(nvidia)
    #pragma acc set default_async(4) if(n)
    #pragma acc set default_async(5) if(no)
    #pragma acc wait(1) if(no)
    #pragma acc wait(1) if(n)
    #pragma acc wait async(2)
    #pragma acc wait(devnum: n: 1) async(2)
    #pragma acc shutdown device_num(n) device_type(nvidia)
    #pragma acc shutdown device_type(host) if(no)
    #pragma acc shutdown if(n)
    /* A serial program calls nothing. */
#ifdef _OPENMP
    printf("%s", calls == 115126 ? "" : "other calls\n");
#endif
    return 0;
}
