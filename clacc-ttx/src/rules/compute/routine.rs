//! `routine` -> `declare target` (OpenACC 3.4 2.15.1).
//!
//! Without names, the pair `declare target` and `end declare target` surrounds the declaration after the directive. Every compiler accepts
//! this form, and it makes device versions of everything declared in between. With names, `declare target` lists them. With `bind`, devices
//! call another function. OpenMP has no clause for the level: the directives of the loops in the function express it.

use clacc_sema::omp::form::{self, Anchor, Argument, Directive, Omp, Origin, UnitForm};
use clacc_sema::program::directive::Scope;
use clacc_syntax::directive::{AccClause, OmpClause, OmpDirective};

use super::bound;
use crate::rules::core::build::written;
use crate::rules::core::table::ClauseRule::{self, By, Dropped, Exact};
use crate::rules::core::table::ConstructRule;
use crate::rules::core::{Build, Context};
use crate::verdict::Fidelity;

const LEVEL: ClauseRule = Exact("the directives of the loops in the function say it");

/// `routine`.
pub(crate) const ROUTINE: ConstructRule = ConstructRule {
    directive: |cx, _| (is_named(cx) && !is_bound(cx)).then_some(OmpDirective::DeclareTarget),
    clauses: &[
        (AccClause::Gang, LEVEL),
        (AccClause::Worker, LEVEL),
        (AccClause::Vector, LEVEL),
        (AccClause::Seq, LEVEL),
        (AccClause::Nohost, Dropped("a version for the host beside that for devices changes no result")),
        (AccClause::DeviceType, Dropped("the levels behind it have no words in OpenMP")),
        (AccClause::Bind, By(bound::bind)),
    ],
    complete: &[declared],
    ..ConstructRule::EMPTY
};

/// Returns whether devices call another function instead, so that this one needs no device version.
fn is_bound(cx: &Context<'_>) -> bool {
    cx.clause(AccClause::Bind).is_some()
}

/// Returns whether the directive is at file scope and lists functions.
fn is_named(cx: &Context<'_>) -> bool {
    is_at_file_scope(cx) && cx.view.directive(cx.construct().directive).argument.is_some()
}

fn is_at_file_scope(cx: &Context<'_>) -> bool {
    cx.view.scope_of(cx.construct().directive) == Scope::File
}

/// The reason for an assumption about a function.
const SEQUENTIAL: &str = "a function of another file with `seq` shares no loop among threads";

/// Returns whether the compiler has to be told that a function begins no parallel regions: it is sequential, and another file defines it. In
/// clang's device code, each kernel of a file that calls another function is prepared for them: one of 61 PTX instructions then has 396.
fn is_sequential_elsewhere(cx: &Context<'_>) -> bool {
    cx.keeps_kernels_short()
        && cx.clause(AccClause::Seq).is_some()
        && cx.facts.function_behind.is_some()
        && !cx.facts.is_defined_behind
}

/// Adds `declare target` for the functions, and the verdict on the directive.
fn declared(cx: &Context<'_>, build: &mut Build<'_>) {
    if !is_at_file_scope(cx) {
        let reason =
            "OpenMP has no such directive in a function; the one at the definition makes the version";
        return build.directive_verdict(Fidelity::Dropped, reason);
    }
    if is_bound(cx) {
        return build.directive_verdict(Fidelity::Exact, "devices call the function that `bind` names");
    }
    build.directive_verdict(Fidelity::Exact, "declare target makes a version for devices");
    let origin = Origin::Directive(cx.construct().directive);
    if is_named(cx) {
        let names = Argument::List(OmpClause::Enter, written(&cx.construct().seldom.listed));
        return build.push_needed(names, "the functions that the directive names");
    }
    let mut add = |anchor, kind, clauses| {
        let omp = Omp::Directive(Directive::standalone(kind, clauses, origin.clone()));
        build.push_unit_form(UnitForm { anchor, omp });
    };
    add(Anchor::Before, OmpDirective::DeclareTarget, Vec::new());
    if is_sequential_elsewhere(cx) {
        let none = form::Clause::new(Argument::Bare(OmpClause::NoParallelism), Origin::Mapping(SEQUENTIAL));
        add(Anchor::Before, OmpDirective::BeginAssumes, vec![none]);
        add(Anchor::After, OmpDirective::EndAssumes, Vec::new());
    }
    add(Anchor::After, OmpDirective::EndDeclareTarget, Vec::new());
}
