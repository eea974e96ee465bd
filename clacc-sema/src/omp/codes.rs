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
    OMP0140 Error,
    OMP0141 Error,
    OMP0142 Error,
    OMP0143 Error,
    OMP0144 Error,
    OMP0145 Error,
    OMP0146 Error,
    OMP0147 Error,
    OMP0148 Error,
    OMP0149 Error,
    OMP0150 Error,
    OMP0151 Error,
}
