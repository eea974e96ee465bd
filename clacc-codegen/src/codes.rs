//! The register of findings about code generation.

use clacc_syntax::diagnostics::codes;

codes! {
    GEN0900 Error,
}
