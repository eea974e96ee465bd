//! The severities of findings: the names of warnings, and the users' settings for them.
//!
//! Every warning has a name, that of the Clacc compiler or of clang where they have one; its code is also a name. A name may stand for
//! several codes. The severity of an error cannot be changed: the directive that it is about keeps its text in a translation. For the same
//! reason, turning a warning into an error changes no translation.

use std::collections::BTreeMap;

use clacc_syntax::diagnostics::Diagnostic as Finding;
use clacc_syntax::misspelling::nearest;
use clacc_syntax::source::FileRange;

use crate::diagnostics::{Code, Diagnostic, Severity};
use crate::pages;
use crate::place_finder::PlaceFinder;

/// The treatment of the findings of a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum WarningLevel {
    /// The findings are not shown (`-Wno-NAME`).
    Off,
    /// The findings are shown with their severity, including those that are off by default (`-WNAME`).
    On,
    /// The findings are shown, but are no errors even if all warnings are (`-Wno-error=NAME`).
    NoError,
    /// The findings are shown as errors (`-Werror=NAME`).
    Error,
}

/// The user's setting for one code or for all warnings. None if nothing was set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Setting {
    is_shown: Option<bool>,
    is_error: Option<bool>,
}

impl Setting {
    fn change(&mut self, level: WarningLevel) {
        match level {
            WarningLevel::Off => self.is_shown = Some(false),
            WarningLevel::On => self.is_shown = Some(true),
            WarningLevel::NoError => self.is_error = Some(false),
            WarningLevel::Error => *self = Setting { is_shown: Some(true), is_error: Some(true) },
        }
    }
}

/// The user's settings: which findings are shown, and with which severity. A setting of a name has precedence over a setting of all
/// warnings.
///
/// ```
/// use clacc::Session;
/// use clacc::files::MemoryFiles;
/// use clacc::options::CompileOptions;
/// use clacc::severities::{WarningLevel, Severities};
///
/// let program = "void f(float *p) {\n#pragma acc exit data copyout(p)\n}\n";
/// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// assert_eq!(session.check(unit)[0].code.id, "ACC0085");
///
/// let mut severities = Severities::default();
/// severities.set("pointer-without-range", WarningLevel::Off)?; // or by its code, "ACC0085"
/// assert!(session.check_with(unit, &severities).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Severities {
    all: Setting,
    #[cfg_attr(feature = "serde", serde(with = "crate::code_ids::keyed"))]
    codes: BTreeMap<&'static str, Setting>,
}

/// The warnings that the Clacc compiler reports as errors and other compilers accept: those of functions for devices.
const ERRORS_OF_CLACC: [&str; 4] = ["ACC0137", "ACC0138", "ACC0158", "ACC0159"];

impl Severities {
    /// Returns the severities of the Clacc compiler: in functions for devices, directives for the host and static variables are errors, and
    /// so are `routine` directives after a use and those with another level.
    #[must_use]
    pub fn of_clacc() -> Severities {
        let mut severities = Severities::default();
        for code in ERRORS_OF_CLACC {
            severities.codes.entry(code).or_default().change(WarningLevel::Error);
        }
        severities
    }

    /// Changes the level of the findings of a name: the name of a warning, of a group of warnings, or a code.
    ///
    /// # Errors
    /// [`NameError`] if there is no such name, or if its findings are errors.
    pub fn set(&mut self, name: &str, level: WarningLevel) -> Result<(), NameError> {
        let codes = codes_of(name)?;
        for code in codes {
            self.codes.entry(code).or_default().change(level);
        }
        Ok(())
    }

    /// Changes the level of all warnings. [`WarningLevel::Off`] also resets earlier settings of names. It does not turn off warnings about
    /// what a translation keeps or changes, whose codes begin with `MAP`: `-w` is in the commands of many programs, and nothing may be lost
    /// silently. These warnings are turned off by their names.
    pub fn set_all(&mut self, level: WarningLevel) {
        match level {
            WarningLevel::Off => {
                self.all.is_shown = Some(false);
                self.codes.values_mut().for_each(|setting| setting.is_shown = None);
            }
            WarningLevel::On => self.all.is_shown = None,
            WarningLevel::NoError => self.all.is_error = None,
            WarningLevel::Error => self.all.is_error = Some(true),
        }
    }

    /// Applies a flag of a compiler's command line: `-w`, `-Werror`, `-Wno-error`, `-WNAME`, `-Wno-NAME`, `-Werror=NAME` or
    /// `-Wno-error=NAME`. Returns whether it was a flag for findings of this crate.
    ///
    /// # Errors
    /// [`NameError`] if the name is similar to one of this crate, has the form of a code, or is that of an error. Every other unknown name
    /// is taken for a warning of some C compiler.
    pub fn take_flag(&mut self, flag: &str) -> Result<bool, NameError> {
        match flag {
            "-w" => self.set_all(WarningLevel::Off),
            "-Werror" => self.set_all(WarningLevel::Error),
            "-Wno-error" => self.set_all(WarningLevel::NoError),
            _ => {
                let Some(words) = flag.strip_prefix("-W") else { return Ok(false) };
                let prefixes = [
                    ("error=", WarningLevel::Error),
                    ("no-error=", WarningLevel::NoError),
                    ("no-", WarningLevel::Off),
                    ("", WarningLevel::On),
                ];
                let split = |(prefix, level)| Some((words.strip_prefix(prefix)?, level));
                let (name, level) = prefixes.into_iter().find_map(split).unwrap_or((words, WarningLevel::On));
                return match self.set(name, level) {
                    Ok(()) => Ok(true),
                    Err(error) if error.is_foreign() => Ok(false),
                    Err(error) => Err(error),
                };
            }
        }
        Ok(true)
    }

    /// Returns the finding with the severity that the settings give it. None if it is not shown.
    #[must_use]
    pub fn apply(&self, mut finding: Diagnostic) -> Option<Diagnostic> {
        finding.severity = self.severity(finding.code, finding.severity)?;
        Some(finding)
    }

    /// Returns whether findings with this code are shown.
    #[must_use]
    pub fn shows(&self, code: &str) -> bool {
        let known = pages::codes().find(|known| known.id == code);
        known.is_some_and(|code| self.severity(code, code.severity).is_some())
    }

    /// Returns the findings that are shown, with resolved places. The others are neither copied nor resolved.
    pub(crate) fn shown<'f>(
        &self,
        found: impl Iterator<Item = &'f Finding<FileRange>>,
        places: &mut PlaceFinder<'_>,
    ) -> Vec<Diagnostic> {
        let shown = |finding: &Finding<FileRange>| {
            let severity = self.severity(finding.code, finding.severity)?;
            Some(Diagnostic { severity, ..places.located(finding) })
        };
        found.filter_map(shown).collect()
    }

    /// Returns the severity that the settings give a finding of severity `severity`. None if it is not shown.
    pub(crate) fn severity(&self, code: &Code, severity: Severity) -> Option<Severity> {
        if severity == Severity::Error {
            return Some(severity);
        }
        let own = self.codes.get(code.id).copied().unwrap_or_default();
        let mut all = if severity == Severity::Warning { self.all } else { Setting::default() };
        // The search among the mapping's codes is only needed if all warnings are set, which is rare.
        if all.is_shown.is_some() && clacc_ttx::codes::ALL.contains(&code) {
            all.is_shown = None;
        }
        let is_shown = own.is_shown.or(all.is_shown).unwrap_or(!code.off_by_default);
        let is_error = own.is_error.or(all.is_error).unwrap_or(false);
        is_shown.then_some(if is_error { Severity::Error } else { severity })
    }
}

/// A warning name that cannot be set.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", kind.said_of(name))]
pub struct NameError {
    name: String,
    kind: NameErrorKind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NameErrorKind {
    /// No name is similar.
    Unknown,
    /// This name is similar.
    Nearly(&'static str),
    /// The name has the form of a code, but there is no such code.
    NoCode,
    /// The findings of the name are errors.
    IsError,
}

impl NameError {
    /// Returns whether no name of this crate is similar.
    fn is_foreign(&self) -> bool {
        self.kind == NameErrorKind::Unknown
    }
}

impl NameErrorKind {
    /// The message about a name.
    fn said_of(self, name: &str) -> String {
        match self {
            NameErrorKind::Unknown => format!("no warning has the name {name}"),
            NameErrorKind::Nearly(other) => format!("no warning has the name {name}; there is {other}"),
            NameErrorKind::NoCode => format!("no finding has the code {name}"),
            NameErrorKind::IsError => format!("{name} is an error, which no flag changes"),
        }
    }
}

/// A name of one or more warnings.
///
/// ```
/// use clacc::severities::{NameError, Severities, WarningLevel, WarningName, names, names_of};
///
/// let all: Vec<WarningName> = names().collect();
/// println!("{}: {:?}", all[0].name, all[0].codes);
/// assert!(names_of("ACC0122").any(|name| name == "source-uses-openacc"));
/// let wrong: NameError = Severities::default().set("no-such-name", WarningLevel::Off).expect_err("there is none");
/// println!("{wrong}");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WarningName {
    /// The name, as it follows `-W`.
    pub name: &'static str,
    /// The codes of the findings with this name. Empty for a name of the Clacc compiler that is accepted without effect.
    pub codes: &'static [&'static str],
}

/// Returns every name of warnings, in alphabetical order.
pub fn names() -> impl Iterator<Item = WarningName> {
    NAMES.iter().map(|(name, codes)| WarningName { name, codes })
}

/// Returns the names of the findings of a code.
pub fn names_of(code: &str) -> impl Iterator<Item = &'static str> {
    NAMES.iter().filter(move |(_, codes)| codes.contains(&code)).map(|(name, _)| *name)
}

fn codes_of(name: &str) -> Result<Vec<&'static str>, NameError> {
    let error = |kind| Err(NameError { name: name.to_owned(), kind });
    if let Some((_, codes)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Ok(codes.to_vec());
    }
    if let Some(code) = pages::codes().find(|code| code.id == name) {
        return if code.severity == Severity::Error {
            error(NameErrorKind::IsError)
        } else {
            Ok(vec![code.id])
        };
    }
    if pages::is_code_like(name) {
        return error(NameErrorKind::NoCode);
    }
    let near = nearest(name, NAMES.iter().map(|(known, _)| *known));
    error(near.map_or(NameErrorKind::Unknown, NameErrorKind::Nearly))
}

const NAMES: &[(&str, &[&str])] = &[
    ("accumulated-element", &["ACC0125"]),
    ("array-parameter", &["ACC0128"]),
    ("asked-openmp-version", &["MAP0038"]),
    ("auto-loop-every-gang", &["MAP0031"]),
    ("behind-pointers", &["MAP0024"]),
    ("bind-device-links", &["MAP0050"]),
    ("bound-function-address", &["ACC0113"]),
    ("builtin-macro-redefined", &["PP0024"]),
    ("cache-before-statement", &["ACC0120"]),
    ("call-undefined-function", &["ACC0124"]),
    ("char-subscripts", &["ACC0156"]),
    ("configured-length", &["MAP0106"]),
    ("copy-by-two-clauses", &["ACC0099"]),
    ("cpp", &["PP0031"]),
    ("dependent-iterations", &["ACC0141"]),
    ("detach-in-region", &["MAP0058"]),
    ("dual-openacc-macro", &["MAP0072"]),
    ("error-directive", &["GEN0043", "OMP0086"]),
    ("exit-data-held", &["MAP0027"]),
    ("extra-tokens", &["ACC0003", "OMP0003", "PP0010"]),
    ("function-pointer-of-host", &["ACC0170"]),
    ("gang-dimension-repeats", &["MAP0060"]),
    ("gang-loop-in-reduction", &["ACC0116"]),
    ("gang-order", &["ACC0126"]),
    ("gang-routine-on-host", &["ACC0133"]),
    ("header-not-written", &["MAP0041"]),
    ("host-directive-on-device", &["ACC0137"]),
    ("include-next-outside-header", &["PP0036"]),
    ("iteration-order", &["ACC0129"]),
    ("iterations-miscounted", &["MAP0043"]),
    ("kernels-one-thread", &["MAP0107"]),
    ("kernels-shared-scalar", &["ACC0140"]),
    ("keyword-macro", &["MAP0035"]),
    ("loop-remarks", &["ACC0142"]),
    ("lost-result", &["ACC0127"]),
    ("macro-redefined", &["PP0023"]),
    ("malformed-macro-pragma", &["PP0034"]),
    ("map-static-pointer-struct", &["MAP0034"]),
    ("map-struct-members", &["MAP0025"]),
    ("map-unknown-section", &["MAP0026"]),
    ("missing-reduction-colon", &["ACC0011", "OMP0011"]),
    ("named-twice", &["ACC0119"]),
    ("not-equal-step", &["MAP0044"]),
    ("one-element", &["ACC0112"]),
    ("openacc-absent-data", &["ACC0154", "ACC0171", "ACC0172", "ACC0173"]),
    ("openacc-and-cxx", &[]),
    ("openacc-copies-nothing", &["ACC0163"]),
    ("openacc-freed-data", &["ACC0160"]),
    ("openacc-host-function", &["ACC0165"]),
    ("openacc-ignored-clause", &["ACC0063"]),
    (
        "openacc-kept",
        &[
            "MAP0001", "MAP0002", "MAP0003", "MAP0010", "MAP0011", "MAP0046", "MAP0049", "MAP0051",
            "MAP0052", "MAP0053", "MAP0054", "MAP0056", "MAP0063", "MAP0064", "MAP0066", "MAP0067",
            "MAP0089", "MAP0092", "MAP0093",
        ],
    ),
    ("openacc-macro-kept", &["MAP0101"]),
    ("openacc-missing-wait", &["ACC0153"]),
    ("openacc-omp-atomic-in-teams", &["MAP0047"]),
    ("openacc-omp-ext", &["MAP0019", "MAP0020", "MAP0021", "MAP0022", "MAP0047", "MAP0062"]),
    ("openacc-omp-macro-inserted", &["MAP0013"]),
    ("openacc-omp-map-hold", &["MAP0019"]),
    ("openacc-omp-map-no-alloc", &["MAP0020"]),
    ("openacc-omp-map-ompx-hold", &["MAP0019"]),
    ("openacc-omp-map-ompx-no-alloc", &["MAP0020"]),
    ("openacc-omp-map-present", &["MAP0021"]),
    ("openacc-omp-tile-in-teams", &["MAP0062"]),
    ("openacc-omp-update-present", &["MAP0022"]),
    ("openacc-reduction-read", &["ACC0164"]),
    ("openacc-repeated-copy", &["ACC0166"]),
    ("openacc-restrictions", &["ACC0114", "ACC0123", "ACC0133", "ACC0137", "ACC0138", "ACC0158", "ACC0159"]),
    ("openacc-routine-cxx-lambda", &[]),
    ("openacc-section-beyond", &["ACC0161"]),
    ("openacc-section-needless", &["ACC0162"]),
    ("openacc-shared-scalar", &["ACC0121"]),
    ("openacc-stale-data", &["ACC0150", "ACC0151", "ACC0152"]),
    ("openmp-loop-form", &["ACC0136"]),
    ("pointer-without-range", &["ACC0085"]),
    ("pragma-once-outside-header", &["PP0035"]),
    ("pragma-system-header-outside-header", &["PP0035"]),
    ("reduction-minus", &["ACC0115"]),
    ("reduction-missing", &["ACC0118"]),
    ("reduction-of-part", &["MAP0017", "MAP0033"]),
    ("reduction-unused", &["ACC0117"]),
    ("routine-behind-use", &["ACC0138"]),
    ("routine-host-variable", &["ACC0114"]),
    ("routine-internal-variable", &["MAP0057"]),
    ("routine-levels-differ", &["ACC0159"]),
    ("routine-static-variable", &["ACC0158"]),
    ("routine-without-level", &["ACC0123"]),
    ("rows-without-values", &["MAP0088"]),
    ("seq-control-variable", &["MAP0030"]),
    ("shared-by-lanes", &["ACC0106"]),
    ("size-outside-kernels", &["ACC0145"]),
    ("small-loops", &["MAP0076"]),
    ("source-uses-openacc", &["ACC0122"]),
    ("source-uses-openmp", &["ACC0155"]),
    ("stringification", &["PP0028"]),
    ("system-header-directives", &["MAP0040"]),
    ("unannounced-directive", &["MAP0108"]),
    ("va-args-outside-macro", &["PP0022"]),
    ("variable-without-clause", &["MAP0032"]),
    ("white-space-behind-macro", &["PP0018"]),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_warning_has_a_name_and_no_error_has_one() {
        for code in pages::codes() {
            let named = names_of(code.id).count() > 0;
            let wanted = code.severity == Severity::Warning;
            assert!(named || !wanted, "{} is a warning without a name", code.id);
            assert!(!named || code.severity < Severity::Error, "{} is an error with a name", code.id);
        }
        assert!(
            NAMES.iter().all(|(_, codes)| codes.iter().all(|id| pages::codes().any(|code| code.id == *id)))
        );
    }

    #[test]
    fn names_stand_in_order_and_once() {
        assert!(NAMES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }
}
