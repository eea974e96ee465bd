//! Functions of the main file that devices execute because something calls them there (OpenACC 3.4 2.15.1), and what
//! they may not hold. Places are tokens of the main file, because calls and directives stand in several declarations.

use std::collections::VecDeque;

use clacc_syntax::Name;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::acc::codes;
use crate::acc::facts::AccFacts;
use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, lookup};
use crate::db::functions::{acc_facts, model, program};
use crate::db::routines::{each_level, routine_level};
use crate::db::{Db, Unit};
use crate::program::View;
use crate::program::run::Run;

/// A call on a device: the function, and the place.
struct DeviceCall {
    callee: Name,
    at: TokenRange,
}

/// The tokens of a part of a declaration, as tokens of the main file.
fn in_unit(db: &dyn Db, decl: ExternalDecl<'_>, range: TokenRange) -> TokenRange {
    let first = decl.first_token(db);
    TokenRange::new(range.start + first, range.end + first)
}

/// The calls in some runs of a function.
fn calls(db: &dyn Db, decl: ExternalDecl<'_>, runs: impl Fn(View<'_>) -> Vec<Run>) -> Vec<DeviceCall> {
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    let calls = runs(view).into_iter().flat_map(|run| view.calls(run));
    let named = calls.filter_map(|call| Some((view.name(call.callee?), view.start(call.at))));
    named.map(|(callee, at)| DeviceCall { callee, at: in_unit(db, decl, at) }).collect()
}

/// All calls of a function. A body without directives is not parsed for it: a name in front of a parenthesis is
/// taken for a call.
fn all_calls(db: &dyn Db, decl: ExternalDecl<'_>) -> Vec<DeviceCall> {
    if decl.has_directive(db) {
        return calls(db, decl, |view| vec![view.program.outline.all()]);
    }
    let (tokens, own) = (decl.tokens(db), decl.name(db));
    let pairs = tokens.texts.windows(2).zip(0..);
    let called = pairs.filter_map(|(pair, at): (_, u32)| match pair {
        [name, next] if *name != own && &db.names()[*next] == "(" => Some((*name, at)),
        _ => None,
    });
    let call = |(callee, at)| DeviceCall { callee, at: in_unit(db, decl, TokenRange::new(at, at + 1)) };
    called.map(call).collect()
}

/// The calls that constructs and explicit routines make on a device, in source order.
fn direct_calls(db: &dyn Db, unit: Unit) -> Vec<DeviceCall> {
    let mut found = Vec::new();
    let functions = declarations(db, unit).iter().filter(|decl| decl.kind(db) == DeclKind::Function);
    for decl in functions {
        if routine_level(db, unit, decl.name(db)).is_some() {
            found.extend(all_calls(db, *decl));
        } else if decl.has_directive(db) {
            let analysis = acc_facts(db, *decl);
            found.extend(calls(db, *decl, |_| compute_runs(&analysis.facts)));
        }
    }
    found
}

fn compute_runs(facts: &AccFacts) -> Vec<Run> {
    let computes = facts.constructs.iter().filter(|(_, construct)| construct.is_compute());
    computes.map(|(_, construct)| construct.run()).collect()
}

/// The functions without a `routine` directive that are called on a device, directly or by others, each with the
/// place of a call.
fn implied(db: &dyn Db, unit: Unit) -> Vec<(ExternalDecl<'_>, TokenRange)> {
    let mut open: VecDeque<DeviceCall> = direct_calls(db, unit).into();
    let mut known: FxHashSet<Name> = FxHashSet::default();
    let mut found = Vec::new();
    while let Some(DeviceCall { callee, at }) = open.pop_front() {
        if routine_level(db, unit, callee).is_some() || !known.insert(callee) {
            continue;
        }
        let definition = lookup(db, unit, callee).iter().find(|decl| decl.kind(db) == DeclKind::Function);
        if let Some(definition) = definition {
            found.push((*definition, at));
            open.extend(all_calls(db, *definition));
        }
    }
    found
}

/// The directives for the host in functions that devices execute by rule.
pub(crate) fn host_directives(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<TokenRange>> {
    let mut found = Vec::new();
    for (decl, call) in implied(db, unit) {
        if !decl.has_directive(db) {
            continue;
        }
        let (model, program) = (model(db, decl), program(db, decl));
        let view = View::of_c(&program, &model);
        for (id, directive) in program.directives.iter() {
            if directive.kind.acc().is_none_or(runs_on_devices) {
                continue;
            }
            let (text, name) = (view.directive_text(id), view.text(decl.name(db)));
            let message = format!("`{text}` stands in `{name}`, which is called on the device");
            let at = in_unit(db, decl, view.directive_name_span(id));
            let finding = Diagnostic::new(&codes::ACC0137, at, message)
                .label(call, format!("calls `{name}`, or a function that does, on the device"));
            found.push(finding);
        }
    }
    found
}

/// Whether devices execute a directive in a function.
fn runs_on_devices(kind: AccDirective) -> bool {
    use AccDirective as D;
    matches!(kind, D::Loop | D::Atomic | D::Cache | D::Routine | D::Declare)
}

/// The first `routine` directives of functions that the main file defines before, or calls on a device.
pub(crate) fn late_directives(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<TokenRange>> {
    let mut first: FxHashMap<Name, Option<TokenRange>> = FxHashMap::default();
    let mut order = Vec::new();
    each_level(db, unit, &mut |given, written| {
        if !given.is_bound && !first.contains_key(&given.function) {
            let at = written.and_then(|written| written.word(db));
            first.insert(given.function, at);
            order.push((given.function, at));
        }
    });
    let order: Vec<_> = order.into_iter().filter_map(|(name, at)| Some((name, at?))).collect();
    if order.is_empty() {
        return Vec::new();
    }
    let mut uses: FxHashMap<Name, TokenRange> = FxHashMap::default();
    for call in direct_calls(db, unit) {
        uses.entry(call.callee).or_insert(call.at);
    }
    let late =
        |(name, at): (Name, TokenRange)| late_directive(db, unit, (name, at), uses.get(&name).copied());
    order.into_iter().filter_map(late).collect()
}

/// The finding about a first directive, if the definition or a use on a device precedes it.
fn late_directive(
    db: &dyn Db,
    unit: Unit,
    (name, at): (Name, TokenRange),
    used: Option<TokenRange>,
) -> Option<Diagnostic<TokenRange>> {
    let mut decls = lookup(db, unit, name).iter();
    let definition =
        decls.find(|decl| decl.kind(db) == DeclKind::Function && decl.first_token(db) < at.start);
    let used = used.filter(|used| used.start < at.start);
    let text = &db.names()[name];
    let (what, place, label) = match (definition, used) {
        (Some(definition), _) => {
            let first = definition.first_token(db);
            ("defined", TokenRange::new(first, first + 1), "the definition")
        }
        (None, Some(used)) => ("called on the device", used, "the call, as if of a `seq` routine"),
        (None, None) => return None,
    };
    let message =
        format!("the first `routine` directive for `{text}` stands behind the place where it is {what}");
    Some(Diagnostic::new(&codes::ACC0138, at, message).label(place, label))
}
