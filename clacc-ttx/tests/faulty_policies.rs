//! Policies that do not keep to their contract: the directive keeps its text, and an error says so.

mod common;

use std::sync::Arc;

use clacc_sema::omp::form::{Argument, Clause, Directive, Item, Omp, Operand, Origin, Written};
use clacc_sema::program::place::{At, EntityId, Place, Step, Value};
use clacc_syntax::Names;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;
use clacc_ttx::codes;
use clacc_ttx::dialect::PORTABLE;
use clacc_ttx::node::OmpNode;
use clacc_ttx::policy::{Context, MappingPolicy};
use clacc_ttx::rewrite::RewriteOptions;
use clacc_ttx::rules;
use common::Program;

/// The default rules, except for one change of the node of `parallel`.
struct Changed(fn(&Context<'_>, &mut OmpNode));

impl MappingPolicy for Changed {
    fn id(&self) -> &'static str {
        "changed"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn parallel(&self, cx: &Context<'_>) -> OmpNode {
        let mut node = rules::parallel(cx);
        (self.0)(cx, &mut node);
        node
    }
}

const SOURCE: &str = "\
void f(int *a) {
#pragma acc update self(a[0:4])
#pragma acc data copy(a[0:4])
  {
#pragma acc parallel num_gangs(2)
    a[0] = 1;
  }
}
";

/// Checks that everything but the first directive keeps its text, and the finding.
fn check(change: fn(&Context<'_>, &mut OmpNode), code: &str) {
    let program = Program::new(SOURCE);
    let translated = program.translate_by(Arc::new(Changed(change)), PORTABLE, RewriteOptions::default());
    let expected = SOURCE.replace("acc update self", "omp target update from");
    assert_eq!(translated.lossy(), expected);
    let findings = &translated.translation.diagnostics;
    assert!(findings.iter().any(|finding| finding.code.id == code), "{code}: {findings:?}");
}

fn with_clause(node: &mut OmpNode, argument: Argument) {
    let Some(form) = &mut node.form else { return };
    let mut argument = Some(argument);
    form.each_directive_mut(&mut |directive| {
        let clause = argument.take().map(|argument| Clause { argument, origin: Origin::Mapping("a test") });
        directive.clauses.extend(clause);
    });
}

fn num_teams(node: &mut OmpNode, at: At) {
    with_clause(node, Argument::Value(OmpClause::NumTeams, Operand::Value(Value::Node(at))));
}

fn shared(node: &mut OmpNode, place: Place, written: Option<Written>) {
    with_clause(node, Argument::List(OmpClause::Shared, vec![Item::Place { place, written }]));
}

#[test]
fn ids_that_the_declaration_does_not_have_are_refused() {
    check(|_, node| num_teams(node, At::new(4000)), "MAP0036");
    // A node that is no expression has no text.
    check(|_, node| num_teams(node, At::new(0)), "MAP0036");
    check(|_, node| shared(node, Place::whole(EntityId::new(4000)), None), "MAP0036");
    check(
        |_, node| {
            let names = Names::default();
            let all: Vec<String> = (0..100_000).map(|number| format!("x{number}")).collect();
            let foreign = names.intern_all(all.iter().map(String::as_str));
            let steps = foreign.last().map(|name| Step::Field(*name));
            shared(node, Place { root: EntityId::new(0), steps: steps.into_iter().collect() }, None);
        },
        "MAP0036",
    );
    check(
        |cx, node| {
            let outline = &cx.view.program.outline;
            let mut nodes = (0..outline.len()).map(At::new);
            let at = nodes.find(|at| cx.view.c_expr(*at).is_some()).expect("an expression");
            shared(node, Place::whole(EntityId::new(0)), Some(Written { at, steps: 9 }));
        },
        "MAP0036",
    );
}

#[test]
fn forms_that_lose_or_repeat_the_statement_are_refused() {
    check(|_, node| node.form = Some(Omp::NOTHING), "MAP0036");
    check(
        |_, node| {
            node.form = Some(Omp::Directive(Directive::standalone(
                OmpDirective::Taskwait,
                Vec::new(),
                Origin::Mapping("a test"),
            )));
        },
        "MAP0036",
    );
    check(|_, node| node.form = Some(Omp::Seq(vec![Omp::Statement, Omp::Statement])), "MAP0036");
}

#[test]
fn a_panic_is_a_finding() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    check(|_, _| panic!("out of rules"), "MAP0037");
    std::panic::set_hook(hook);
}

#[test]
fn findings_of_a_policy_may_be_anywhere() {
    let beyond = |_: &Context<'_>, node: &mut OmpNode| {
        node.form = None;
        let at = TokenRange::new(u32::MAX - 1, u32::MAX);
        node.diagnostics.push(Diagnostic::new(&codes::MAP0001, at, "somewhere"));
    };
    let translated =
        Program::new(SOURCE).translate_by(Arc::new(Changed(beyond)), PORTABLE, RewriteOptions::default());
    assert!(translated.lossy().contains("#pragma acc parallel"));
}
