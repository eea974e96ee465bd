// diagnostics: none; levels that go down, with sequential loops between them
void f(void)
{
    #pragma acc parallel
    {
        #pragma acc loop seq
        for (int t = 0; t < 4; ++t) {
            #pragma acc loop gang
            for (int i = 0; i < 4; ++i) {
                #pragma acc loop auto
                for (int k = 0; k < 4; ++k) {
                    #pragma acc loop worker
                    for (int j = 0; j < 4; ++j) {
                        #pragma acc loop vector
                        for (int l = 0; l < 4; ++l)
                            ;
                    }
                }
            }
        }
    }
}
