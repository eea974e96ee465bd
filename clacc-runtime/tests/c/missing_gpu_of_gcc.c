/* Registers code for a GPU as programs do that gcc compiled for one: the argument is the number that libgomp gives the type of the device. */
#include <stdlib.h>

enum { VERSION = 1 << 16 };

void GOMP_offload_register_ver(unsigned version, const void *host, int type, const void *device);
void GOMP_offload_unregister_ver(unsigned version, const void *host, int type, const void *device);

int main(int count, char **arguments)
{
    static void *table[4];
    int type = count > 1 ? atoi(arguments[1]) : 0;
    GOMP_offload_register_ver(VERSION, table, type, table);
    GOMP_offload_unregister_ver(VERSION, table, type, table);
    return 0;
}
