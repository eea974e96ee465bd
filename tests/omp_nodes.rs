//! Tests of OpenMP nodes and views of forms through the interface of the library.

mod one_file;

use clacc::acc::{Construct, ReductionOp};
use clacc::dialect::{self, Dialect};
use clacc::directives::{OmpClause, OmpDirective};
use clacc::omp::{
    DependKind, FormView, MapFlags, MapKind, MappingChoice, NewCodeView, NodeFinding, Omp, OmpClauseView,
    OmpItem, OmpNode, Origin, Outcome, UnitPlace,
};
use clacc::policy::Policy;
use clacc::syntax::{Directive, ExprView};
use clacc::translate::Fidelity;
use one_file::{only, open};

fn design(dialect: Dialect) -> MappingChoice {
    MappingChoice::new(Policy::clacc(), dialect)
}

/// The form of the one declaration with directives of a program.
fn form(text: &str, choice: &MappingChoice) -> Omp {
    let (session, unit) = open(text);
    session.omp(&only(&session, unit), choice).expect("the session has it")
}

fn nth(omp: &Omp, index: usize) -> Directive<'_> {
    omp.declaration().directives().nth(index).expect("there are so many")
}

/// The form of a node, in words: `Block[target teams(distribute) taskwait]`.
fn outline(form: &FormView<'_>) -> String {
    let parts = || form.parts().iter().map(outline).collect::<Vec<_>>().join(" ");
    match form {
        FormView::Seq(_) => format!("Seq[{}]", parts()),
        FormView::Block(_) => format!("Block[{}]", parts()),
        FormView::Directive(directive) => format!("{}({})", directive.kind().text(), parts()),
        FormView::NewCode(code) => match code.view() {
            NewCodeView::Call(routine) => format!("call {routine:?}"),
            NewCodeView::If(condition) => format!("if ({})[{}]", condition.text(), parts()),
            NewCodeView::Variable => format!("declare {}", code.name().unwrap_or_default()),
            NewCodeView::Hiding(symbol) => format!("hide {}", symbol.name()),
            _ => code.text(),
        },
        FormView::Statement => "_".to_owned(),
        _ => "?".to_owned(),
    }
}

#[test]
fn a_node_has_its_form_and_says_how_good_it_is() {
    let cases: &[(&str, &[(&str, Fidelity)])] = &[
        ("parallel loop gang", &[("target teams(_)", Fidelity::Exact), ("distribute(_)", Fidelity::Exact)]),
        ("serial loop seq", &[("target teams(_)", Fidelity::Exact), ("_", Fidelity::Dropped)]),
        ("data copy(x[0:n])", &[("target data(_)", Fidelity::Exact)]),
        ("parallel num_gangs(x)", &[("none", Fidelity::Unsupported)]),
        ("loop gang", &[("none", Fidelity::Unsupported)]),
    ];
    for (directive, expected) in cases {
        let omp = form(
            &format!(
                "void f(int *x, int n) {{\n#pragma acc {directive}\n  for (int i = 0; i < n; ++i) x[i] = i;\n}}\n"
            ),
            &design(dialect::PORTABLE),
        );
        let nodes = omp.nodes(nth(&omp, 0));
        let found: Vec<_> = nodes
            .map(|node| {
                (node.form().map_or_else(|| "none".to_owned(), |form| outline(&form)), node.fidelity())
            })
            .collect();
        let found: Vec<_> = found.iter().map(|(form, fidelity)| (form.as_str(), *fidelity)).collect();
        assert_eq!(found, *expected, "{directive}");
    }
}

#[test]
fn clauses_are_typed() {
    let text = "void f(int *x, int *y, int n, int q) {
  int s = 0;
#pragma acc parallel loop gang present(y[1:n]) copyin(x[:n]) reduction(+: s) async(q) wait(3) num_gangs(n) if(n > 1)
  for (int i = 0; i < n; ++i) s += x[i] + y[1];
}
";
    let omp = form(text, &design(dialect::CLACC));
    let directive = nth(&omp, 0);
    let directives: Vec<_> = omp.nodes(directive).flat_map(OmpNode::directives).collect();
    let mut met = Vec::new();
    for clause in directives.iter().flat_map(|directive| directive.clauses()) {
        let items = clause.items().map(|item| {
            let variable = item.variable().map(|variable| variable.name().to_owned());
            let section = item.expr().map(|expr| matches!(expr.view(), ExprView::Section(_)));
            format!("{variable:?} {section:?} {}", item.text())
        });
        let words = match clause.view() {
            OmpClauseView::Map { kind, flags, .. } => {
                assert!(kind != MapKind::Delete);
                format!(
                    "{kind:?} hold={} present={}",
                    flags.contains(MapFlags::HOLD),
                    flags.contains(MapFlags::PRESENT)
                )
            }
            OmpClauseView::Reduction { operator, .. } => {
                assert_eq!(operator, Some(ReductionOp::Add));
                "reduction".to_owned()
            }
            OmpClauseView::Depend { kind, .. } => {
                assert!(matches!(kind, DependKind::In | DependKind::Inout));
                let queue = clause.item().and_then(OmpItem::queue).expect("it is about a queue");
                format!("{kind:?} {:?} {}", queue.constant(), queue.text())
            }
            OmpClauseView::Values(values) => {
                let of = |value: &clacc::omp::OmpValue<'_>| {
                    format!("{} {:?}", value.text(), value.expr().is_some())
                };
                values.iter().map(of).collect::<Vec<_>>().join(", ")
            }
            OmpClauseView::If { of, condition, .. } => format!("{of:?} {}", condition.text()),
            OmpClauseView::List(_) => "list".to_owned(),
            OmpClauseView::Bare => "bare".to_owned(),
            other => format!("{other:?}"),
        };
        let from = match clause.origin() {
            Origin::Clause(clause) => clause.spelling().to_owned(),
            Origin::Attribute { reason, .. } => format!("{:?}", reason.how()),
            Origin::Mapping(why) => format!("({why})"),
            other => format!("{other:?}"),
        };
        met.push(format!(
            "{} [{words}] {{{}}} by {from}",
            clause.kind().text(),
            items.collect::<Vec<_>>().join("; ")
        ));
    }
    let expected = "map [Alloc hold=true present=true] {Some(\"y\") Some(true) y[1:n]} by present
map [To hold=true present=false] {Some(\"x\") Some(true) x[:n]} by copyin
num_teams [n true] {} by num_gangs
if [Some(Target) n > 1] {} by if
map [Tofrom hold=true present=false] {Some(\"s\") None s} by Implicit
shared [list] {Some(\"x\") None x; Some(\"y\") None y} by Implicit
firstprivate [list] {Some(\"n\") None n} by Implicit
reduction [reduction] {Some(\"s\") None s} by Implicit
depend [In Some(3) 3] {None None *acc2omp_async2dep(3)} by wait
nowait [bare] {} by async
depend [Inout None q] {None None *acc2omp_async2dep(q)} by async
depend [Inout Some(-1) -1] {None None *acc2omp_async2dep(-1)} by async";
    assert_eq!(met.join("\n"), expected);
    assert!(
        directives[0].clause(OmpClause::Map).is_some() && directives[0].clause(OmpClause::Simdlen).is_none()
    );
    assert!(matches!(directives[0].origin(), Origin::Directive(own) if own == directive));
}

#[test]
fn new_code_says_what_it_is() {
    let cases: &[(&str, &str, &str)] = &[
        ("init if(n)", "Block[if (n)[call Init]]", "if (n) acc_init(acc_device_default);"),
        (
            "update self(x[0:4]) wait(2)",
            "Block[taskwait() target update()]",
            "#pragma omp taskwait depend(inout : *acc2omp_async2dep(2))
#pragma omp target update from(x[0:4])",
        ),
        ("enter data attach(x)", "Seq[call Attach]", "acc_attach((void **)&x);"),
        (
            "set default_async(n) device_num(1)",
            "Block[call SetDeviceNum call SetDefaultAsync]",
            "acc_set_device_num(1, acc_device_default);
acc_set_default_async(n);",
        ),
        (
            "host_data use_device(x) if(n)\n  x[0] = 1",
            "Block[declare __clacc_device_pointer_x__ declare __clacc_host_pointer_x__ \
             target data(__clacc_device_pointer_x__ = __clacc_host_pointer_x__;) Block[hide x _]]",
            "int *__clacc_device_pointer_x__ = x;
int *__clacc_host_pointer_x__ = x;
#pragma omp target data use_device_ptr(__clacc_host_pointer_x__) if(n)
__clacc_device_pointer_x__ = __clacc_host_pointer_x__;
int *x = __clacc_device_pointer_x__;",
        ),
    ];
    for (directive, expected, lines) in cases {
        let text = format!("void f(int *x, int n) {{\n#pragma acc {directive}\n  ;\n}}\n");
        let omp = form(&text, &design(dialect::PORTABLE));
        let form = omp.nodes(nth(&omp, 0)).next().and_then(OmpNode::form).expect("it has one");
        assert_eq!(outline(&form), *expected, "{directive}");
        assert_eq!(omp.text(nth(&omp, 0)).join("\n"), *lines, "{directive}");
    }
}

#[test]
fn code_around_a_declaration_belongs_to_the_node() {
    let (session, unit) = open("#pragma acc routine seq\nvoid g(int *x);\n");
    let declarations = session.declarations(unit);
    let omp = session.omp(&declarations[0], &design(dialect::PORTABLE)).expect("the session has it");
    let [node] = omp.all() else { panic!("there is one construct") };
    let places = node.unit_forms().map(|(place, form)| (place, outline(&form)));
    let (before, after) = ("declare target()".to_owned(), "end declare target()".to_owned());
    assert_eq!(places.collect::<Vec<_>>(), [(UnitPlace::Before, before), (UnitPlace::After, after)]);
    assert_eq!(omp.text(nth(&omp, 0)), ["#pragma omp declare target", "#pragma omp end declare target"]);
    let g = session.omp(&declarations[1], &design(dialect::PORTABLE)).expect("it is a declaration too");
    assert!(g.all().is_empty());
}

const HELD_BACK: &str = "void f(int *x, float y, int n) {
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel num_gangs(y)
    x[0] = 1;
  }
#pragma acc update self(x[0:n])
}
";

#[test]
fn constructs_decide_among_themselves() {
    let omp = form(HELD_BACK, &design(dialect::PORTABLE));
    let constructs: Vec<_> = omp.declaration().constructs().collect();
    let outcomes: Vec<_> = constructs.iter().map(|each| omp.outcome(*each)).collect();
    assert_eq!(outcomes[0], Some(Outcome::HeldBack(constructs[1])));
    assert_eq!(outcomes[1..], [Some(Outcome::Unmapped), Some(Outcome::Translated)]);
    let translated = omp.declaration().directives().map(|each| omp.is_translated(each));
    assert_eq!(translated.collect::<Vec<_>>(), [false, false, true]);
    assert!(omp.text(nth(&omp, 0)).is_empty() && omp.all()[0].form().is_some());
    let other = form(HELD_BACK, &design(dialect::PORTABLE));
    let foreign = other.declaration().constructs().next().expect("there are three");
    assert_eq!(
        (omp.outcome(foreign), omp.node(foreign).is_some()),
        (None, false),
        "it is one of another session"
    );
    assert_eq!((omp.nodes(nth(&other, 2)).count(), omp.kept(nth(&other, 0)).is_some()), (0, false));
}

#[test]
fn verdicts_and_findings_belong_to_nodes() {
    let (session, unit) = open(
        "void f(int *x, int n) {\n#pragma acc parallel loop auto copy(x[0:n]) collapse(1)\n  for (int i = 0; i < n; ++i) x[i] = i;\n}\n",
    );
    let declaration = only(&session, unit);
    let directive = declaration.directives().next().expect("there is one");
    let nodes = session.get_omp_node(directive, &design(dialect::PORTABLE)).expect("the session has it");
    let verdicts = nodes.iter().flat_map(OmpNode::verdicts).map(|verdict| {
        (verdict.clause().map_or("", |clause| clause.spelling()), verdict.modifier(), verdict.fidelity())
    });
    let verdicts: Vec<_> = verdicts.collect();
    assert!(verdicts.contains(&("copy", None, Fidelity::Exact)), "{verdicts:?}");
    assert_eq!(
        nodes.iter().map(OmpNode::fidelity).collect::<Vec<_>>(),
        [Fidelity::Exact, Fidelity::Approximated]
    );
    let codes: Vec<_> = nodes.iter().flat_map(OmpNode::findings).map(NodeFinding::code).collect();
    let placed: Vec<_> =
        nodes.iter().flat_map(|node| session.findings_of(node).expect("it is current")).collect();
    assert_eq!(placed.iter().map(|finding| finding.code.id).collect::<Vec<_>>(), codes);
    assert!(codes.contains(&"MAP0031"), "{codes:?}");
    assert!(placed.iter().all(|finding| finding.primary.as_ref().is_some_and(|label| label.place.line == 2)));
}

#[test]
fn nodes_outlive_edits_and_are_asked_for_anew() {
    let text = "void f(int *x, int n) {\n#pragma acc update self(x[0:n])\n}\n";
    let (mut session, unit) = open(text);
    let choice = design(dialect::PORTABLE);
    let declaration = only(&session, unit);
    let directive = declaration.directives().next().expect("there is one");
    let nodes = session.get_omp_node(directive, &choice).expect("the session has it");
    session.set_source("f.c", format!("int before;\n{text}"));
    assert_eq!(session.get_omp_node(directive, &choice).as_ref(), Some(&nodes), "it only moved");
    assert!(session.findings_of(&nodes[0]).is_some());
    session.set_source("f.c", text.replace("0:n", "1:n"));
    assert_eq!(session.get_omp_node(directive, &choice), None);
    assert!(session.omp(&declaration, &choice).is_none() && session.findings_of(&nodes[0]).is_none());
    assert_eq!(nodes[0].directives()[0].text(), "#pragma omp target update from(x[0:n])");
    fn is_shared<T: Send + Sync>(_: &T) {}
    is_shared(&nodes);
}

#[test]
fn every_choice_has_its_own_nodes() {
    let (session, unit) = open(
        "void f(int *x) {\n#pragma acc parallel copyin(x[0:4]) present(x[0:4])\n  { }\n#pragma acc parallel present(x)\n  x[0] = 1;\n}\n",
    );
    let declaration = only(&session, unit);
    let directive = declaration.directives().nth(1).expect("there are two");
    for (dialect, words) in [(dialect::CLACC, "map(present,hold,alloc: x)"), (dialect::LLVM, "present")] {
        let nodes = session.get_omp_node(directive, &design(dialect)).expect("the session has it");
        let text = nodes[0].directives()[0].text();
        assert!(text.contains(words), "{text}");
        assert_eq!(*nodes[0].dialect(), dialect);
        assert!(nodes[0].directives().iter().all(|each| each.kind() != OmpDirective::Distribute));
    }
    let same = MappingChoice::new(Policy::performance(), *MappingChoice::default().dialect());
    assert_eq!(same, MappingChoice::default());
    assert_ne!(MappingChoice::new(Policy::clacc(), *same.dialect()), same);
}

/// A policy is asked about the directive that a caller is interested in, and those around and inside it, and only once.
#[test]
fn only_the_directive_that_is_asked_for_is_derived() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use clacc::policy::{MappingPolicy, Rules};

    struct Counting(Arc<AtomicUsize>);

    impl MappingPolicy for Counting {
        fn name(&self) -> &'static str {
            "counting"
        }
        fn version(&self) -> &'static str {
            "1"
        }
        fn map(&self, _: Construct<'_>, rules: &Rules<'_>) -> OmpNode {
            self.0.fetch_add(1, Ordering::Relaxed);
            rules.default()
        }
    }

    let count = Arc::new(AtomicUsize::new(0));
    let choice = MappingChoice::new(Policy::custom(Counting(count.clone())), dialect::PORTABLE);
    let update = "#pragma acc update self(x[0:n])\n";
    let (session, unit) = open(&format!("void f(int *x, int n) {{\n{update}{update}{update}}}\n"));
    let declaration = only(&session, unit);
    let asked = |index: usize| {
        let directive = declaration.directives().nth(index).expect("there are three");
        assert_eq!(session.get_omp_node(directive, &choice).map(|nodes| nodes.len()), Some(1));
        count.load(Ordering::Relaxed)
    };
    assert_eq!([asked(1), asked(1), asked(0)], [1, 1, 2]);
    assert_eq!(session.omp(&declaration, &choice).map(|omp| omp.all().len()), Some(3));
    assert_eq!((count.load(Ordering::Relaxed), asked(2)), (3, 3), "the rest is derived, and nothing again");
}
