//! The register of the codes of syntax errors.

use crate::diagnostics::codes;

codes! {
    C0001 Error,
    C0002 Error,
    C0003 Error,
    C0004 Error,
    C0005 Error,
    C0006 Error,
    C0007 Error,
    C0008 Error,
    C0009 Error,
    C0010 Error,
    C0011 Error,
    C0012 Error,
}
