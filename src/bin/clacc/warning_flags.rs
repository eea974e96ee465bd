//! The flags `-W...` and `-w` of the command line.

use clacc::Dialect;
use clacc::diagnostics::Diagnostic;
use clacc::severities::{Severities, names, names_of};

use crate::results;

/// Returns the given severities, changed by flags. A flag that was probably meant as one of clacc's warnings, but names none, is reported;
/// all other flags are ignored as those of C compilers.
pub(crate) fn severities<'a>(
    mut given: Severities,
    flags: impl IntoIterator<Item = &'a String>,
) -> Severities {
    for flag in flags {
        if let Err(error) = given.take_flag(flag) {
            results::warn(&format!("{flag}: {error}"));
        }
    }
    given
}

/// Returns the initial severities: those of the Clacc compiler for its own dialects.
pub(crate) fn base(dialect: Dialect) -> Severities {
    if dialect.follows_design() { Severities::of_clacc() } else { Severities::default() }
}

/// Returns whether a flag is about warnings that only clacc has. C compilers refuse such flags.
pub(crate) fn is_own(flag: &str) -> bool {
    let Some(words) = flag.strip_prefix("-W") else { return false };
    let name = ["error=", "no-error=", "no-"].into_iter().find_map(|prefix| words.strip_prefix(prefix));
    let name = name.unwrap_or(words);
    let is_own_code = |code: &str| code.starts_with("ACC") || code.starts_with("MAP");
    // Compilers have a warning of this name about other subscripts.
    let is_shared = name == "char-subscripts";
    let named = names().find(|known| known.name == name && !is_shared);
    named.is_some_and(|known| known.codes.iter().all(|code| is_own_code(code)))
        || is_own_code(name) && clacc::codes().any(|page| page.id == name)
}

/// The options of `clacc cc` that avoid an OpenMP extension, by the code of the warning about it.
const ALTERNATIVES: &[(&str, &str)] = &[
    ("MAP0019", "-fopenacc-structured-ref-count-omp=no-hold"),
    ("MAP0020", "-fopenacc-no-create-omp=no-no_alloc"),
    ("MAP0021", "-fopenacc-present-omp=no-present"),
    ("MAP0022", "-fopenacc-update-present-omp=no-present"),
];

/// The name of the warnings about OpenMP that many compilers reject.
pub(crate) const EXTENSIONS: &str = "openacc-omp-ext";

/// Adds advice to a warning about an extension: how to avoid it, and the flags that disable it.
pub(crate) fn with_alternative(mut finding: Diagnostic) -> Diagnostic {
    let alternative = ALTERNATIVES.iter().find(|(code, _)| *code == finding.code.id);
    let name = names_of(finding.code.id).find(|name| *name != EXTENSIONS);
    if let (Some((_, alternative)), Some(name)) = (alternative, name) {
        finding.notes.push(format!("{alternative} translates without it"));
        finding.notes.push(format!("-Wno-{name} or -Wno-{EXTENSIONS} turns this warning off"));
    }
    finding
}
