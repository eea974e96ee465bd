//! Tests of walks through OpenACC, OpenMP and both, with default features.

mod one_file;

use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;

use clacc::dialect::{self, Dialect};
use clacc::files::FileSystem;
use clacc::omp::{MappingChoice, Omp, OmpDirectiveNode, WhyKept};
use clacc::options::CompileOptions;
use clacc::policy::Policy;
use clacc::syntax::{Directive, DirectiveKind, Node, NodeKind, NodePtr};
use clacc::translate::{Spelling, TranslateOptions};
use clacc::visit::{Through, VisitStep, Visited, Visitor, WalkContext, walk, walk_from};
use clacc::{Session, Unit};
use one_file::open;

#[expect(dead_code, reason = "the program's `main` is not called")]
#[path = "../examples/three_modes.rs"]
mod three_modes;

/// Writes what a walk enters and leaves: `(target teams map(to: x)(for))`. Of the source, it shows loops, assignments, calls and
/// directives.
struct Printer {
    through: fn(Directive<'_>) -> Through,
    step: fn(Visited<'_>) -> VisitStep,
    text: String,
}

impl Printer {
    fn new(through: fn(Directive<'_>) -> Through) -> Printer {
        Printer { through, step: |_| VisitStep::Children, text: String::new() }
    }
}

/// What the printer shows of a node.
fn name(visited: Visited<'_>, context: &WalkContext<'_>) -> Option<String> {
    match visited {
        Visited::Node(node) => match node.kind() {
            NodeKind::For => Some("for".to_owned()),
            NodeKind::Assign | NodeKind::Call => Some(node.print()),
            NodeKind::AccDirective | NodeKind::OmpDirective | NodeKind::UnknownAccDirective => {
                let why = match context.kept() {
                    None => "",
                    Some(WhyKept::NoConstruct) => ", no construct",
                    Some(WhyKept::Unmapped(_)) => ", unmapped",
                    Some(WhyKept::HeldBack(_)) => ", held back",
                    Some(_) => ", otherwise",
                };
                Some(format!("#{}{why}", node.directive()?.name()))
            }
            _ => None,
        },
        Visited::OmpDirective(directive) => Some(directive.kind().text().to_owned()),
        Visited::OmpClause(clause) => Some(clause.text()),
        Visited::OmpBlock => Some("block".to_owned()),
        Visited::NewCode(code) => Some(code.head()),
        _ => None,
    }
}

impl<'w> Visitor<'w> for Printer {
    fn through(&mut self, directive: Directive<'w>) -> Through {
        (self.through)(directive)
    }

    fn enter(&mut self, visited: Visited<'w>, context: &WalkContext<'w>) -> VisitStep {
        if let Some(name) = name(visited, context) {
            let _ = write!(self.text, "({name}");
        }
        (self.step)(visited)
    }

    fn leave(&mut self, visited: Visited<'w>, context: &WalkContext<'w>) {
        if name(visited, context).is_some() {
            self.text.push(')');
        }
    }
}

/// The choice of the original's design, in the words of OpenMP 5.2.
fn design() -> MappingChoice {
    MappingChoice::new(Policy::clacc(), dialect::PORTABLE)
}

fn forms(text: &str, choice: &MappingChoice) -> Vec<Omp> {
    let (session, unit) = open(text);
    let declarations = session.directed_declarations(unit);
    declarations.iter().map(|each| session.omp(each, choice).expect("the session has it")).collect()
}

/// Checks the walks over the declarations with directives of a program.
fn check(text: &str, choice: &MappingChoice, through: fn(Directive<'_>) -> Through, expected: &str) {
    let walks = forms(text, choice).into_iter().map(|omp| {
        let mut printer = Printer::new(through);
        walk(&omp, &mut printer);
        printer.text
    });
    assert_eq!(walks.collect::<Vec<_>>().join("\n"), expected, "{text}");
}

const COMBINED: &str = "void f(int *x, int n) {
#pragma acc parallel loop gang copy(x[0:n])
  for (int i = 0; i < n; ++i) x[i] = i;
}
";

#[test]
fn a_combined_directive_has_one_statement() {
    let acc = "(#parallel loop(for(x[i] = i)))";
    check(COMBINED, &design(), |_| Through::Acc, acc);
    let form = "(target teams(map(tofrom: x[0:n]))(shared(x))(firstprivate(n))(distribute(for(x[i] = i))))";
    check(COMBINED, &design(), |_| Through::Omp, form);
    check(COMBINED, &design(), |_| Through::Both, &format!("(#parallel loop{form})"));
}

#[test]
fn what_a_form_adds_stands_around_the_statement() {
    let text = "void f(int *x, int n, int q) {
#pragma acc parallel loop gang copy(x[0:n]) async(q)
  for (int i = 0; i < n; ++i) x[i] = i;
#pragma acc update self(x[0:n]) wait(1)
}
";
    check(
        text,
        &design(),
        |_| Through::Omp,
        "(block(target teams(map(tofrom: x[0:n]))(shared(x))(firstprivate(n))(nowait)(depend(inout : *acc2omp_async2dep(q)))(distribute(for(x[i] = i))))(taskwait(depend(inout : *acc2omp_async2dep(-1)))))(block(taskwait(depend(inout : *acc2omp_async2dep(1))))(target update(from(x[0:n]))))",
    );
}

#[test]
fn conditions_and_calls_are_nodes() {
    let text = "void f(int *x, int n) {
#pragma acc init if(n > 1)
#pragma acc host_data use_device(x) if(n > 2)
  x[0] = n;
}
";
    check(
        text,
        &design(),
        |_| Through::Omp,
        "(block(if (n > 1) {(acc_init(acc_device_default);)))(block(int *__clacc_device_pointer_x__ = x;)(int *__clacc_host_pointer_x__ = x;)(target data(use_device_ptr(__clacc_host_pointer_x__))(if(n > 2))(__clacc_device_pointer_x__ = __clacc_host_pointer_x__;))(block(int *x = __clacc_device_pointer_x__;)(x[0] = n)))",
    );
}

#[test]
fn the_parts_of_a_construct_stand_in_its_block() {
    let text = "void f(int *x, int *y, int n) {
#pragma acc kernels copy(x[0:n], y[0:n])
  {
    for (int i = 0; i < n; ++i) x[i] = i;
    y[0] = n;
    for (int i = 1; i < n; ++i) y[i] = 2;
  }
}
";
    let fast = MappingChoice::new(Policy::performance(), dialect::LLVM);
    check(
        text,
        &fast,
        |_| Through::Omp,
        "(target data(map(ompx_hold,tofrom: x[0:n],y[0:n]))(target teams(map(ompx_hold,tofrom: x[0:n]))(distribute parallel for(for(x[i] = i))))(target teams(num_teams(1))(thread_limit(1))(map(ompx_hold,tofrom: y[0:n]))(parallel(y[0] = n)))(target teams(map(ompx_hold,tofrom: y[0:n]))(distribute parallel for(for(y[i] = 2)))))",
    );
    check(
        &text.replace("    y[0]", "#if 1\n    y[0]").replace("2;\n", "2;\n#endif\n"),
        &fast,
        |_| Through::Omp,
        "(target teams(num_teams(1))(map(ompx_hold,tofrom: x[0:n],y[0:n]))(distribute parallel for(for(x[i] = i)))(y[0] = n)(distribute parallel for(for(y[i] = 2))))",
    );
}

#[test]
fn code_around_declarations_is_walked() {
    let text = "#pragma acc routine seq
void g(int *x);
#pragma acc routine vector
void h(int *x) {
#pragma acc loop vector
  for (int i = 0; i < 4; ++i) x[i] = i;
}
int v;
#pragma acc declare copyin(v)
";
    check(
        text,
        &design(),
        |_| Through::Omp,
        "(declare target)(end declare target)\n(declare target)(end declare target)\n(simd(for(x[i] = i)))\n(declare target(enter(v)))",
    );
    check(
        text,
        &design(),
        |_| Through::Both,
        "(#routine(declare target))(end declare target)\n(#routine(declare target))(end declare target)\n(#loop(simd(for(x[i] = i))))\n(#declare(declare target(enter(v))))",
    );
}

#[test]
fn the_statements_behind_a_declare_are_inside() {
    let text = "void f(int *x) {
  x[0] = 1;
#pragma acc declare copy(x[0:4])
  x[1] = 2;
#pragma acc parallel
  x[2] = 3;
  return;
}
";
    check(text, &design(), |_| Through::Acc, "(x[0] = 1)(#declare)(x[1] = 2)(#parallel(x[2] = 3))");
    check(
        text,
        &design(),
        |_| Through::Omp,
        "(x[0] = 1)(target data(map(tofrom: x[0:4]))(block(x[1] = 2)(target teams(shared(x))(defaultmap(tofrom: scalar))(x[2] = 3))))",
    );
    check(
        text,
        &design(),
        |_| Through::Both,
        "(x[0] = 1)(#declare(target data(map(tofrom: x[0:4]))(block(x[1] = 2)(#parallel(target teams(shared(x))(defaultmap(tofrom: scalar))(x[2] = 3))))))",
    );
}

#[test]
fn atomic_statements_are_inside() {
    let text = "void f(int *x) {
#pragma acc parallel
  {
#pragma acc atomic update if(x[1])
    x[0] += 1;
  }
}
";
    check(
        text,
        &design(),
        |_| Through::Omp,
        "(target teams(parallel(num_threads(1))(atomic(update)(x[0] += 1))))",
    );
}

#[test]
fn directives_that_keep_their_text_say_why() {
    let text = "void f(int *x, int n) {
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel num_gangs(x)
    x[0] = 1;
#pragma acc update self(x[0:n])
  }
#pragma acc nonsense
#pragma acc parallel
  x[1] = 1;
}
";
    check(
        text,
        &design(),
        |_| Through::Omp,
        "(#data, held back(#parallel, unmapped(x[0] = 1))(#update, held back))(#nonsense, no construct)(target teams(x[1] = 1))",
    );
}

#[test]
fn each_directive_has_a_choice_of_its_own() {
    let text = "void f(int *x, int n) {
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i) x[i] = i;
#pragma omp target data map(tofrom: x[0:n])
#pragma acc parallel
    x[0] = 1;
  }
}
";
    fn by_kind(directive: Directive<'_>) -> Through {
        match directive.name() {
            "data" => Through::Both,
            "parallel loop" | "target data" => Through::Omp,
            _ => Through::Acc,
        }
    }
    check(
        text,
        &design(),
        by_kind,
        "(#data(target data(map(tofrom: x[0:n]))(target teams(shared(x))(firstprivate(n))(defaultmap(tofrom: scalar))(distribute(for(x[i] = i))))(target data(map(tofrom: x[0:n]))(#parallel(x[0] = 1)))))",
    );
}

#[test]
fn a_visitor_skips_and_stops() {
    let omp = forms(COMBINED, &design()).remove(0);
    type Chosen = fn(Visited<'_>) -> VisitStep;
    let steps: [(Chosen, &str); 3] = [
        (
            |visited| match visited {
                Visited::OmpDirective(directive) if directive.kind().text() == "distribute" => {
                    VisitStep::Skip
                }
                _ => VisitStep::Children,
            },
            "(target teams(map(tofrom: x[0:n]))(shared(x))(firstprivate(n))(distribute))",
        ),
        (
            |visited| match visited {
                Visited::OmpClause(_) => VisitStep::Stop,
                _ => VisitStep::Children,
            },
            "(target teams(map(tofrom: x[0:n])",
        ),
        (|_| VisitStep::Skip, ""),
    ];
    for (step, expected) in steps {
        let mut printer = Printer { step, ..Printer::new(|_| Through::Omp) };
        walk(&omp, &mut printer);
        assert_eq!(printer.text, expected);
    }
}

#[test]
fn a_walk_may_begin_anywhere_in_its_declaration() {
    let text = "void f(int *x, int n) {
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel
    x[0] = 1;
    x[1] = 2;
  }
}
";
    let (session, unit) = open(text);
    let declaration = session.declarations(unit).remove(0);
    let omp = session.omp(&declaration, &design()).expect("the session has it");
    let from = |node: Node<'_>| {
        let mut printer = Printer::new(|_| Through::Omp);
        walk_from(node, &omp, &mut printer).then_some(printer.text)
    };
    let parallel = declaration.directives().nth(1).expect("there are two");
    let form = "(target teams(shared(x))(defaultmap(tofrom: scalar))(x[0] = 1))";
    assert_eq!(from(parallel.node()).as_deref(), Some(form));
    assert_eq!(from(parallel.node().parent().expect("its statement")).as_deref(), Some(form));
    let last = declaration.nodes().find(|node| node.print() == "x[1] = 2").expect("it is there");
    assert_eq!(from(last).as_deref(), Some("(x[1] = 2)"));
    let (other, its_unit) = open(text);
    let foreign = other.declarations(its_unit).remove(0);
    assert_eq!(from(foreign.root().expect("it has one")), None);
}

/// Checks that a walk leaves what it enters, and notes what it meets.
struct Recorder<'w> {
    through: Through,
    open: Vec<Visited<'w>>,
    nodes: Vec<Node<'w>>,
    /// The lines of OpenMP, in the order of the walk.
    lines: Vec<String>,
    constructs: usize,
}

impl<'w> Recorder<'w> {
    fn of(omp: &'w Omp, through: Through) -> Recorder<'w> {
        let (open, nodes, lines) = (Vec::new(), Vec::new(), Vec::new());
        let mut recorder = Recorder { through, open, nodes, lines, constructs: 0 };
        walk(omp, &mut recorder);
        assert!(recorder.open.is_empty());
        recorder
    }
}

impl<'w> Visitor<'w> for Recorder<'w> {
    fn through(&mut self, directive: Directive<'w>) -> Through {
        assert!(matches!(directive.kind(), DirectiveKind::Acc(_) | DirectiveKind::Omp(_)));
        self.through
    }

    fn enter(&mut self, visited: Visited<'w>, context: &WalkContext<'w>) -> VisitStep {
        assert_eq!((context.depth(), context.parent()), (self.open.len(), self.open.last().copied()));
        self.open.push(visited);
        match visited {
            Visited::Node(node) => self.nodes.push(node),
            Visited::Omp(_) => self.constructs += 1,
            Visited::OmpDirective(directive) => self.lines.push(directive.text()),
            Visited::NewCode(code) => self.lines.push(code.head()),
            Visited::OmpClause(clause) => {
                let Some(Visited::OmpDirective(around)) = context.parent() else {
                    panic!("a directive has it")
                };
                assert!(around.clauses().any(|own| own == clause) && !clause.text().is_empty());
                let _ = (clause.view(), clause.origin().clause());
            }
            _ => {}
        }
        VisitStep::Children
    }

    fn leave(&mut self, visited: Visited<'w>, context: &WalkContext<'w>) {
        assert_eq!(self.open.pop(), Some(visited));
        assert_eq!(context.depth(), self.open.len());
    }
}

/// The nodes that a form stands instead of: those of the directive and of the statement that it is, without its own statement.
fn replaced(omp: &Omp) -> HashSet<NodePtr> {
    let forms = omp.declaration().directives();
    let forms = forms.filter(|each| omp.is_translated(*each) || omp.source_form(*each).is_some());
    let own = forms.flat_map(|directive| {
        let node = directive.node();
        let is_own =
            move |inside: &Node<'_>| !directive.body().is_some_and(|body| body.node().contains(*inside));
        node.parent().into_iter().chain([node]).chain(node.descendants().filter(is_own))
    });
    own.map(Node::ptr).collect()
}

/// Checks the walks over a declaration, and returns the lines of OpenMP in it.
fn check_walks(omp: &Omp, at: &str) -> Vec<String> {
    let declaration = omp.declaration();
    let all: Vec<_> = declaration.nodes().collect();
    let acc = Recorder::of(omp, Through::Acc);
    assert!(acc.nodes == all && acc.constructs == 0 && acc.lines.is_empty(), "{at}");
    let both = Recorder::of(omp, Through::Both);
    assert_eq!(both.nodes, all, "{at}: through both");
    let through = Recorder::of(omp, Through::Omp);
    let replaced = replaced(omp);
    let left: Vec<_> = all.iter().filter(|node| !replaced.contains(&node.ptr())).copied().collect();
    assert_eq!(through.nodes, left, "{at}: through OpenMP");
    assert_eq!((&through.lines, through.constructs), (&both.lines, both.constructs), "{at}");
    through.lines
}

/// Checks that the texts of the nodes are those that the walk met, and of each node what it says of itself.
fn check_texts(omp: &Omp, lines: &[String], at: &str) {
    let directives = || omp.declaration().directives();
    let of_source = directives().filter_map(|each| omp.source_form(each));
    let of_source = of_source.flat_map(|form| form.directives()).map(OmpDirectiveNode::text);
    let mut texts: Vec<_> = directives().flat_map(|each| omp.text(each)).chain(of_source).collect();
    let mut lines = pragmas(lines.iter().map(String::as_str));
    texts.sort();
    lines.sort_unstable();
    assert_eq!(pragmas(texts.iter().map(String::as_str)), lines, "{at}");
    for node in omp.all() {
        assert_eq!(omp.node(node.construct()), Some(node), "{at}");
        let _ = (node.fidelity(), node.verdicts().count(), node.findings().count());
        assert!(node.verdicts().all(|verdict| !verdict.reason().is_empty()), "{at}");
        for interchange in node.interchanges() {
            assert!(interchange.outer.node().contains(interchange.inner.node()), "{at}");
        }
    }
}

/// The lines of OpenMP in a text, without the user's comments behind them.
fn pragmas<'t>(lines: impl Iterator<Item = &'t str>) -> Vec<&'t str> {
    let words = |line: &'t str| line.split(" /").next().unwrap_or_default().trim();
    lines.map(words).filter(|line| line.starts_with("#pragma omp")).collect()
}

/// Whether a translation replaces a directive by the lines of its form, where they stand in a walk: the text can be edited,
/// loops stay where they are, and no line stands behind the declaration.
fn is_in_order(session: &Session, omp: &Omp, directive: Directive<'_>) -> bool {
    let stays = omp.nodes(directive).all(|node| node.interchanges().next().is_none());
    let has_no_other_place = omp.nodes(directive).all(|node| node.unit_forms().next().is_none());
    let is_editable = session.provenance(directive.node()).is_some_and(|origin| origin.is_editable());
    omp.source_form(directive).is_none() && stays && has_no_other_place && is_editable
}

/// Checks every walk over a unit, and that its lines of OpenMP are those of a translation. Returns whether these could be
/// compared.
fn check_unit(session: &Session, unit: Unit, choice: &MappingChoice, at: &str) -> bool {
    let (mut lines, mut is_comparable) = (Vec::new(), true);
    for declaration in session.declarations(unit) {
        let omp = session.omp(&declaration, choice).expect("the session has it");
        let own = check_walks(&omp, at);
        check_texts(&omp, &own, at);
        if !declaration.is_in_header() {
            lines.extend(own);
        }
        is_comparable &= declaration.directives().all(|each| is_in_order(session, &omp, each));
    }
    let texts =
        [Spelling::Expanded, Spelling::AsWritten].map(|spelling| translated(session, unit, choice, spelling));
    is_comparable &= !texts[0].contains("_Pragma");
    let source = session.source(&session.path(unit)).expect("it was read");
    let source = String::from_utf8_lossy(&source);
    let written_by_the_user: HashSet<&str> = pragmas(source.lines()).into_iter().collect();
    let added = |lines: Vec<&str>| -> Vec<String> {
        lines.into_iter().filter(|line| !written_by_the_user.contains(line)).map(str::to_owned).collect()
    };
    // Expanded text is that of the tree where a construct needs a block, and it is not divided then. In the user's own words,
    // macros are not expanded.
    let walked = added(pragmas(lines.iter().map(String::as_str)));
    let [expanded, written] = texts.map(|text| added(pragmas(text.lines())));
    if is_comparable && walked != written {
        assert_eq!(walked, expanded, "{at}");
    }
    is_comparable
}

fn translated(session: &Session, unit: Unit, choice: &MappingChoice, spelling: Spelling) -> String {
    let options =
        TranslateOptions::default().with_policy(choice.policy().clone()).with_dialect(*choice.dialect());
    let translation = session.translate(unit, &options.with_spelling(spelling));
    String::from_utf8_lossy(&translation.text).into_owned()
}

/// The files of the machine.
struct Machine;

impl FileSystem for Machine {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Checks every C file of a folder under several choices. Returns how many translations there were, and how many of them could
/// be compared.
fn check_folder(folder: &Path, choices: &[MappingChoice]) -> (usize, usize) {
    let (mut count, mut compared) = (0, 0);
    for entry in std::fs::read_dir(folder).expect("the folder reads").flatten() {
        let path = entry.path();
        if path.is_dir() {
            let inside = check_folder(&path, choices);
            (count, compared) = (count + inside.0, compared + inside.1);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let path = path.to_str().expect("a path in UTF-8");
            let mut session = Session::new(Machine);
            let unit = session.add_unit(path, &CompileOptions::default()).expect("the file reads");
            for choice in choices {
                let at = format!("{path}, {} in {}", choice.policy().name(), choice.dialect().name());
                count += 1;
                compared += usize::from(check_unit(&session, unit, choice, &at));
            }
        }
    }
    (count, compared)
}

/// Every policy in these dialects.
fn choices(dialects: &[&Dialect]) -> Vec<MappingChoice> {
    let of =
        |policy: Policy| dialects.iter().map(move |dialect| MappingChoice::new(policy.clone(), **dialect));
    Policy::all().flat_map(of).collect()
}

#[test]
fn walks_over_the_test_cases_print_their_translations() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (count, compared) = check_folder(
        &root.join("tests/cases"),
        &[
            MappingChoice::new(Policy::performance(), dialect::HOST),
            MappingChoice::new(Policy::clacc(), dialect::GCC),
        ],
    );
    assert!(count > 400 && compared > count / 2, "{compared} of {count}");
}

#[test]
fn walks_over_the_examples_print_their_translations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/c");
    let (count, compared) =
        check_folder(&folder, &choices(&[&dialect::CLACC, &dialect::LLVM, &dialect::HOST]));
    assert!(count > 50 && compared > count / 2, "{compared} of {count}");
}

/// For suites that are not in the repository: `CLACC_SUITE=folder cargo test --test visit -- --ignored`.
#[test]
#[ignore = "it needs a folder"]
fn walks_over_a_suite_print_its_translations() {
    let folder = std::env::var("CLACC_SUITE").expect("CLACC_SUITE names a folder");
    let (count, compared) =
        check_folder(folder.as_ref(), &choices(&[&dialect::PORTABLE, &dialect::LLVM, &dialect::HOST]));
    assert!(compared > 0, "none of {count} translations could be compared");
}

#[test]
fn a_printer_shows_three_modes() {
    let text = "void f(int *x, int n) {
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i) x[i] = i;
    x[0] = 1;
  }
}
";
    let acc = "Function
  f(int *x, int n)
  Compound
    DirectiveStmt
      #pragma acc data copy(x[0:n])
        Compound
          DirectiveStmt
            #pragma acc parallel loop
              for (int i = 0; i < n; ++i)
                  x[i] = i;
          x[0] = 1;
";
    let data = "Function
  f(int *x, int n)
  Compound
      #pragma omp target data map(tofrom: x[0:n])
        Compound
          DirectiveStmt
            #pragma acc parallel loop
              for (int i = 0; i < n; ++i)
                  x[i] = i;
          x[0] = 1;
";
    let both = "Function
  f(int *x, int n)
  Compound
    DirectiveStmt
      #pragma acc data copy(x[0:n])
        Compound
          DirectiveStmt
            #pragma acc parallel loop
                #pragma omp target teams
                    #pragma omp distribute parallel for
                      for (int i = 0; i < n; ++i)
                          x[i] = i;
          x[0] = 1;
";
    let named = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
    let shown =
        |mode, names: &[&str]| three_modes::run("f.c", text, mode, &named(names)).expect("the file is there");
    assert_eq!(shown(Through::Acc, &[]), acc);
    assert_eq!(shown(Through::Omp, &["data"]), data);
    assert_eq!(shown(Through::Both, &["parallel loop"]), both);
}
