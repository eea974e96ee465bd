//! The register of findings about code generation: constructs that cannot be generated, and problems of whole units.

use clacc_syntax::diagnostics::codes;

codes! {
    GEN0001 Error,
    GEN0002 Error,
    GEN0003 Error,
    GEN0004 Error,
    GEN0005 Error,
    GEN0006 Error,
    GEN0010 Error,
    GEN0011 Error,
    GEN0012 Error,
    GEN0013 Error,
    GEN0020 Error,
    GEN0030 Error,
    GEN0031 Error,
    GEN0032 Error,
    GEN0033 Error,
    GEN0035 Error,
    GEN0040 Error,
    GEN0041 Error,
    GEN0042 Error,
    GEN0043 Warning,
    GEN0044 Error,
    GEN0050 Error,
    GEN0051 Error,
    GEN0052 Error,
    GEN0060 Error,
    GEN0061 Error,
    GEN0062 Error,
    GEN0900 Error,
}
