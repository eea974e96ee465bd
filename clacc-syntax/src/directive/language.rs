//! The languages that directives belong to, and how their pragmas are spelled.

use std::fmt;

/// A language of directives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Language {
    /// OpenACC.
    OpenAcc,
    /// OpenMP.
    OpenMp,
}

impl Language {
    /// Returns the word after `#pragma`.
    pub const fn word(self) -> &'static str {
        match self {
            Language::OpenAcc => "acc",
            Language::OpenMp => "omp",
        }
    }

    /// Returns the words at the start of a directive's line.
    pub const fn introducer(self) -> &'static str {
        match self {
            Language::OpenAcc => "#pragma acc ",
            Language::OpenMp => "#pragma omp ",
        }
    }

    /// Returns a directive as a separate line: `#pragma omp simd`.
    pub fn pragma_line(self, directive: &str) -> String {
        format!("{}{directive}", self.introducer())
    }

    /// Returns a directive as an operator: `_Pragma("omp simd")`.
    pub fn pragma_operator(self, directive: &str) -> String {
        let escaped = directive.replace('\\', "\\\\").replace('"', "\\\"");
        format!("_Pragma(\"{} {escaped}\")", self.word())
    }

    /// Returns a directive as the argument of a macro that makes it a pragma: `NAME(omp simd)`.
    pub fn pragma_argument(self, directive: &str) -> String {
        format!("{} {directive}", self.word())
    }
}

impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Language::OpenAcc => "OpenACC",
            Language::OpenMp => "OpenMP",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pragmas_are_lines_operators_and_arguments() {
        assert_eq!(Language::OpenMp.pragma_line("simd"), "#pragma omp simd");
        assert_eq!(Language::OpenAcc.pragma_operator("loop"), "_Pragma(\"acc loop\")");
        let quoted = Language::OpenMp.pragma_operator("target teams if(s[0] == '\"')");
        assert_eq!(quoted, "_Pragma(\"omp target teams if(s[0] == '\\\"')\")");
        assert_eq!(Language::OpenMp.pragma_argument("simd"), "omp simd");
    }
}
