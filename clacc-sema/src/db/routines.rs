//! Finds the functions that OpenACC `routine` directives apply to, and their levels (OpenACC 3.4 2.15.1). A directive in a function also
//! applies to the rest of the unit.

use crate::db::name_in_unit::NameInUnit;
use std::sync::Arc;

use clacc_syntax::Name;
use clacc_syntax::ast::{self, ArgumentValue, ClauseId, DirectiveArgument, DirectiveId, Expr, Stmt, Tree};
use clacc_syntax::directive::{AccClause, AccDirective};
use clacc_syntax::parse::Parsed;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use crate::acc::RoutineLevel;
use crate::db::environment::environment;
use crate::db::external_decls::{DeclKind, ExternalDecl, declarations, signature, tree};
use crate::db::preprocessed::prefix;
use crate::db::{Db, Unit};
use crate::directives::device_parts::{self, Divided, PartTypes};
use crate::program::c_host::lone_functions::only_function;

/// A `routine` directive of the main file, with its declaration and the tree of that.
#[derive(Clone)]
pub(crate) struct RoutineDirective<'db> {
    pub(crate) decl: ExternalDecl<'db>,
    pub(crate) parsed: Arc<Parsed>,
    pub(crate) directive: DirectiveId,
}

impl RoutineDirective<'_> {
    /// The keyword `routine`, as a token of the main file.
    pub(crate) fn word(&self, db: &dyn Db) -> Option<TokenRange> {
        let at = self.parsed.tree.spans.directives.get(self.directive)?;
        let first = self.decl.first_token(db) + at.start + 1;
        Some(TokenRange::new(first, first + 1))
    }
}

/// A level that a directive gives a function.
#[derive(Clone, Copy)]
pub(crate) struct NamedLevel {
    pub(crate) function: Name,
    pub(crate) level: RoutineLevel,
    /// Whether a clause `bind` names the function.
    pub(crate) is_bound: bool,
    /// The function that the directive's clause `bind` names.
    pub(crate) replaced_by: Option<Name>,
}

impl NamedLevel {
    fn explicit(function: Name, given: PendingRoutine) -> NamedLevel {
        NamedLevel { function, level: given.level, is_bound: false, replaced_by: given.replaced_by }
    }
}

/// The level that a directive without names gives the next function declared.
#[derive(Clone, Copy)]
struct PendingRoutine {
    level: RoutineLevel,
    replaced_by: Option<Name>,
}

/// Receives a level, and the directive that gives it, if it is in the main file.
type Receiver<'r, 'db> = &'r mut dyn FnMut(NamedLevel, Option<&RoutineDirective<'db>>);

/// The levels of the functions of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoutineLevels {
    /// The level that each function gets from an explicit `routine` directive.
    explicit: FxHashMap<Name, RoutineLevel>,
    /// The level that each function gets from a `bind` clause that names it. Such a function exists for devices, but no directive declares
    /// at which level it may be called by its own name.
    bound: FxHashMap<Name, RoutineLevel>,
    /// The functions that `bind` clauses replace on devices, with those that are called instead.
    redirected: FxHashMap<Name, Name>,
}

impl RoutineLevels {
    /// Whether a directive gives a function a level above `seq`.
    pub(crate) fn is_above_seq(&self, function: Name) -> bool {
        self.explicit.get(&function).is_some_and(|level| *level > RoutineLevel::Seq)
    }

    /// Whether no directive gives a function a level.
    pub(crate) fn is_empty(&self) -> bool {
        self.explicit.is_empty() && self.bound.is_empty()
    }
}

/// The levels of the functions of a unit.
#[salsa::tracked(returns(ref))]
pub fn routine_levels(db: &dyn Db, unit: Unit) -> RoutineLevels {
    let mut levels = RoutineLevels::default();
    if !environment(db, unit).says_routine() {
        return levels;
    }
    each_level(db, unit, &mut |given, _| {
        let named = if given.is_bound { &mut levels.bound } else { &mut levels.explicit };
        named.insert(given.function, given.level);
        if let Some(other) = given.replaced_by.filter(|_| !given.is_bound) {
            levels.redirected.insert(given.function, other);
        }
    });
    levels
}

/// Passes on every level that a `routine` directive gives a function, in the order of the directives.
pub(crate) fn each_level<'db>(db: &'db dyn Db, unit: Unit, receive: Receiver<'_, 'db>) {
    let mut pending = None;
    let device_type = unit.device_type(db);
    let tree = &prefix(db, unit).parsed.tree;
    let has_directives = !tree.directives.is_empty();
    for root in tree.roots.iter().filter(|_| has_directives) {
        let first = || match &tree[*root] {
            ast::Decl::Function(function) => Some(tree[function.entity].name),
            ast::Decl::Declaration { entities, .. } => entities.first().map(|entity| tree[*entity].name),
            _ => None,
        };
        let mut given = |given: NamedLevel| receive(given, None);
        pending = apply(pending, directive_of(tree, *root), tree, first, device_type.as_deref(), &mut given);
    }
    let mut pending = pending.map(|level| (level, None));
    for decl in declarations(db, unit) {
        if decl.kind(db) == DeclKind::Directive {
            let parsed = signature(db, *decl);
            let Some(directive) =
                parsed.tree.roots.first().and_then(|root| directive_of(&parsed.tree, *root))
            else {
                continue;
            };
            let written = RoutineDirective { decl: *decl, parsed: parsed.clone(), directive };
            let mut given = |given: NamedLevel| receive(given, Some(&written));
            let after =
                apply(None, Some(directive), &parsed.tree, || None, device_type.as_deref(), &mut given);
            if let Some(level) = after {
                pending = Some((level, Some(written)));
            }
            continue;
        }
        if let (Some((level, written)), Some(name)) = (pending.take(), decl.names(db).first()) {
            receive(NamedLevel::explicit(*name, level), written.as_ref());
        }
        if decl.kind(db) == DeclKind::Function {
            each_level_inside(db, *decl, device_type.as_deref(), receive);
        }
    }
}

/// Passes on the levels that directives in a function of the main file give, in source order.
fn each_level_inside<'db>(
    db: &'db dyn Db,
    decl: ExternalDecl<'db>,
    device_type: Option<&str>,
    receive: Receiver<'_, 'db>,
) {
    let is_routine = |word: Name| decl.tokens(db).texts.contains(&word);
    if !decl.has_directive(db) || !Name::fixed("routine").is_some_and(is_routine) {
        return;
    }
    let parsed = tree(db, decl);
    let mut found: Vec<(u32, DirectiveId, NamedLevel)> = Vec::new();
    for (_, stmt) in parsed.tree.stmts.iter() {
        let Stmt::Compound { items, .. } = stmt else { continue };
        let mut behind = None;
        for item in items.iter().rev() {
            match &parsed.tree[*item] {
                Stmt::Directive(directive) => {
                    let start = parsed.tree.spans.directives.get(*directive).map_or(0, |span| span.start);
                    let mut given = |given| found.push((start, *directive, given));
                    let after = apply(None, Some(*directive), &parsed.tree, || None, device_type, &mut given);
                    if let (Some(level), Some(name)) = (after, behind) {
                        given(NamedLevel::explicit(name, level));
                    }
                }
                Stmt::Decl(decl) => {
                    behind = only_function(&parsed.tree, *decl).map(|function| parsed.tree[function].name);
                }
                _ => behind = None,
            }
        }
    }
    found.sort_by_key(|(start, ..)| *start);
    for (_, directive, given) in found {
        receive(given, Some(&RoutineDirective { decl, parsed: parsed.clone(), directive }));
    }
}

/// The level of one function.
#[salsa::tracked(returns(copy))]
pub fn routine_level<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Option<RoutineLevel> {
    let (unit, function) = (key.unit(db), key.name(db));
    let levels = routine_levels(db, unit);
    levels.explicit.get(&function).or_else(|| levels.bound.get(&function)).copied()
}

/// Returns whether a `bind` clause replaces a function by another one on devices.
pub(crate) fn is_redirected<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> bool {
    bound_to(db, key).is_some()
}

/// Returns the function that devices call instead of another one (OpenACC 3.4 2.15.1).
pub fn bound_function(db: &dyn Db, unit: Unit, function: Name) -> Option<Name> {
    bound_to(db, NameInUnit::new(db, unit, function))
}

/// Returns whether a declaration mentions a function that a `bind` clause replaces by another one on devices.
pub fn mentions_redirected(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let redirected = &routine_levels(db, decl.unit(db)).redirected;
    !redirected.is_empty() && decl.tokens(db).texts.iter().any(|name| redirected.contains_key(name))
}

#[salsa::tracked(returns(copy))]
fn bound_to<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Option<Name> {
    let (unit, function) = (key.unit(db), key.name(db));
    routine_levels(db, unit).redirected.get(&function).copied()
}

/// Returns whether a declaration defines a function for which a `routine` directive requires a version for devices.
pub fn is_for_devices(db: &dyn Db, decl: ExternalDecl<'_>) -> bool {
    let (unit, name) = (decl.unit(db), decl.name(db));
    decl.kind(db) == DeclKind::Function
        && !routine_levels(db, unit).is_empty()
        && routine_level(db, NameInUnit::new(db, unit, name)).is_some()
        && !is_redirected(db, NameInUnit::new(db, unit, name))
}

/// The level that one function gets from an explicit `routine` directive.
#[salsa::tracked(returns(copy))]
pub fn explicit_level<'db>(db: &'db dyn Db, key: NameInUnit<'db>) -> Option<RoutineLevel> {
    let (unit, function) = (key.unit(db), key.name(db));
    routine_levels(db, unit).explicit.get(&function).copied()
}

fn directive_of(tree: &Tree, root: ast::DeclId) -> Option<DirectiveId> {
    match tree[root] {
        ast::Decl::Directive(directive) => Some(directive),
        _ => None,
    }
}

/// Applies one declaration or directive. A directive with names applies to these functions, a directive without names to the next
/// declaration.
fn apply(
    pending: Option<PendingRoutine>,
    directive: Option<DirectiveId>,
    tree: &Tree,
    first_name: impl Fn() -> Option<Name>,
    device_type: Option<&str>,
    given: &mut dyn FnMut(NamedLevel),
) -> Option<PendingRoutine> {
    let Some(directive) = directive else {
        if let (Some(pending), Some(name)) = (pending, first_name()) {
            given(NamedLevel::explicit(name, pending));
        }
        return None;
    };
    if tree[directive].kind.acc() != Some(AccDirective::Routine) {
        return pending;
    }
    let clauses = applying(tree, directive, device_type);
    let level = level(tree, &clauses);
    let mut replaced_by = None;
    each_bound(tree, &clauses, &mut |function| {
        replaced_by = Some(function);
        given(NamedLevel { function, level, is_bound: true, replaced_by });
    });
    let all = PendingRoutine { level, replaced_by };
    let DirectiveArgument::List(list) = &tree[directive].argument else { return Some(all) };
    for item in &list.items {
        if let ArgumentValue::Expr(expr) = item.value
            && let Expr::Name(name) = tree[expr]
        {
            given(NamedLevel::explicit(name, all));
        }
    }
    pending
}

/// Calls `receive` for the functions that `bind` names. Devices call them instead of the function of the directive, so they have the same
/// level (OpenACC 3.4 2.15.1).
fn each_bound(tree: &Tree, clauses: &[ClauseId], receive: &mut dyn FnMut(Name)) {
    let clauses = clauses.iter().map(|clause| &tree[*clause]);
    for clause in clauses.filter(|clause| clause.kind.acc() == Some(AccClause::Bind)) {
        let items = clause.arguments.iter().flat_map(|arguments| &arguments.items);
        items.filter_map(|item| bound(tree, &item.value)).for_each(&mut *receive);
    }
}

/// The function that an argument of `bind` names, as an identifier or as a string.
fn bound(tree: &Tree, value: &ArgumentValue) -> Option<Name> {
    match value {
        ArgumentValue::Word(name) => Some(*name),
        ArgumentValue::Expr(expr) => match &tree[*expr] {
            Expr::Name(name) => Some(*name),
            Expr::Str(parts) => {
                let [only] = parts[..] else { return None };
                Some(tree.names.intern(tree.names[only].trim_matches('"')))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The clauses of a directive for a type of devices.
fn applying(tree: &Tree, directive: DirectiveId, device_type: Option<&str>) -> Vec<ClauseId> {
    let clauses: Vec<ClauseId> = tree[directive]
        .clauses
        .iter()
        .filter(|clause| tree[**clause].kind.acc().is_some())
        .copied()
        .collect();
    let entries: Vec<Divided<'_>> = clauses.iter().filter_map(|clause| entry(tree, *clause)).collect();
    let applies = device_parts::applying(&entries, device_type);
    clauses.into_iter().zip(applies).filter_map(|(clause, applies)| applies.then_some(clause)).collect()
}

/// The level that clauses give. It is `seq` if they give none (OpenACC 3.4 2.15.1).
fn level(tree: &Tree, clauses: &[ClauseId]) -> RoutineLevel {
    let levels = clauses.iter().filter_map(|clause| match tree[*clause].kind.acc()? {
        AccClause::Gang => Some(RoutineLevel::Gang),
        AccClause::Worker => Some(RoutineLevel::Worker),
        AccClause::Vector => Some(RoutineLevel::Vector),
        AccClause::Seq => Some(RoutineLevel::Seq),
        _ => None,
    });
    levels.max().unwrap_or(RoutineLevel::Seq)
}

fn entry(tree: &Tree, clause: ClauseId) -> Option<Divided<'_>> {
    let clause = &tree[clause];
    let kind = clause.kind.acc()?;
    if kind != AccClause::DeviceType {
        return Some(Divided::Clause(kind));
    }
    let items = clause.arguments.iter().flat_map(|arguments| &arguments.items);
    let names: Option<Vec<&str>> = items
        .map(|item| match item.value {
            ArgumentValue::Word(word) if tree.text(word) != "*" => Some(tree.text(word)),
            _ => None,
        })
        .collect();
    Some(Divided::Types(names.map_or(PartTypes::Others, PartTypes::Named)))
}
