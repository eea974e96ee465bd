//! Finds the functions that OpenACC `routine` directives at file scope name, and their levels (OpenACC 3.4
//! 2.15.1).

use clacc_syntax::Name;
use clacc_syntax::ast::{self, ArgumentValue, DirectiveArgument, DirectiveId, Expr, Tree};
use clacc_syntax::directive::{AccClause, AccDirective};
use rustc_hash::FxHashMap;

use crate::acc::RoutineLevel;
use crate::db::external_decls::{DeclKind, declarations, signature};
use crate::db::preprocessed::prefix;
use crate::db::{Db, Unit};

/// The levels of the functions of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct RoutineLevels {
    /// The level that each function gets from an explicit `routine` directive.
    explicit: FxHashMap<Name, RoutineLevel>,
    /// The level that each function gets from a `bind` clause that names it. Such a function is made for
    /// devices, and no directive promises at which level others call it.
    bound: FxHashMap<Name, RoutineLevel>,
}

/// The levels of the functions of a unit.
#[salsa::tracked]
pub fn routine_levels(db: &dyn Db, unit: Unit) -> RoutineLevels {
    let mut levels = RoutineLevels::default();
    let mut pending = None;
    let tree = &prefix(db, unit).parsed.tree;
    for root in &tree.roots {
        let first = || match &tree[*root] {
            ast::Decl::Function(function) => Some(tree[function.entity].name),
            ast::Decl::Declaration { entities, .. } => entities.first().map(|entity| tree[*entity].name),
            _ => None,
        };
        pending = apply(pending, directive_of(tree, *root), tree, first, &mut levels);
    }
    for decl in declarations(db, unit) {
        if decl.kind(db) == DeclKind::Directive {
            let parsed = signature(db, *decl);
            let directive = parsed.tree.roots.first().and_then(|root| directive_of(&parsed.tree, *root));
            pending = apply(pending, directive, &parsed.tree, || None, &mut levels);
        } else if let (Some(level), Some(name)) = (pending.take(), decl.names(db).first()) {
            levels.explicit.insert(*name, level);
        }
    }
    levels
}

/// The level of one function.
#[salsa::tracked(returns(copy))]
pub fn routine_level(db: &dyn Db, unit: Unit, function: Name) -> Option<RoutineLevel> {
    let levels = routine_levels(db, unit);
    levels.explicit.get(&function).or_else(|| levels.bound.get(&function)).copied()
}

/// The level that one function gets from an explicit `routine` directive.
#[salsa::tracked(returns(copy))]
pub fn explicit_level(db: &dyn Db, unit: Unit, function: Name) -> Option<RoutineLevel> {
    routine_levels(db, unit).explicit.get(&function).copied()
}

fn directive_of(tree: &Tree, root: ast::DeclId) -> Option<DirectiveId> {
    match tree[root] {
        ast::Decl::Directive(directive) => Some(directive),
        _ => None,
    }
}

/// Applies one declaration or directive. A directive with names applies to these functions, one without to
/// the next declaration.
fn apply(
    pending: Option<RoutineLevel>,
    directive: Option<DirectiveId>,
    tree: &Tree,
    first_name: impl Fn() -> Option<Name>,
    levels: &mut RoutineLevels,
) -> Option<RoutineLevel> {
    let Some(directive) = directive else {
        if let (Some(level), Some(name)) = (pending, first_name()) {
            levels.explicit.insert(name, level);
        }
        return None;
    };
    if tree[directive].kind.acc() != Some(AccDirective::Routine) {
        return pending;
    }
    let level = level(tree, directive);
    add_bound(tree, directive, level, levels);
    let DirectiveArgument::List(list) = &tree[directive].argument else { return Some(level) };
    for item in &list.items {
        if let ArgumentValue::Expr(expr) = item.value
            && let Expr::Name(name) = tree[expr]
        {
            levels.explicit.insert(name, level);
        }
    }
    pending
}

/// Gives the function that `bind` names the same level: devices call it instead (OpenACC 3.4 2.15.1).
fn add_bound(tree: &Tree, directive: DirectiveId, level: RoutineLevel, levels: &mut RoutineLevels) {
    let clauses = tree[directive].clauses.iter().map(|clause| &tree[*clause]);
    for clause in clauses.filter(|clause| clause.kind.acc() == Some(AccClause::Bind)) {
        for item in clause.arguments.iter().flat_map(|arguments| &arguments.items) {
            if let Some(name) = bound(tree, &item.value) {
                levels.bound.insert(name, level);
            }
        }
    }
}

/// The function that an argument of `bind` names, by a word or as a string.
fn bound(tree: &Tree, value: &ArgumentValue) -> Option<Name> {
    match value {
        ArgumentValue::Word(name) => Some(*name),
        ArgumentValue::Expr(expr) => match &tree[*expr] {
            Expr::Name(name) => Some(*name),
            Expr::Str(parts) => {
                let [only] = parts[..] else { return None };
                tree.names.find(tree.names[only].trim_matches('"'))
            }
            _ => None,
        },
        _ => None,
    }
}

/// The level that the clauses give. It is `seq` if they give none (OpenACC 3.4 2.15.1).
fn level(tree: &Tree, directive: DirectiveId) -> RoutineLevel {
    let levels = tree[directive].clauses.iter().filter_map(|clause| match tree[*clause].kind.acc()? {
        AccClause::Gang => Some(RoutineLevel::Gang),
        AccClause::Worker => Some(RoutineLevel::Worker),
        AccClause::Vector => Some(RoutineLevel::Vector),
        AccClause::Seq => Some(RoutineLevel::Seq),
        _ => None,
    });
    levels.max().unwrap_or(RoutineLevel::Seq)
}
