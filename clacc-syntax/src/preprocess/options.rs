//! The options of preprocessing.

use std::sync::Arc;

use crate::lexer::LexOptions;
use crate::target::Target;

/// The edition of C.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord, Default)]
pub enum Edition {
    /// C90, with the amendments that compilers accept under that name.
    C89,
    /// C99.
    C99,
    /// C11.
    C11,
    /// C17.
    #[default]
    C17,
    /// C23.
    C23,
}

impl Edition {
    /// The value of `__STDC_VERSION__`, which C89 does not define. For C23 it is the value that compilers
    /// used before the standard was published.
    pub fn version(self) -> Option<&'static str> {
        match self {
            Edition::C89 => None,
            Edition::C99 => Some("199901L"),
            Edition::C11 => Some("201112L"),
            Edition::C17 => Some("201710L"),
            Edition::C23 => Some("202000L"),
        }
    }
}

/// One `-D` or `-U`, without the option's letter.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Define {
    /// `NAME`, `NAME=value` or `NAME(params)=value`. Without a value, the macro is defined as 1.
    Define(String),
    /// `NAME`.
    Undefine(String),
}

/// The limits of preprocessing. Each of them has its own diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PreprocessLimits {
    /// The depth to which inclusions may nest.
    pub include_depth: usize,
    /// The number of files that a unit may include; a file counts each time it is included.
    pub inclusions: usize,
    /// The number of tokens that a unit may have. At this limit, further files and the rest of the main
    /// file are left out.
    pub unit_tokens: usize,
    /// The number of tokens that macro expansion may produce in a unit, intermediate tokens included.
    pub expansion_tokens: usize,
    /// The number of bytes of text that `#`, `##` and computed macros may make in a unit.
    pub made_text: usize,
    /// The depth to which parentheses and operators may nest in `#if`.
    pub condition_depth: usize,
}

impl Default for PreprocessLimits {
    fn default() -> Self {
        PreprocessLimits {
            include_depth: 200,
            inclusions: 1 << 16,
            unit_tokens: 1 << 23,
            expansion_tokens: 1 << 24,
            made_text: 1 << 25,
            condition_depth: 200,
        }
    }
}

/// The dates that `__DATE__`, `__TIME__` and `__TIMESTAMP__` show. They are fixed, so that the same input
/// gives the same output.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Dates {
    /// The date, in the form `Jan  1 1970`.
    pub date: String,
    /// The time, in the form `00:00:00`.
    pub time: String,
    /// The date and time, in the form `Thu Jan  1 00:00:00 1970`.
    pub timestamp: String,
}

impl Default for Dates {
    fn default() -> Self {
        Dates {
            date: "Jan  1 1970".into(),
            time: "00:00:00".into(),
            timestamp: "Thu Jan  1 00:00:00 1970".into(),
        }
    }
}

/// The value of `_OPENACC`: the year and month of OpenACC 3.4 (2.2).
pub const OPENACC_VERSION: u32 = 202_506;

/// The options of preprocessing a unit. The files are passed separately.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Options {
    /// The machine and system, which give predefined macros and the directories that are searched last.
    pub target: Target,
    /// `-D` and `-U`, in order.
    pub defines: Vec<Define>,
    /// Directories for `#include "..."` only (`-iquote`).
    pub include_quote: Vec<String>,
    /// Directories for all headers (`-I`).
    pub include: Vec<String>,
    /// Directories whose headers are system headers (`-isystem`).
    pub include_system: Vec<String>,
    /// System directories that are searched after those of the target (`-idirafter`).
    pub include_after: Vec<String>,
    /// Files included before the main file (`-include`).
    pub forced_includes: Vec<String>,
    /// The edition of C.
    pub std: Edition,
    /// Whether the GNU extensions are enabled, as with `-std=gnu17` and not with `-std=c17`.
    pub gnu: bool,
    /// Whether to search the target's directories too. Without them (`-nostdinc`) only the directories
    /// given here are searched.
    pub standard_includes: bool,
    /// true if `_OPENACC` is defined.
    pub openacc: bool,
    /// The value of `_OPENACC`.
    pub openacc_version: u32,
    /// true if `_OPENMP` is defined.
    pub openmp: bool,
    /// The value of `_OPENMP`.
    pub openmp_version: u32,
    /// true if directives of OpenMP are effective. Otherwise they yield no tokens, and
    /// [`Preprocessed::ignored_openmp`](crate::unit::Preprocessed::ignored_openmp) holds their places.
    pub openmp_directives: bool,
    /// The values of `__DATE__`, `__TIME__` and `__TIMESTAMP__`.
    pub dates: Dates,
    /// The limits.
    pub limits: PreprocessLimits,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            target: Target::default(),
            defines: Vec::new(),
            include_quote: Vec::new(),
            include: Vec::new(),
            include_system: Vec::new(),
            include_after: Vec::new(),
            forced_includes: Vec::new(),
            std: Edition::default(),
            gnu: true,
            standard_includes: true,
            openacc: true,
            openacc_version: OPENACC_VERSION,
            openmp: false,
            openmp_version: 202_111,
            openmp_directives: true,
            dates: Dates::default(),
            limits: PreprocessLimits::default(),
        }
    }
}

impl Options {
    /// Returns the options for lexing the files of a unit. Trigraphs exist in the strict modes up to C17.
    pub fn lex_options(&self) -> LexOptions {
        LexOptions { trigraphs: !self.gnu && self.std < Edition::C23 }
    }

    /// Returns the `#define` lines for the predefined macros: those of the target, and those that follow from the standard.
    pub(crate) fn predefined_text(&self) -> Arc<str> {
        let mut text = String::with_capacity(self.target.macros.len() + 512);
        text.push_str(&self.target.macros);
        let mut define = |name: &str, value: &str| {
            text.push_str("#define ");
            text.push_str(name);
            text.push(' ');
            text.push_str(value);
            text.push('\n');
        };
        define("__STDC__", "1");
        if let Some(version) = self.std.version() {
            define("__STDC_VERSION__", version);
        }
        match self.std {
            Edition::C89 => define("__GNUC_GNU_INLINE__", "1"),
            _ => define("__GNUC_STDC_INLINE__", "1"),
        }
        if !self.gnu {
            define("__STRICT_ANSI__", "1");
        }
        if self.std >= Edition::C11 {
            define("__STDC_UTF_16__", "1");
            define("__STDC_UTF_32__", "1");
        }
        if self.gnu {
            for name in &self.target.gnu_macros {
                define(name, "1");
            }
        }
        if self.openacc {
            define("_OPENACC", &self.openacc_version.to_string());
        }
        if self.openmp {
            define("_OPENMP", &self.openmp_version.to_string());
        }
        text.into()
    }

    /// Returns the `#define` and `#undef` lines for `-D` and `-U`.
    pub(crate) fn command_line_text(&self) -> String {
        let mut text = String::new();
        for define in &self.defines {
            match define {
                Define::Define(definition) => {
                    let (name, value) = definition.split_once('=').unwrap_or((definition, "1"));
                    // Only the first line is used, because a second line could be another directive. Other compilers do the same.
                    let value = value.lines().next().unwrap_or_default();
                    text.extend(["#define ", name, " ", value, "\n"]);
                }
                Define::Undefine(name) => text.extend(["#undef ", name, "\n"]),
            }
        }
        text
    }
}
