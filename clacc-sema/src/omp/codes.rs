//! The register of findings about OpenMP directives.

use clacc_syntax::diagnostics::codes;

codes! {
    OMP0050 Error,
    OMP0051 Error,
    OMP0054 Error,
    OMP0055 Error,
    OMP0056 Error,
    OMP0057 Error,
    OMP0062 Error,
    OMP0100 Error,
}
