//! Functions that devices call in one unit of a program and that another unit defines, without a `routine` directive.
//!
//! OpenACC gives functions a version for devices by rule only where the definition is visible. Where one session has all files
//! (`Session::share_device_functions`, which `clacc cc` calls), such a function gets `routine seq` as an operator in the
//! session's text, before whatever mentions it first: every rule about routines applies, and no line moves. `clacc translate`
//! leaves it to the user, whose text it would change.

use std::collections::BTreeSet;
use std::sync::Arc;

use clacc_sema::db::Db;
use clacc_sema::db::called_elsewhere::{self, RoutinePlace};
use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic as Finding;
use clacc_ttx::codes::MAP0075;

use crate::analysis::Analysis;
use crate::analysis::Unit;
use crate::diagnostics::Diagnostic;
use crate::session::Session;

/// The changes that make functions of other units available on devices.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::shared_functions::SharedFunctions;
///
/// let program = "int one(void);\nvoid f(int *x) {\n#pragma acc serial copy(x[0:1])\n  x[0] = one();\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// session.set_source("g.c", "int one(void) { return 1; }\n");
/// let other = session.add_unit("g.c", &CompileOptions::default())?;
/// assert!(session.calls_functions_of_others(unit));
/// let shared: SharedFunctions = session.share_device_functions(&[unit, other]);
/// assert_eq!((shared.changed.len(), shared.notes.len()), (2, 1));
/// assert!(session.source("g.c").is_some_and(|text| text.starts_with(b"_Pragma(\"acc routine")));
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct SharedFunctions {
    /// The paths of the main files whose texts have changed.
    pub changed: BTreeSet<Arc<str>>,
    /// For each function, a note at a call.
    pub notes: Vec<Diagnostic>,
}

/// A function that a unit calls on a device, and the units that define it.
struct SharedFunction {
    name: Name,
    callers: Vec<Unit>,
    definers: Vec<Unit>,
}

impl Session {
    /// Adds a `routine seq` directive for each function that one unit calls on a device and another unit defines, in the texts of both.
    /// OpenACC 3.4 2.15.1 does so implicitly for functions whose definition is visible; this call extends it to callers that have the whole
    /// program. The texts are set as by [`Session::set_source`]; the directives are `_Pragma` operators before a declaration, so that line
    /// numbers do not change.
    ///
    /// `units` are those of the program. A function whose directive cannot be placed in the text is left unchanged. All units are analysed,
    /// and once more for each step in a chain of such functions that call each other. [`SharedFunctions`] has an example.
    pub fn share_device_functions(&mut self, units: &[Unit]) -> SharedFunctions {
        let (mut shared, mut all): (SharedFunctions, Vec<SharedFunction>) = Default::default();
        let mut seen = BTreeSet::new();
        loop {
            let found = self.functions_of_others(units, &mut seen);
            if found.is_empty() {
                break;
            }
            for function in &found {
                self.add_routines(function, &mut shared.changed);
            }
            all.extend(found);
        }
        shared.notes = all.iter().filter_map(|function| self.note(function)).collect();
        shared
    }

    fn add_routines(&mut self, shared: &SharedFunction, changed: &mut BTreeSet<Arc<str>>) {
        for unit in shared.callers.iter().chain(&shared.definers) {
            let Some(RoutinePlace { before, by_name }) = self.routine_place(*unit, shared.name) else {
                continue;
            };
            let path = self.path(*unit);
            let Some(text) = self.source(&path) else { continue };
            let list = if by_name { format!("({})", &self.db.names()[shared.name]) } else { String::new() };
            let directive = format!("_Pragma(\"acc routine{list} seq\") ");
            let (behind, mut edited) = (before.start as usize, text.to_vec());
            edited.splice(behind..behind, directive.into_bytes());
            // Names are used across rounds, so the database must not be replaced here.
            self.set_text(&path, Some(edited.into()));
            changed.insert(path);
        }
    }
}

impl Analysis {
    /// Returns whether a unit calls a function on a device that only another file can define. It costs as much as [`Analysis::check`].
    /// [`SharedFunctions`] has an example.
    #[must_use]
    pub fn calls_functions_of_others(&self, unit: Unit) -> bool {
        !called_elsewhere::calls(&self.db, self.unit(unit)).is_empty()
    }

    /// Returns the shared functions that are not in `seen`, and adds their names to it.
    fn functions_of_others(&self, units: &[Unit], seen: &mut BTreeSet<String>) -> Vec<SharedFunction> {
        let mut found: Vec<SharedFunction> = Vec::new();
        for unit in units {
            for (name, _) in called_elsewhere::calls(&self.db, self.unit(*unit)) {
                if let Some(known) = found.iter_mut().find(|shared| shared.name == name) {
                    known.callers.push(*unit);
                } else if seen.insert(self.db.names()[name].to_owned()) {
                    let defines = |other: &&Unit| {
                        called_elsewhere::defines_for_others(&self.db, self.unit(**other), name)
                    };
                    let definers = units.iter().filter(defines).copied().collect();
                    found.push(SharedFunction { name, callers: vec![*unit], definers });
                }
            }
        }
        found.retain(|shared| !shared.definers.is_empty() && self.has_places(shared));
        found
    }

    fn routine_place(&self, unit: Unit, name: Name) -> Option<RoutinePlace> {
        called_elsewhere::routine_place(&self.db, self.unit(unit), name)
    }

    fn has_places(&self, shared: &SharedFunction) -> bool {
        shared
            .callers
            .iter()
            .chain(&shared.definers)
            .all(|unit| self.routine_place(*unit, shared.name).is_some())
    }

    fn note(&self, shared: &SharedFunction) -> Option<Diagnostic> {
        let (caller, name) = (shared.callers.first()?, &self.db.names()[shared.name]);
        let at = called_elsewhere::first_device_call(&self.db, self.unit(*caller), shared.name)?;
        let definer = self.path(*shared.definers.first()?);
        let message = format!(
            "`{name}` gets a version for devices in {definer}, because it is called on the device here"
        );
        let advice = format!(
            "`#pragma acc routine seq` before the declarations of `{name}` says so to every compiler"
        );
        Some(self.located(&Finding::new(&MAP0075, at, message).note(advice)))
    }
}
