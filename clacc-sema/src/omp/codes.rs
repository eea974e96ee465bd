//! The register of findings about OpenMP directives.

use clacc_syntax::diagnostics::codes;

codes! {
    OMP0050 Error,
    OMP0051 Error,
    OMP0054 Error,
    OMP0055 Error,
    OMP0056 Error,
    OMP0057 Error,
    OMP0060 Error,
    OMP0061 Error,
    OMP0062 Error,
    OMP0064 Error,
    OMP0065 Error,
    OMP0100 Error,
    OMP0110 Error,
    OMP0111 Error,
    OMP0112 Error,
    OMP0113 Error,
}
