//! The codes of the directive parser: ACC0001 to ACC0049 and OMP0001 to OMP0049.
//!
//! Both languages have the same number for the same finding. A [`Pair`] holds the two codes.

use super::Language;
use crate::diagnostics::{Code, codes};

/// The codes of the same finding in OpenACC and in OpenMP.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The code in an OpenACC directive.
    pub acc: &'static Code,
    /// The code in an OpenMP directive.
    pub omp: &'static Code,
}

impl Pair {
    /// Returns the code for a directive of this language.
    pub const fn of(self, language: Language) -> &'static Code {
        match language {
            Language::OpenAcc => self.acc,
            Language::OpenMp => self.omp,
        }
    }
}

/// Declares the codes of both languages, and a pair for each number.
macro_rules! pairs {
    ($($pair:ident $acc:ident $omp:ident $severity:ident,)*) => {
        codes! {
            $($acc $severity,)*
            $($omp $severity,)*
        }

        $(#[doc = concat!("[`", stringify!($acc), "`] and [`", stringify!($omp), "`].")]
        pub const $pair: Pair = Pair { acc: &$acc, omp: &$omp };)*
    };
}

pairs! {
    BOTH0001 ACC0001 OMP0001 Error,
    BOTH0002 ACC0002 OMP0002 Error,
    BOTH0003 ACC0003 OMP0003 Warning,
    BOTH0004 ACC0004 OMP0004 Error,
    BOTH0005 ACC0005 OMP0005 Error,
    BOTH0006 ACC0006 OMP0006 Error,
    BOTH0007 ACC0007 OMP0007 Error,
    BOTH0008 ACC0008 OMP0008 Error,
    BOTH0009 ACC0009 OMP0009 Error,
    BOTH0010 ACC0010 OMP0010 Error,
    BOTH0011 ACC0011 OMP0011 Warning,
    BOTH0012 ACC0012 OMP0012 Error,
    BOTH0013 ACC0013 OMP0013 Error,
    BOTH0014 ACC0014 OMP0014 Error,
}
