// diagnostics: levels must go down from loop to loop
// rules: L6 newer
void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop gang
//                  ^^^^ note[L6]
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop gang
//                           ^^^^ error[L6]
            for (int j = 0; j < 4; ++j)
                ;
        }
        #pragma acc loop worker
//                  ^^^^ note[L6]
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop gang
//                           ^^^^ error[L6]
            for (int j = 0; j < 4; ++j)
                ;
        }
        #pragma acc loop gang vector
//                  ^^^^ note[L6]
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop seq
            for (int k = 0; k < 4; ++k) {
                #pragma acc loop worker
//                               ^^^^^^ error[L6]
                for (int j = 0; j < 4; ++j)
                    ;
            }
        }
        #pragma acc loop vector
//                  ^^^^ note[L6]
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop vector
//                           ^^^^^^ error[L6]
            for (int j = 0; j < 4; ++j)
                ;
        }
    }
}
