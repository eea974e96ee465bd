//! The register of findings about sessions.

use clacc_syntax::diagnostics::codes;

codes! {
    UNIT0001 Error,
}
