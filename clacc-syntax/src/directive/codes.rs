//! The codes of the directive parser: ACC0001 to ACC0049 and OMP0001 to OMP0049.
//!
//! The two languages have the same number for the same finding; a [`Pair`] keeps them together.

use super::Language;
use crate::diagnostics::{Code, codes};

/// The same finding in OpenACC and in OpenMP.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The code in an OpenACC directive.
    pub acc: &'static Code,
    /// The code in an OpenMP directive.
    pub omp: &'static Code,
}

/// A program around what follows `#pragma acc` or `#pragma omp`.
macro_rules! example {
    ($language:literal $directive:literal) => {
        concat!("int n, a[100];\nvoid f(int x, int y)\n{\n#pragma ", $language, " ", $directive, "\n}\n")
    };
}

/// Declares pairs, and the register of each language.
macro_rules! pairs {
    ($($(#[$doc:meta])* $name:ident $acc:literal $omp:literal $severity:ident $title:literal
       $explanation:literal acc $bad:literal / $good:literal omp $omp_bad:literal / $omp_good:literal;)*) => {
        /// The codes in OpenACC directives.
        pub mod acc {
            use super::codes;

            codes! {
                $($name = $acc, $severity, $title, $explanation,
                    bad example!("acc" $bad), good example!("acc" $good);)*
            }
        }

        /// The codes in OpenMP directives.
        pub mod omp {
            use super::codes;

            codes! {
                $($name = $omp, $severity, $title, $explanation,
                    bad example!("omp" $omp_bad), good example!("omp" $omp_good);)*
            }
        }

        $($(#[$doc])*
        pub const $name: Pair = Pair { acc: &acc::$name, omp: &omp::$name };)*
    };
}

pairs! {
    /// No directive name, or one that the language does not have.
    UNKNOWN_DIRECTIVE "ACC0001" "OMP0001" Error "directive expected"
        "The words behind `#pragma acc` or `#pragma omp` must begin with the name of a directive. A line with another name is passed through unchanged and means nothing."
        acc "paralel loop\nfor (int i = 0; i < n; ++i) a[i] = 0;" / "parallel loop\nfor (int i = 0; i < n; ++i) a[i] = 0;"
        omp "paralel for\nfor (int i = 0; i < n; ++i) a[i] = 0;" / "parallel for\nfor (int i = 0; i < n; ++i) a[i] = 0;";
    /// A word that is no clause of the language.
    UNKNOWN_CLAUSE "ACC0002" "OMP0002" Error "unknown clause"
        "The language has no clause of this name. The clause is kept in the tree and in the text, but nothing can be derived from it."
        acc "parallel copyinn(a[0:n])\n{ }" / "parallel copyin(a[0:n])\n{ }"
        omp "parallel do\n{ }" / "parallel\n{ }";
    /// Tokens behind the last clause, or parentheses behind a clause that takes none.
    EXTRA_TOKENS "ACC0003" "OMP0003" Warning "extra tokens are ignored"
        "The directive is complete before the end of the line; what follows has no meaning in it. A clause that takes no argument must not be followed by parentheses."
        acc "loop seq(1)\nfor (int i = 0; i < n; ++i) a[i] = 0;" / "loop seq\nfor (int i = 0; i < n; ++i) a[i] = 0;"
        omp "barrier;" / "barrier";
    /// A clause that needs arguments without them.
    MISSING_PAREN "ACC0004" "OMP0004" Error "`(` expected"
        "This clause or directive takes its arguments in parentheses."
        acc "parallel copyin\n{ }" / "parallel copyin(a[0:n])\n{ }"
        omp "target map\n{ }" / "target map(tofrom: a)\n{ }";
    /// A parenthesis that is not closed on its line.
    UNCLOSED_PAREN "ACC0005" "OMP0005" Error "`)` expected"
        "The parenthesis that opens the arguments is not closed before the end of the directive. A directive ends with its line; a backslash at the end of the line continues it."
        acc "parallel copyin(a[0:n]\n{ }" / "parallel copyin(a[0:n])\n{ }"
        omp "target map(tofrom: a\n{ }" / "target map(tofrom: a)\n{ }";
    /// An item is missing.
    MISSING_ITEM "ACC0006" "OMP0006" Error "expression expected"
        "The parentheses are empty, or a comma is not followed by another item."
        acc "parallel copyin(a[0:n],)\n{ }" / "parallel copyin(a[0:n])\n{ }"
        omp "parallel private()\n{ }" / "parallel private(x)\n{ }";
    /// Something else than `,` or `)` behind an item.
    MISSING_COMMA "ACC0007" "OMP0007" Error "`,` or `)` expected"
        "The items of a clause are separated by commas."
        acc "parallel copyin(a b)\n{ }" / "parallel copyin(a,b)\n{ }"
        omp "parallel private(x y)\n{ }" / "parallel private(x,y)\n{ }";
    /// A modifier, key or kind that the clause does not have.
    UNKNOWN_WORD "ACC0008" "OMP0008" Error "unknown word in a clause"
        "What a clause takes here is one of a fixed set of words, named in the message."
        acc "parallel default(shared)\n{ }" / "parallel default(present)\n{ }"
        omp "parallel for schedule(fast)\nfor (int i = 0; i < n; ++i) a[i] = 0;" / "parallel for schedule(dynamic)\nfor (int i = 0; i < n; ++i) a[i] = 0;";
    /// A colon is missing.
    MISSING_COLON "ACC0009" "OMP0009" Error "`:` expected"
        "A modifier is separated from the items by a colon."
        acc "loop gang(static 4)\nfor (int i = 0; i < n; ++i) a[i] = 0;" / "loop gang(static: 4)\nfor (int i = 0; i < n; ++i) a[i] = 0;"
        omp "target map(tofrom a)\n{ }" / "target map(tofrom: a)\n{ }";
    /// A reduction without an operator, or with one the language does not have.
    REDUCTION_OPERATOR "ACC0010" "OMP0010" Error "reduction operator expected"
        "A reduction clause begins with an operator and a colon."
        acc "parallel reduction(x)\n{ }" / "parallel reduction(+: x)\n{ }"
        omp "parallel reduction(x)\n{ }" / "parallel reduction(+: x)\n{ }";
    /// The colon behind a reduction operator is missing; it is assumed.
    ASSUMED_COLON "ACC0011" "OMP0011" Warning "`:` assumed behind the reduction operator"
        "The operator and the list of a reduction clause are separated by a colon. The clause is read as if it stood there."
        acc "parallel reduction(+ x)\n{ }" / "parallel reduction(+: x)\n{ }"
        omp "parallel reduction(+ x)\n{ }" / "parallel reduction(+: x)\n{ }";
    /// More values than the clause takes.
    TOO_MANY "ACC0012" "OMP0012" Error "too many arguments"
        "The clause takes fewer arguments than are written."
        acc "parallel num_gangs(1, 2, 3, 4)\n{ }" / "parallel num_gangs(1, 2, 3)\n{ }"
        omp "parallel num_threads(2, 4)\n{ }" / "parallel num_threads(2)\n{ }";
    /// A directive that needs a statement at the end of a block.
    MISSING_STATEMENT "ACC0013" "OMP0013" Error "statement expected behind the directive"
        "The directive applies to the statement that follows it, and none follows in this block."
        acc "parallel\n" / "parallel\n{ }"
        omp "parallel\n" / "parallel\n{ }";
    /// A modifier that must stand before a colon is missing.
    MISSING_MODIFIER "ACC0014" "OMP0014" Error "a word and `:` expected before the items"
        "The clause begins with a word that says what happens to its items, and a colon."
        acc "routine(f) gang(2)" / "routine(f) gang(dim: 2)"
        omp "task depend(x)\n{ }" / "task depend(in: x)\n{ }";
}

impl Pair {
    /// The code for a directive of a language.
    pub const fn of(self, language: Language) -> &'static Code {
        match language {
            Language::OpenAcc => self.acc,
            Language::OpenMp => self.omp,
        }
    }
}
