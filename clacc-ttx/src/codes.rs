//! The register of findings about the mapping and the rewriting.

use clacc_syntax::diagnostics::codes;

codes! {
    MAP0001 Warning,
    MAP0002 Warning,
    MAP0003 Warning,
    MAP0004 Warning,
    MAP0005 Note,
    MAP0006 Note,
    MAP0007 Note,
    MAP0008 Note,
    MAP0009 Warning,
    MAP0010 Warning,
    MAP0011 Warning,
    MAP0012 Note,
    MAP0013 Note,
    MAP0014 Error,
    MAP0015 Note,
    MAP0016 Note,
    MAP0017 Warning,
    MAP0018 Note,
    MAP0019 Warning,
    MAP0020 Warning,
    MAP0021 Warning,
    MAP0022 Warning,
    MAP0023 Error,
    MAP0024 Warning,
    MAP0043 Warning,
    MAP0044 Warning,
}
