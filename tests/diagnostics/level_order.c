// diagnostics: levels must go down from loop to loop
void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop gang
//                  ^^^^ note[ACC0104]
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop gang
//                           ^^^^ error[ACC0104]
            for (int j = 0; j < 4; ++j)
                ;
        }
        #pragma acc loop worker
//                  ^^^^ note[ACC0104]
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop gang
//                           ^^^^ error[ACC0104]
            for (int j = 0; j < 4; ++j)
                ;
        }
        #pragma acc loop gang vector
//                  ^^^^ note[ACC0104]
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop seq
            for (int k = 0; k < 4; ++k) {
                #pragma acc loop worker
//                               ^^^^^^ error[ACC0104]
                for (int j = 0; j < 4; ++j)
                    ;
            }
        }
        #pragma acc loop vector
//                  ^^^^ note[ACC0104]
        for (int i = 0; i < 4; ++i) {
            #pragma acc loop vector
//                           ^^^^^^ error[ACC0104]
            for (int j = 0; j < 4; ++j)
                ;
        }
    }
}
