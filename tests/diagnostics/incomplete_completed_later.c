// diagnostics: variables whose type a later declaration completes
extern int row[];
struct pair;
extern struct pair two;
typedef struct link link;
extern int rows[][2];

void before(void)
{
    #pragma acc data copy(row)
//                        ^^^ error[ACC0082]
    {
    }
    #pragma acc parallel num_gangs(1)
//              ^^^^^^^^ note[ACC0082]
    {
        row[0] = 1;
//      ^^^ error[ACC0082]
    }
    #pragma acc parallel copy(two) copyin(rows[0:1])
//                            ^^^ error[ACC0082]
    {
    }
    #pragma acc data copy(row[0:2])
    #pragma acc parallel num_gangs(1)
    {
        row[0] = 1;
    }
    extern int last[];
    #pragma acc update self(last)
//                          ^^^^ error[ACC0082]
}

int row[3];
struct pair
{
    int first, second;
};
struct link
{
    link *next;
    int value;
};
int last[2];
int rows[4][2];

void behind(link *chain, link own)
{
    extern int last[];
    #pragma acc data copy(row, two, rows) copyin(chain[0:1]) copyout(last)
    #pragma acc parallel copy(own)
    {
        own.value = row[0] + two.first + last[1];
    }
}
