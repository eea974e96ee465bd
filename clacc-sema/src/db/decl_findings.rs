//! The findings of each declaration of a main file.
//!
//! After an edit, the findings of all declarations are collected again. As long as the unit's [environment](super::environment) stays
//! equal, a declaration that the edit did not change keeps its findings.

use std::sync::Arc;

use clacc_syntax::checkpoint::{self, HalfDone};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::token::TokenRange;
use salsa::plumbing::AsId;

use crate::db::decl_contents::{DeclKind, SplitOff};
use crate::db::device_calls::{DeviceCall, calls_of_constructs};
use crate::db::environment::{Environment, environment};
use crate::db::external_decls::{ExternalDecl, declarations, tree};
use crate::db::functions::{acc_facts, data_defects, device_memory, omp_facts, omp_findings};
use crate::db::preprocessed::rest;
use crate::db::routine_rules;
use crate::db::routines::routine_levels;
use crate::db::{Db, Unit};
use crate::flow::defects::unplaced::DeviceMemory;

/// The findings of a declaration and its uses of devices, placed by tokens of the declaration.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct DeclFindings {
    pub(super) findings: Box<[Diagnostic<TokenRange>]>,
    /// The calls that its compute constructs make on a device.
    pub(super) device_calls: Box<[DeviceCall]>,
    /// The memory that the compute constructs use, and what the declaration's directives put on the device.
    pub(super) memory: Arc<DeviceMemory>,
}

const FINDINGS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

impl DeclFindings {
    fn of<'db>(db: &'db dyn Db, decl: ExternalDecl<'db>, external: &SplitOff) -> DeclFindings {
        let mut findings = HalfDone::new(routine_rules::host_variables(db, decl));
        let mut add = |finding: &Diagnostic<TokenRange>| {
            findings.push(finding.clone());
            if findings.len().is_multiple_of(FINDINGS_BETWEEN_CHECKPOINTS) {
                checkpoint::pass();
            }
        };
        let (mut device_calls, mut memory) = (Box::default(), Arc::default());
        if external.has_directive {
            head_findings(db, decl, external).for_each(&mut add);
            each_finding(db, decl, &mut add);
            memory = device_memory(db, decl);
            if decl.kind(db) == DeclKind::Function {
                device_calls = calls_of_constructs(db, decl).into();
            }
        } else {
            external.parsed.diagnostics.iter().for_each(&mut add);
            if calls_with_level(db, decl) {
                acc_facts(db, decl).diagnostics.iter().for_each(&mut add);
            }
        }
        DeclFindings { findings: findings.finish().into(), device_calls, memory }
    }
}

/// The findings of the declarations of a unit, in order, with the environment in which they were made.
#[derive(Debug)]
pub(super) struct UnitFindings {
    environment: Arc<Environment>,
    declarations: Box<[Arc<DeclFindings>]>,
}

impl UnitFindings {
    pub(super) fn declarations(&self) -> &[Arc<DeclFindings>] {
        &self.declarations
    }

    /// The findings of a declaration, if they are still valid in the environment `now`.
    fn known(&self, index: usize, now: &Environment) -> Option<&Arc<DeclFindings>> {
        self.declarations.get(index).filter(|_| self.environment.has_same(index, now))
    }
}

/// Returns the findings of each declaration of a main file.
#[salsa::tracked(returns(clone), no_eq)]
pub(super) fn decl_findings(db: &dyn Db, unit: Unit) -> Arc<UnitFindings> {
    let (environment, rest) = (environment(db, unit), rest(db, unit));
    let last = db.last_results().of_unit::<UnitFindings>(unit.as_id());
    let own = declarations(db, unit).iter().zip(rest.externals()).enumerate();
    let findings_of = |(index, (decl, external)): (usize, (&ExternalDecl<'_>, &SplitOff))| {
        let known = last.as_ref().and_then(|last| last.known(index, &environment));
        let new = || DeclFindings::of(db, *decl, external);
        debug_assert!(known.is_none_or(|known| **known == new()), "findings were kept that have changed");
        known.cloned().unwrap_or_else(|| new().into())
    };
    let declarations = own.map(findings_of).collect();
    let findings = Arc::new(UnitFindings { environment, declarations });
    db.last_results().set_of_unit(unit.as_id(), &findings);
    findings
}

/// The parser's findings in the head of a declaration that are missing in its tree: once the parser has reported that the head names an
/// undeclared type, the type counts as declared.
pub(super) fn head_findings<'e>(
    db: &dyn Db,
    decl: ExternalDecl<'_>,
    external: &'e SplitOff,
) -> impl Iterator<Item = &'e Diagnostic<TokenRange>> + use<'e> {
    let parsed = tree(db, decl);
    external.parsed.diagnostics.iter().filter(move |finding| !parsed.diagnostics.contains(finding))
}

/// Returns whether a function without directives may call a function with a `routine` directive of a level above `seq`.
fn calls_with_level(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let levels = routine_levels(db, decl.unit(db));
    !levels.is_empty()
        && decl.kind(db) == DeclKind::Function
        && decl.tokens(db).texts.iter().any(|text| levels.is_above_seq(*text))
}

/// Calls `add` for the findings of a declaration. Only declarations with directives are parsed with bodies.
pub(super) fn each_finding<'db>(
    db: &'db dyn Db,
    decl: ExternalDecl<'db>,
    add: &mut dyn FnMut(&Diagnostic<TokenRange>),
) {
    tree(db, decl).diagnostics.iter().for_each(&mut *add);
    acc_facts(db, decl).diagnostics.iter().for_each(&mut *add);
    if decl.kind(db) == DeclKind::Function {
        data_defects(db, decl).iter().for_each(&mut *add);
    }
    omp_findings(db, decl).iter().for_each(&mut *add);
    omp_facts(db, decl).diagnostics.iter().for_each(add);
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use clacc_syntax::parse::ParseLimits;

    use super::decl_findings;
    use crate::db::files::Volatility;
    use crate::db::findings::diagnostics;
    use crate::db::{Database, Unit, set_text};

    #[test]
    fn an_edit_of_a_body_keeps_what_the_others_add() {
        let text = "void f(int *a) {\n#pragma acc parallel loop\nfor (int i = 0; i < 9; i++) a[i] = i;\n}\n\
            void g(void) {\n#pragma acc wait async(1) if(1)\n}\nvoid h(void) {}\n";
        let mut db = Database::default();
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
        let mut last = decl_findings(&db, unit);
        for (from, to, kept) in
            [("= i;", "= 2 * i;", [false, true, true]), ("(void) {}", "(int n) {}", [false; 3])]
        {
            let text = text.replace(from, to);
            set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
            let now = decl_findings(&db, unit);
            let pairs = last.declarations().iter().zip(now.declarations());
            let are: Vec<bool> = pairs.map(|(last, now)| Arc::ptr_eq(last, now)).collect();
            assert_eq!(are, kept, "replacing {from:?} by {to:?}");
            last = now;
        }
    }

    /// The codes of the findings in the main file `text`.
    fn codes(text: &str) -> Vec<&'static str> {
        let mut db = Database::default();
        let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
        diagnostics(&db, unit).iter().map(|finding| finding.code.id).collect()
    }

    #[test]
    fn types_that_the_head_of_a_function_lacks_are_reported_once() {
        let body = "{\n#pragma acc parallel\n{ }\n}\n";
        for head in [
            "size_type f(void)",
            "static size_type *f(int n)",
            "int f(size_type n)",
            "int f(size_type n, size_type m)",
        ] {
            assert_eq!(codes(&format!("{head} {{ }}\n")), ["C0007"], "{head}");
            assert_eq!(codes(&format!("{head} {body}")), ["C0007"], "{head} with a directive");
        }
        assert!(codes(&format!("typedef int size_type;\nint f(size_type n) {body}")).is_empty());
    }
}
