//! Policies that do not keep to their contract: the directive keeps its text, and an error says so.

mod common;

use std::sync::Arc;

use clacc_sema::directives::reduction::ReductionOp;
use clacc_sema::omp::form::{
    Argument, Clause, ClauseModifier, Combiner, Directive, Item, MapFlags, MapKind, ModifierWord, Omp,
    Operand, Origin, Written,
};
use clacc_sema::program::place::{At, EntityId, Place, Step, Value};
use clacc_syntax::Names;
use clacc_syntax::ast::ClauseId;
use clacc_syntax::diagnostics::Diagnostic;
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_syntax::token::TokenRange;
use clacc_ttx::codes;
use clacc_ttx::dialect::{CLACC, HOST, LLVM_22, OPENMP_6_1, PORTABLE};
use clacc_ttx::edition::DesignEdition;
use clacc_ttx::node::OmpNode;
use clacc_ttx::policy::{Clacc, Context, MappingPolicy, Performance, is_same, taken};
use clacc_ttx::rewrite::RewriteOptions;
use clacc_ttx::rules;
use clacc_ttx::verdict::Fidelity;
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
    let findings = &translated.translation.findings;
    assert!(findings.iter().any(|finding| finding.code.id == code), "{code}: {findings:?}");
}

/// Checks that all of a program keeps its text, and the finding.
fn check_kept(source: &str, change: fn(&Context<'_>, &mut OmpNode), code: &str) {
    let translated =
        Program::new(source).translate_by(Arc::new(Changed(change)), PORTABLE, RewriteOptions::default());
    assert_eq!(translated.lossy(), source);
    let findings = &translated.translation.findings;
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

fn bare(node: &mut OmpNode, clause: OmpClause) {
    with_clause(node, Argument::Bare(clause));
}

#[test]
fn directives_that_openmp_does_not_have_are_refused() {
    check(|_, node| bare(node, OmpClause::Untied), "OMP9001");
    check(
        |cx, node| {
            let count = || Argument::Value(OmpClause::NumTeams, Operand::Value(Value::constant(2)));
            assert!(!cx.construct().broken);
            with_clause(node, count());
            with_clause(node, count());
        },
        "OMP9001",
    );
    check(
        |_, node| {
            let statement = Some(Box::new(Omp::Statement));
            let barrier = Directive::standalone(OmpDirective::Barrier, Vec::new(), Origin::Mapping("a test"));
            node.form = Some(Omp::Directive(Directive { body: statement, ..barrier }));
        },
        "OMP9001",
    );
}

fn directive(kind: OmpDirective, body: Omp) -> Omp {
    let (clauses, origin) = (Vec::new(), Origin::Mapping("a test"));
    Omp::Directive(Directive { kind, clauses, body: Some(Box::new(body)), origin })
}

fn entity(cx: &Context<'_>, name: &str) -> Item {
    let all = (0..cx.view.program.entities.len() as u32).map(EntityId::new);
    let mut named = all.filter(|id| cx.view.text(cx.view.name(*id)) == name);
    Item::entity(named.next().expect("a variable with this name"))
}

#[test]
fn directives_that_may_not_stand_inside_each_other_are_refused() {
    use OmpDirective::{Critical, Distribute, Parallel, Single, Target, Teams};
    check(|_, node| node.form = Some(directive(Parallel, directive(Teams, Omp::Statement))), "OMP9002");
    check(|_, node| node.form = Some(directive(Target, directive(Target, Omp::Statement))), "OMP9002");
    check(|_, node| node.form = Some(directive(Single, directive(Single, Omp::Statement))), "OMP9002");
    check(|_, node| node.form = Some(directive(Teams, directive(Critical, Omp::Statement))), "OMP9002");
    check(
        |_, node| {
            let teams = directive(Teams, Omp::Statement);
            node.form = Some(directive(Target, Omp::Block(vec![Omp::NOTHING, teams])));
        },
        "OMP9002",
    );
    check(
        |_, node| {
            let loop_of = directive(Distribute, Omp::Statement);
            node.form = Some(directive(Parallel, loop_of));
        },
        "OMP9005",
    );
}

const LOOP: &str = "\
void f(int *a) {
#pragma acc parallel loop copy(a[0:4])
  for (int i = 0; i < 4; ++i)
    a[i] = i;
}
";

#[test]
fn directives_that_do_not_fit_those_of_constructs_around_them_are_refused() {
    check_kept(
        LOOP,
        |_, node| {
            let form = node.form.as_mut().expect("a form");
            form.each_directive_mut(&mut |directive| {
                directive.kind = OmpDirective::Target;
                directive.clauses.clear();
            });
        },
        "OMP9002",
    );
    // A directive for loops needs the loop itself.
    check_kept(
        LOOP,
        |_, node| node.form = Some(directive(OmpDirective::TargetParallelFor, Omp::Statement)),
        "OMP9002",
    );
}

#[test]
fn words_that_the_dialect_does_not_have_are_refused() {
    check(
        |cx, node| {
            let items = vec![entity(cx, "a")];
            with_clause(node, Argument::Map { kind: MapKind::Alloc, flags: MapFlags::PRESENT, items });
        },
        "OMP9003",
    );
    check(|_, node| node.form = Some(directive(OmpDirective::Masked, Omp::Statement)), "OMP9003");
}

#[test]
fn arguments_that_clauses_do_not_take_are_refused() {
    fn thread_limit(node: &mut OmpNode, number: i128) {
        with_clause(node, Argument::Value(OmpClause::ThreadLimit, Operand::Value(Value::constant(number))));
    }
    check(|_, node| thread_limit(node, 0), "OMP9004");
    check(|_, node| thread_limit(node, 1 << 40), "OMP9004");
    check(|_, node| bare(node, OmpClause::ThreadLimit), "OMP9004");
    check(|_, node| with_clause(node, Argument::List(OmpClause::Private, Vec::new())), "OMP9004");
    check(
        |cx, node| {
            let (combiner, items) = (Combiner::Operator(ReductionOp::Add), vec![entity(cx, "a")]);
            with_clause(node, Argument::Reduction { combiner, items });
        },
        "OMP9004",
    );
    check(
        |cx, node| {
            let (kind, items) = (MapKind::Delete, vec![entity(cx, "a")]);
            with_clause(node, Argument::Map { kind, flags: MapFlags::NONE, items });
        },
        "OMP9004",
    );
}

/// A limit on threads with a modifier.
fn modified_limit(node: &mut OmpNode, modifier: ClauseModifier) {
    let argument = Box::new(Argument::Value(OmpClause::ThreadLimit, Operand::Value(Value::constant(2))));
    with_clause(node, Argument::Modified { modifiers: [modifier].into(), argument });
}

#[test]
fn modifiers_that_clauses_do_not_take_are_refused() {
    check(|_, node| modified_limit(node, ClauseModifier::Word(ModifierWord::Strict)), "OMP9004");
    check(
        |_, node| modified_limit(node, ClauseModifier::Step(Operand::Value(Value::constant(1)))),
        "OMP9004",
    );
    check(
        |_, node| modified_limit(node, ClauseModifier::AtLeast(Operand::Value(Value::constant(1)))),
        "OMP9004",
    );
    // Mappers and iterators are names of the source.
    check(|_, node| modified_limit(node, ClauseModifier::Iterators(Box::default())), "OMP9004");
    // A clause of the source says what the source writes.
    check(|_, node| with_clause(node, Argument::Unread(OmpClause::ThreadLimit)), "OMP9004");
}

#[test]
fn directives_without_the_loops_that_they_ask_for_are_refused() {
    check(
        |_, node| {
            let kind = OmpDirective::TargetTeamsDistributeParallelFor;
            node.form = Some(directive(kind, Omp::Statement));
        },
        "OMP9005",
    );
}

#[test]
fn variables_in_clauses_that_exclude_each_other_are_refused() {
    check(
        |cx, node| {
            with_clause(node, Argument::List(OmpClause::Private, vec![entity(cx, "a")]));
            with_clause(node, Argument::List(OmpClause::Firstprivate, vec![entity(cx, "a")]));
        },
        "OMP9006",
    );
}

#[test]
fn names_that_are_not_visible_are_refused() {
    let source = "\
void f(int *a) {
#pragma acc parallel copy(a[0:4])
  {
    int inside = 1;
    a[0] = inside;
  }
}
";
    check_kept(
        source,
        |cx, node| with_clause(node, Argument::List(OmpClause::Private, vec![entity(cx, "inside")])),
        "OMP9007",
    );
    let hidden = "\
void f(int *a, int n) {
  {
    int n = 2;
#pragma acc parallel copy(a[0:n])
    a[0] = n;
  }
  a[1] = n;
}
";
    check_kept(
        hidden,
        |cx, node| {
            let all = (0..cx.view.program.entities.len() as u32).map(EntityId::new);
            let mut named = all
                .filter(|id| cx.view.text(cx.view.name(*id)) == "n" && cx.view.entity(*id).scope.is_none());
            let outer = Item::entity(named.next().expect("the parameter"));
            with_clause(node, Argument::List(OmpClause::Private, vec![outer]));
        },
        "OMP9007",
    );
}

#[test]
fn a_panic_in_a_name_is_a_finding() {
    struct Nameless;
    impl MappingPolicy for Nameless {
        fn id(&self) -> &str {
            panic!("no name")
        }
        fn version(&self) -> &'static str {
            "1"
        }
    }
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let policy = taken(Nameless);
    std::panic::set_hook(hook);
    assert_eq!(policy.id(), "unnamed");
    let translated = Program::new(SOURCE).translate_by(policy, PORTABLE, RewriteOptions::default());
    assert_eq!(translated.lossy(), SOURCE);
    let findings = &translated.translation.findings;
    assert!(findings.iter().all(|finding| finding.message.contains("no name")), "{findings:?}");
}

/// The verdicts on `parallel` and its clause with the texts of their reasons, under the default rules with a change.
fn check_verdicts(change: fn(&Context<'_>, &mut OmpNode), expected: [(Fidelity, &str); 2]) {
    let source = SOURCE.replace("#pragma acc data copy(a[0:4])\n", "");
    let translated =
        Program::new(&source).translate_by(Arc::new(Changed(change)), PORTABLE, RewriteOptions::default());
    let of_parallel =
        translated.translation.entries.iter().filter(|entry| entry.directive.text() == "parallel");
    let found: Vec<_> = of_parallel.map(|entry| (entry.fidelity, entry.reason.clone())).collect();
    let expected = expected.map(|(fidelity, reason)| (fidelity, reason.into()));
    assert_eq!(found, expected, "{}", translated.lossy());
}

const HAS_FORM: (Fidelity, &str) = (Fidelity::Exact, "the directive has a form");
const SAME: (Fidelity, &str) = (Fidelity::Exact, "the OpenMP clause means the same");
const UNSTATED: (Fidelity, &str) = (Fidelity::Approximated, "as policy changed 1 has it");

fn only_clause(cx: &Context<'_>) -> ClauseId {
    cx.construct().clauses[0]
}

fn without_teams(node: &mut OmpNode) {
    let form = node.form.as_mut().expect("a form");
    form.each_directive_mut(&mut |directive| {
        directive.clauses.retain(|clause| clause.kind() != OmpClause::NumTeams);
    });
}

#[test]
fn what_a_policy_changes_without_a_word_is_approximated() {
    check_verdicts(|_, _| {}, [HAS_FORM, SAME]);
    // A clause of its own changes the directive, one that it leaves out the clause of the source.
    check_verdicts(|_, node| bare(node, OmpClause::Nowait), [UNSTATED, SAME]);
    check_verdicts(|_, node| without_teams(node), [HAS_FORM, UNSTATED]);
    check_verdicts(|_, node| node.verdicts = Box::default(), [UNSTATED, UNSTATED]);
    // What is stated counts.
    let stated = (Fidelity::Exact, "nobody waits for it");
    check_verdicts(
        |_, node| {
            bare(node, OmpClause::Nowait);
            node.state(Fidelity::Exact, "nobody waits for it");
        },
        [stated, SAME],
    );
    check_verdicts(
        |cx, node| {
            without_teams(node);
            node.state_clause(only_clause(cx), Fidelity::Dropped, format!("one of {} teams", 2));
        },
        [HAS_FORM, (Fidelity::Dropped, "one of 2 teams")],
    );
}

#[test]
fn a_directive_without_a_form_is_never_exact() {
    let other_part = (Fidelity::Unsupported, "kept, because another part of the directive has no form");
    let no_form = (Fidelity::Unsupported, "policy changed 1 has no form for it");
    check_verdicts(|_, node| node.form = None, [no_form, other_part]);
    let why = "teams are not wanted";
    check_verdicts(
        |_, node| {
            node.form = None;
            node.state(Fidelity::Unsupported, "teams are not wanted");
        },
        [(Fidelity::Unsupported, why), other_part],
    );
}

/// The default rules as a policy of others, which says something else of directives with a form. So its nodes are checked, and
/// nothing in them may be refused.
struct Restated;

impl MappingPolicy for Restated {
    fn id(&self) -> &'static str {
        "restated"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn edition(&self) -> &'static DesignEdition {
        Performance.edition()
    }
    fn map(&self, _: &Context<'_>, below: &OmpNode) -> OmpNode {
        let mut node = below.clone();
        if node.is_mapped() {
            node.state(Fidelity::Exact, "said again");
        }
        node
    }
}

#[test]
fn the_default_rules_keep_to_the_tables() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/cases");
    let entries = std::fs::read_dir(folder).expect("the cases are part of the workspace");
    let paths: Vec<_> = entries.map(|entry| entry.expect("a readable entry").path()).collect();
    let compared = common::in_parallel(&paths, |path| {
        let Ok(source) = std::fs::read(path) else { return (0, Vec::new()) };
        let program = Program::new(&source);
        let mut refused = Vec::new();
        for dialect in [PORTABLE, HOST, CLACC, LLVM_22, OPENMP_6_1] {
            let by = |policy| program.translate_by(policy, dialect, RewriteOptions::default()).translation;
            let (built_in, others) = (by(Arc::new(Performance)), by(Arc::new(Restated)));
            let more = others.findings.iter().filter(|finding| !built_in.findings.contains(finding));
            refused
                .extend(more.map(|more| format!("{} {}: {}", path.display(), dialect.name(), more.message)));
        }
        (1, refused)
    });
    let refused: Vec<_> = compared.iter().flat_map(|(_, refused)| refused).collect();
    assert!(refused.is_empty(), "{refused:#?}");
    assert!(compared.len() > 100);
}

/// A policy with a parameter.
struct Limit(u64, Option<u64>);

impl MappingPolicy for Limit {
    fn id(&self) -> &'static str {
        "limit"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn fingerprint(&self) -> Option<u64> {
        self.1
    }
}

#[test]
fn policies_are_told_apart_by_more_than_name_and_version() {
    let limit = |number, fingerprint| -> Arc<dyn MappingPolicy> { Arc::new(Limit(number, fingerprint)) };
    let (one, two) = (limit(1, None), limit(2, None));
    assert_eq!((1, 2), (Limit(1, None).0, Limit(2, None).0));
    assert!(is_same(&one, &one.clone()) && !is_same(&one, &two) && !is_same(&one, &limit(1, None)));
    assert!(is_same(&limit(1, Some(1)), &limit(1, Some(1))));
    assert!(!is_same(&limit(1, Some(1)), &limit(2, Some(2))));
    // A policy that has the name of a built-in one is another one all the same.
    struct Named;
    impl MappingPolicy for Named {
        fn id(&self) -> &str {
            Clacc.id()
        }
        fn version(&self) -> &str {
            Clacc.version()
        }
        fn fingerprint(&self) -> Option<u64> {
            Clacc.fingerprint()
        }
    }
    assert!(!is_same(&(Arc::new(Named) as _), &(Arc::new(Clacc) as _)));
    assert!(is_same(&(Arc::new(Clacc) as _), &(Arc::new(Clacc) as _)));
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
