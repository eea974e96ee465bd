//! Names, types, constants and the meaning of OpenACC and OpenMP directives, for clacc.
