//! The register of findings about sessions, and of what is missing on a machine with a GPU.

use clacc_syntax::diagnostics::codes;

codes! {
    GPU0001 Error,
    GPU0002 Error,
    GPU0003 Error,
    GPU0004 Error,
    GPU0005 Error,
    GPU0006 Error,
    GPU0007 Error,
    GPU0008 Error,
    UNIT0001 Error,
}
