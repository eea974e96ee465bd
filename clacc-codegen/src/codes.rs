//! The register of findings about what cannot be generated.

use clacc_syntax::diagnostics::codes;

codes! {
    GEN0001 Error,
    GEN0002 Error,
    GEN0003 Error,
    GEN0004 Error,
    GEN0005 Error,
    GEN0006 Error,
}
