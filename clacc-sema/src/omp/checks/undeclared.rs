//! Reports undeclared names in clauses.

use clacc_syntax::ast::DirectiveId;
use clacc_syntax::diagnostics::Diagnostic;
use rustc_hash::FxHashSet;

use super::constructs::is_executable;
use super::cx::{Findings, UnitQuestions};
use crate::omp::codes;
use crate::program::View;
use crate::program::directive::Arguments;
use crate::program::place::At;

/// Names of OpenMP that stand where expressions do (OpenMP 5.2 15.9.5, 15.9.6).
const RESERVED: [&str; 2] = ["omp_cur_iteration", "omp_all_memory"];

/// The modifiers whose arguments are no expressions.
const NAMING: [&str; 2] = ["mapper", "attach"];

/// Reports the undeclared names in the clauses and the argument of a directive that is executed.
pub(super) fn check(view: View<'_>, directive: DirectiveId, unit: UnitQuestions<'_>, report: &mut Findings) {
    let node = view.directive(directive);
    if !is_executable(node.kind.association()) {
        return;
    }
    let before = report.len();
    let clauses = node.clauses.iter().filter_map(|clause| view.clause_node(*clause).arguments.as_ref());
    for arguments in clauses.chain(node.argument.as_deref()) {
        check_arguments(view, arguments, report);
    }
    if report.len() > before && (unit.hides_declarations)() {
        report.truncate(before);
    }
}

fn check_arguments(view: View<'_>, arguments: &Arguments, report: &mut Findings) {
    let modifiers = arguments.modifiers.iter().chain(&arguments.post_modifiers);
    for modifier in modifiers {
        if !NAMING.contains(&view.text(modifier.word)) {
            modifier.arguments.iter().for_each(|at| check_expression(view, *at, report));
        }
        for iterator in &modifier.iterators {
            let range = [iterator.begin, iterator.end].into_iter().chain(iterator.step);
            range.for_each(|at| check_expression(view, at, report));
        }
    }
    arguments.values().for_each(|at| check_expression(view, at, report));
}

fn check_expression(view: View<'_>, at: At, report: &mut Findings) {
    let run = view.run(at);
    let undeclared = view.undeclared(run);
    if undeclared.is_empty() {
        return;
    }
    // Old C declares functions by their calls.
    let called: FxHashSet<_> = view.calls(run).filter_map(|call| call.callee).collect();
    for (name_at, entity) in undeclared {
        let name = view.text(view.name(entity));
        if called.contains(&entity) || RESERVED.contains(&name) {
            continue;
        }
        let message = format!("`{name}` is not declared");
        report.push(Diagnostic::new(&codes::OMP0123, view.span(name_at), message));
    }
}
