//! Functions of the main file that devices execute because code on a device calls them (OpenACC 3.4 2.15.1), and what they must not
//! contain. Places are tokens of the main file, because calls and directives are in different declarations.

use crate::db::name_in_unit::NameInUnit;
use std::cell::RefCell;
use std::collections::VecDeque;

use clacc_syntax::Name;
use clacc_syntax::checkpoint;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::AccDirective;
use clacc_syntax::token::TokenRange;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::acc::codes;
use crate::db::decl_findings::decl_findings;
use crate::db::device_calls::{DeviceCall, all_calls, all_uses, in_unit};
use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, lookup};
use crate::db::host_functions;
use crate::db::models::{model, program};
use crate::db::preprocessed::rest;
use crate::db::routine_rules;
use crate::db::routines::{each_level, is_for_devices, routine_level, routine_levels};
use crate::db::{Db, Unit};
use crate::program::View;

const DECLARATIONS_BETWEEN_CHECKPOINTS: usize = 1 << 10;

/// The calls that constructs and explicit routines make on a device, in source order.
fn direct_calls(db: &dyn Db, unit: Unit) -> Vec<DeviceCall> {
    let mut found = Vec::new();
    let has_routines = !routine_levels(db, unit).is_empty();
    let of_declarations = decl_findings(db, unit);
    // Positions are read from the split: reading them from each declaration would add a dependency of the query for each.
    let own = rest(db, unit).externals().iter().zip(of_declarations.declarations());
    let own = declarations(db, unit).iter().zip(own);
    for (decl, (external, own)) in checkpoint::every(DECLARATIONS_BETWEEN_CHECKPOINTS, own) {
        let is_function = || decl.kind(db) == DeclKind::Function;
        if has_routines
            && is_function()
            && routine_level(db, NameInUnit::new(db, unit, decl.name(db))).is_some()
        {
            found.extend(all_calls(db, *decl));
        } else {
            found.extend(own.device_calls.iter().map(|call| call.behind(external.tokens.start)));
        }
    }
    found
}

/// A function without a `routine` directive that is called on a device, directly or through others.
struct Implied<'db> {
    decl: ExternalDecl<'db>,
    /// The call by which the function was found.
    call: TokenRange,
    /// The index of the function without a `routine` directive that contains the call; none if the call is in a construct or in a function
    /// with a `routine` directive.
    caller: Option<usize>,
}

/// The functions that devices execute because of the calls in `direct`, and of calls in such functions.
fn implied<'db>(db: &'db dyn Db, unit: Unit, direct: &[DeviceCall]) -> Vec<Implied<'db>> {
    let mut open: VecDeque<(DeviceCall, Option<usize>)> = direct.iter().map(|call| (*call, None)).collect();
    let mut known: FxHashSet<Name> = FxHashSet::default();
    let mut found = Vec::new();
    while let Some((DeviceCall { callee, at }, caller)) = open.pop_front() {
        if !known.insert(callee) || routine_level(db, NameInUnit::new(db, unit, callee)).is_some() {
            continue;
        }
        let definition = lookup(db, NameInUnit::new(db, unit, callee))
            .iter()
            .find(|decl| decl.kind(db) == DeclKind::Function);
        if let Some(definition) = definition {
            let own = Some(found.len());
            found.push(Implied { decl: *definition, call: at, caller });
            open.extend(all_calls(db, *definition).map(|call| (call, own)));
        }
    }
    found
}

/// Every call on a device: the calls in constructs and in functions with a `routine` directive, and the calls in functions of the unit
/// reached from there.
pub(super) fn device_calls(db: &dyn Db, unit: Unit) -> Vec<(Name, TokenRange)> {
    let direct = direct_calls(db, unit);
    let implied = implied(db, unit, &direct);
    let inside = implied.iter().flat_map(|function| all_calls(db, function.decl));
    direct.iter().copied().chain(inside).map(|call| (call.callee, call.at)).collect()
}

/// The maximum number of calls that a finding shows, from the function to the construct that runs it on a device.
const MAX_CALLS: usize = 4;

/// The chain of calls from the function up to the code on the device that calls it, the nearest call first.
fn chain(all: &[Implied<'_>], function: usize) -> Vec<(TokenRange, String)> {
    let callers = std::iter::successors(Some(function), |function| all[*function].caller);
    let calls = callers.map(|function| all[function].call).take(MAX_CALLS).zip(0..);
    let text = |nth| if nth == 0 { "called on the device here" } else { "the caller is called here" };
    calls.map(|(at, nth)| (at, text(nth).to_owned())).collect()
}

/// The findings about what functions on devices must not contain: calls of host functions, directives for the host, and static variables.
pub(crate) fn forbidden(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<TokenRange>> {
    let mut found = Vec::new();
    let direct = direct_calls(db, unit);
    let all = implied(db, unit, &direct);
    for (function, Implied { decl, .. }) in all.iter().enumerate() {
        if decl.has_directive(db) {
            add_host_directives(db, *decl, "called on the device", &chain(&all, function), &mut found);
        }
        // Bodies without the word `static` are not parsed.
        if decl.tokens(db).texts.iter().skip(1).any(|text| &db.names()[*text] == "static") {
            let first = decl.first_token(db);
            let shift = |at: TokenRange| TokenRange::new(at.start + first, at.end + first);
            let statics = routine_rules::used_host_variables(db, *decl).into_iter();
            found.extend(statics.map(|finding| with_labels(finding.map(shift), &chain(&all, function))));
        }
    }
    add_host_calls(db, unit, (&direct, &all), &mut found);
    add_of_routines(db, unit, &mut found);
    found
}

/// Adds the calls of functions that exist only on the host.
fn add_host_calls(
    db: &dyn Db,
    unit: Unit,
    (direct, all): (&[DeviceCall], &[Implied<'_>]),
    found: &mut Vec<Diagnostic<TokenRange>>,
) {
    let is_defined = |name| {
        lookup(db, NameInUnit::new(db, unit, name))
            .iter()
            .any(|decl: &ExternalDecl<'_>| decl.kind(db) == DeclKind::Function)
    };
    let is_name_of_host = |callee: Name| {
        host_functions::is_for_hosts(&db.names()[callee])
            && routine_level(db, NameInUnit::new(db, unit, callee)).is_none()
            && !is_defined(callee)
    };
    // The results are cached by name, because a unit has many calls of few functions.
    let known: RefCell<FxHashMap<Name, bool>> = RefCell::default();
    let is_of_host = |call: &DeviceCall| {
        *known.borrow_mut().entry(call.callee).or_insert_with(|| is_name_of_host(call.callee))
    };
    let finding = |call: DeviceCall, path: &[(TokenRange, String)]| {
        let name = &db.names()[call.callee];
        let message = format!("`{name}` is called on the device, and is a function of the host");
        with_labels(Diagnostic::new(&codes::ACC0165, call.at, message), path)
    };
    found.extend(direct.iter().copied().filter(is_of_host).map(|call| finding(call, &[])));
    for (function, implied) in all.iter().enumerate() {
        let calls = all_calls(db, implied.decl).filter(is_of_host);
        found.extend(calls.map(|call| finding(call, &chain(all, function))));
    }
}

fn with_labels(finding: Diagnostic<TokenRange>, labels: &[(TokenRange, String)]) -> Diagnostic<TokenRange> {
    labels.iter().fold(finding, |finding, (at, text)| finding.label(*at, text.clone()))
}

/// Adds findings about directives for the host in functions with a `routine` directive.
fn add_of_routines(db: &dyn Db, unit: Unit, found: &mut Vec<Diagnostic<TokenRange>>) {
    if routine_levels(db, unit).is_empty() {
        return;
    }
    let functions = declarations(db, unit).iter().filter(|decl| decl.has_directive(db));
    let functions: Vec<_> = functions.filter(|decl| is_for_devices(db, **decl)).collect();
    if functions.is_empty() {
        return;
    }
    let mut first: FxHashMap<Name, TokenRange> = FxHashMap::default();
    each_level(db, unit, &mut |given, written| {
        if let Some(at) = written.and_then(|written| written.word(db)) {
            first.entry(given.function).or_insert(at);
        }
    });
    for decl in functions {
        let label = |at: &TokenRange| (*at, "makes the function one of devices".to_owned());
        let labels: Vec<_> = first.get(&decl.name(db)).map(label).into_iter().collect();
        add_host_directives(db, *decl, "made for devices", &labels, found);
    }
}

fn add_host_directives(
    db: &dyn Db,
    decl: ExternalDecl<'_>,
    why: &str,
    labels: &[(TokenRange, String)],
    found: &mut Vec<Diagnostic<TokenRange>>,
) {
    let (model, program) = (model(db, decl), program(db, decl));
    let view = View::of_c(&program, &model);
    for (id, directive) in program.directives.iter() {
        if directive.kind.acc().is_none_or(runs_on_devices) {
            continue;
        }
        let (text, name) = (view.directive_text(id), view.text(decl.name(db)));
        let message = format!("`{text}` stands in `{name}`, which is {why}");
        let at = in_unit(db, decl, view.directive_name_span(id));
        found.push(with_labels(Diagnostic::new(&codes::ACC0137, at, message), labels));
    }
}

/// Whether devices execute a directive in a function.
fn runs_on_devices(kind: AccDirective) -> bool {
    use AccDirective as D;
    matches!(kind, D::Loop | D::Atomic | D::Cache | D::Routine | D::Declare)
}

/// The findings about `routine` directives that follow a definition or a call of their function in the main file.
pub(crate) fn late_directives(db: &dyn Db, unit: Unit) -> Vec<Diagnostic<TokenRange>> {
    let mut first: FxHashMap<Name, Option<TokenRange>> = FxHashMap::default();
    if routine_levels(db, unit).is_empty() {
        return Vec::new();
    }
    each_level(db, unit, &mut |given, written| {
        if !given.is_bound {
            let at = || written.and_then(|written| written.word(db));
            first.entry(given.function).or_insert_with(at);
        }
    });
    let mut first: Vec<_> = first.into_iter().filter_map(|(name, at)| Some((name, at?))).collect();
    let Some(end) = first.iter().map(|(_, at)| at.start).max() else { return Vec::new() };
    first.sort_unstable_by_key(|(_, at)| at.start);
    let about = first.iter().map(|(name, _)| *name).collect();
    let uses = first_uses(db, unit, end, &about);
    let late = |first: (Name, TokenRange)| late_directive(db, unit, first, &uses);
    first.into_iter().filter_map(late).collect()
}

/// The maximum number of uses that a finding shows.
const MAX_USES: usize = 8;

/// The first uses of some functions before a token.
fn first_uses(
    db: &dyn Db,
    unit: Unit,
    end: u32,
    about: &FxHashSet<Name>,
) -> FxHashMap<Name, Vec<TokenRange>> {
    let mut uses: FxHashMap<Name, Vec<TokenRange>> = FxHashMap::default();
    let functions = declarations(db, unit).iter().take_while(|decl| decl.first_token(db) < end);
    for decl in functions.filter(|decl| decl.kind(db) == DeclKind::Function) {
        for call in all_uses(db, *decl, about) {
            let of_function = uses.entry(call.callee).or_default();
            if of_function.len() < MAX_USES {
                of_function.push(call.at);
            }
        }
    }
    uses
}

/// The finding about the first directive of a function, if its definition or a use precedes it.
fn late_directive(
    db: &dyn Db,
    unit: Unit,
    (name, at): (Name, TokenRange),
    uses: &FxHashMap<Name, Vec<TokenRange>>,
) -> Option<Diagnostic<TokenRange>> {
    let mut decls = lookup(db, NameInUnit::new(db, unit, name)).iter();
    let definition =
        decls.find(|decl| decl.kind(db) == DeclKind::Function && decl.first_token(db) < at.start);
    let definition = definition.map(|decl| TokenRange::new(decl.first_token(db), decl.first_token(db) + 1));
    let uses = uses.get(&name).into_iter().flatten().copied().filter(|used| used.start < at.start);
    let mut places: Vec<_> = definition.map(|at| (at, "defined here")).into_iter().collect();
    places.extend(uses.map(|at| (at, "used here")));
    places.first()?;
    let what = if definition.is_some() { "defined" } else { "used" };
    let text = &db.names()[name];
    let message = format!("`{text}` is {what} before its first `routine` directive");
    let finding = Diagnostic::new(&codes::ACC0138, at, message);
    Some(places.into_iter().fold(finding, |finding, (place, text)| finding.label(place, text)))
}
