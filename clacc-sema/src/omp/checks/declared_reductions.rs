//! Checks `declare reduction` directives: their types, and the variables in their expressions (OpenMP 5.2 5.5.2, 5.5.11).

use clacc_syntax::Name;
use clacc_syntax::ast::{ClauseId, DirectiveId};
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::OmpClause;
use clacc_syntax::token::TokenRange;
use rustc_hash::FxHashMap;

use super::super::codes;
use super::cx::{Cx, Finding, Findings};
use super::items;
use crate::program::View;
use crate::program::access::WriteKind;
use crate::program::declared::NamedType;
use crate::program::directive::Scope;
use crate::program::entity::{Class, EntityKind};
use crate::program::place::At;

/// Checks one directive.
pub(super) fn check(cx: &Cx<'_>, directive: DirectiveId, report: &mut Findings) {
    let view = cx.view;
    let Some(reduction) = view.declared_reduction(directive) else { return };
    if view.directive(directive).has_errors {
        return;
    }
    for ty in &reduction.types {
        check_type(ty, report);
    }
    check_names(view, reduction.combiner, Expression::Combiner, report);
    for clause in view.directive(directive).clauses.iter().copied() {
        if view.clause_node(clause).kind.omp() == Some(OmpClause::Initializer) {
            check_initializer(view, clause, report);
        }
    }
}

fn check_type(ty: &NamedType, report: &mut Findings) {
    let fault = match ty.class {
        Class::Function => "this type is a function".to_owned(),
        Class::Array => format!("this type is {}", ty.text),
        _ if ty.is_qualified => "this type has qualifiers".to_owned(),
        _ => return,
    };
    let message = format!("a reduction is declared for types of values, and {fault}");
    report.push(Diagnostic::new(&codes::OMP0143, ty.at, message));
}

/// The expressions of the directive.
#[derive(Clone, Copy)]
enum Expression {
    Combiner,
    Initializer,
}

impl Expression {
    fn variables(self) -> [&'static str; 2] {
        match self {
            Expression::Combiner => ["omp_in", "omp_out"],
            Expression::Initializer => ["omp_priv", "omp_orig"],
        }
    }

    fn text(self) -> &'static str {
        match self {
            Expression::Combiner => "combiner",
            Expression::Initializer => "initializer",
        }
    }
}

/// Reports the first variable in an expression that it may not name. An expression may declare variables of its own.
fn check_names(view: View<'_>, at: At, expression: Expression, report: &mut Findings) {
    let run = view.run(at);
    let is_other = |entity| {
        view.entity(entity).kind == EntityKind::Object
            && !view.is_declared_in(entity, run)
            && !expression.variables().contains(&view.text(view.name(entity)))
    };
    let Some(named) = view.names_in(run).iter().find(|named| is_other(named.entity)) else { return };
    let ([first, second], text) = (expression.variables(), expression.text());
    let name = view.text(view.name(named.entity));
    let message = format!("the {text} of a reduction names `{first}` and `{second}` alone, and not `{name}`");
    report.push(Diagnostic::new(&codes::OMP0144, view.span(named.at), message));
}

/// Checks the variables of an initializer and, if it is an expression, its form: it assigns to `omp_priv`, or passes the address of it.
fn check_initializer(view: View<'_>, clause: ClauseId, report: &mut Findings) {
    let node = view.clause_node(clause);
    let before = report.len();
    check_names(view, node.at, Expression::Initializer, report);
    let Some(value) = node.values().next().filter(|_| report.len() == before) else { return };
    let is_set = view.writes(view.run(value)).any(|write| {
        let is_private = write.target.is_some_and(|target| view.text(view.name(target)) == "omp_priv");
        is_private && (write.replaces || write.kind == WriteKind::AddressTaken)
    });
    if !is_set {
        let message = "an initializer assigns to `omp_priv`, or calls a function with `&omp_priv`";
        report.push(Diagnostic::new(&codes::OMP0144, view.span(value), message));
    }
}

/// Reports reductions and mappers that a block declares twice for the same type.
pub(super) fn check_repeated(cx: &Cx<'_>, report: &mut Findings) {
    let view = cx.view;
    let mut known: FxHashMap<(Option<At>, bool, Name, u64), TokenRange> = FxHashMap::default();
    for directive in view.program.order.iter().copied() {
        if view.directive(directive).kind.omp().is_none() || view.scope_of(directive) != Scope::Block {
            continue;
        }
        let block = items::block_around(view, directive);
        for (name, ty, is_mapper) in declared_types(view, directive) {
            let key = (block, is_mapper, name, ty.key);
            match known.get(&key) {
                Some(first) => {
                    report.push(repeated(ty.at, &ty.text, is_mapper).label(*first, "declared here first"));
                }
                None => {
                    known.insert(key, ty.at);
                }
            }
        }
    }
}

/// The types for which a directive declares a reduction or a mapper, with its name. Unknown types are left out.
pub(super) fn declared_types(view: View<'_>, directive: DirectiveId) -> Vec<(Name, NamedType, bool)> {
    let reduction = view.declared_reduction(directive).into_iter();
    let reductions = reduction.flat_map(|each| each.types.into_iter().map(move |ty| (each.name, ty, false)));
    let mapper = view.declared_mapper(directive).map(|mapper| (mapper.name, mapper.ty, true));
    reductions.chain(mapper).filter(|(_, ty, _)| ty.class != Class::Unknown).collect()
}

/// The finding about a type for which a reduction or mapper of this name was declared before.
pub(super) fn repeated(at: TokenRange, ty: &str, is_mapper: bool) -> Finding {
    let what = if is_mapper { "a mapper" } else { "a reduction" };
    Diagnostic::new(&codes::OMP0145, at, format!("{what} of this name is declared twice for {ty}"))
}
