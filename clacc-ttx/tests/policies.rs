//! Policies, dialects, verdicts and visitors, and the queries that run again after an edit.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::fmt::Write;
use std::sync::Arc;

use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::functions::{acc_directives, acc_facts, omp_forms};
use clacc_sema::db::models::model;
use clacc_sema::db::set_text;
use clacc_sema::omp::form::Omp;
use clacc_sema::program::View;
use clacc_syntax::ast::{DirectiveId, Node, Stmt};
use clacc_syntax::directive::{OmpClause, OmpDirective};
use clacc_ttx::dialect::{CLACC, Dialect, GCC, LLVM, OPENMP_5_1, Overrides, PORTABLE};
use clacc_ttx::node::OmpNode;
use clacc_ttx::policy::{Clacc, Context, MappingPolicy};
use clacc_ttx::query::{Mapping, function_mapping, get_omp_node};
use clacc_ttx::rewrite::{PlacedForms, RewriteOptions};
use clacc_ttx::rules;
use clacc_ttx::spell::{Speller, printed};
use clacc_ttx::verdict::{Fidelity, VerdictPart};
use clacc_ttx::visit::{Through, VisitStep, Visited, Visitor, Walk};
use common::Program;
use expect_test::{Expect, expect};

/// Checks the directives, the findings and the verdicts of a program.
fn check(source: &str, dialect: Dialect, expected: &Expect) {
    let translated = Program::new(source).translate(dialect, RewriteOptions::default());
    let mut text = String::new();
    for line in translated.lossy().lines().filter(|line| line.contains("#pragma")) {
        let _ = writeln!(text, "{}", line.trim_start());
    }
    for finding in &translated.translation.findings {
        let _ = writeln!(text, "{}: {}", finding.code.id, finding.message);
    }
    for entry in &translated.translation.entries {
        let (subject, modifier) = match &entry.part {
            Some(VerdictPart::Clause(clause)) => (&*clause.spelling, clause.modifier),
            _ => (entry.directive.text(), None),
        };
        let modifier = modifier.map_or(String::new(), |word| format!(" {}:", word.text()));
        let _ = writeln!(text, "{subject}{modifier} {:?}: {}", entry.fidelity, entry.reason);
    }
    expected.assert_eq(&text);
}

#[test]
fn const_variables_are_not_copied_back() {
    let source = "\
static const double weights[3] = {1, 2, 1};
const struct { int n; double v[4]; } table = {4};
void f(double *a, const double *b, int n) {
  const int limit = 3;
  const double *const c = b;
#pragma acc parallel loop copy(a[0:n], b[0:n])
  for (int i = 0; i < n; ++i) a[i] = b[i] * weights[i % limit] + table.v[1] + c[i];
#pragma acc parallel copy(weights, a[0:n], table.v[1:2], limit, c[0:n])
  { a[0] = weights[0]; }
}
";
    check(
        source,
        PORTABLE,
        &expect![[r#"
            #pragma omp target teams map(tofrom: a[0:n],b[0:n]) map(to: weights,table) shared(a,b,weights,table) firstprivate(n,limit)
            #pragma omp distribute
            #pragma omp target teams map(tofrom: a[0:n],c[0:n]) map(to: weights,table.v[1:2],limit) shared(a,weights,limit,c)
            parallel loop Exact: the directive has a form
            copy Exact: nothing in the region can release the data, so one reference count is enough
            parallel Exact: the directive has a form
            copy Exact: nothing in the region can release the data, so one reference count is enough
        "#]],
    );
    check(
        source,
        CLACC,
        &expect![[r#"
            #pragma omp target teams map(hold,tofrom: a[0:n],b[0:n]) map(hold,tofrom: weights,table) shared(a,b,weights,table) firstprivate(n,limit,c)
            #pragma omp distribute
            #pragma omp target teams map(hold,tofrom: weights,a[0:n],table.v[1:2],limit,c[0:n]) shared(a,weights,limit,c)
            parallel loop Exact: the directive has a form
            copy Exact: the OpenMP clause means the same
            parallel Exact: the directive has a form
            copy Exact: the OpenMP clause means the same
        "#]],
    );
}

#[test]
fn portable_says_what_it_loses() {
    check(
        "\
void g(void);
void f(int *a, int *b, int c[8], int n) {
#pragma acc data copy(a[0:n]) no_create(b[0:n])
  {
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; ++i) a[i] += b[i];
    g();
#pragma acc update self(a[0:n])
#pragma acc update self(b[0:n]) if_present
  }
#pragma acc parallel num_gangs(n) copyin(c[0:8]) no_create(b[0:n])
  { a[0] = c[0] + b[0]; }
}
",
        PORTABLE,
        &expect![[r#"
            #pragma omp target data map(tofrom: a[0:n])
            #pragma omp target teams map(alloc: a[0:n]) shared(a,b) firstprivate(n) defaultmap(tofrom: scalar)
            #pragma omp distribute
            #pragma omp target update from(a[0:n])
            #pragma omp target update from(b[0:n])
            #pragma omp target teams num_teams(n) map(to: c[0:8]) shared(c,b)
            MAP0006: `copy` does not hold the data for the whole region in this dialect
            MAP0008: `no_create` is left to OpenMP's implicit mapping in this dialect
            MAP0007: `present` of absent data is not reported in this dialect
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0008: `no_create` is left to OpenMP's implicit mapping in this dialect
            data Exact: the directive has a form
            copy Approximated: OpenMP has one reference count, so an exit data inside the region can remove the data
            no_create Approximated: left out: absent data stays absent, and present data is not held, so the region may release it
            parallel loop Exact: the directive has a form
            present Approximated: absent data is allocated, where OpenACC reports it; present data is used in place either way
            update Exact: the directive has a form
            self Approximated: without a present modifier an update of absent data does nothing, where OpenACC reports it
            update Exact: the directive has a form
            self Exact: the OpenMP clause means the same
            if_present Exact: the motion clauses carry no present modifier
            parallel Exact: the directive has a form
            num_gangs Exact: the OpenMP clause means the same
            copyin Exact: nothing in the region can release the data, so one reference count is enough
            no_create Approximated: left out: memory behind a pointer is used if present, an absent array is copied for the region
        "#]],
    );
}

#[test]
fn the_design_loses_nothing_there() {
    check(
        "\
void g(void);
void f(int *a, int *b, int n) {
#pragma acc data copy(a[0:n]) no_create(b[0:n])
  {
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; ++i) a[i] += b[i];
    g();
#pragma acc update self(a[0:n])
  }
}
",
        CLACC,
        &expect![[r#"
            #pragma omp target data map(hold,tofrom: a[0:n]) map(no_alloc,hold,alloc: b[0:n])
            #pragma omp target teams map(present,hold,alloc: a[0:n]) map(no_alloc,alloc: b) shared(a,b) firstprivate(n)
            #pragma omp distribute
            #pragma omp target update from(present: a[0:n])
            data Exact: the directive has a form
            copy Exact: the OpenMP clause means the same
            no_create Exact: the OpenMP clause means the same
            parallel loop Exact: the directive has a form
            present Exact: the OpenMP clause means the same
            update Exact: the directive has a form
            self Exact: the OpenMP clause means the same
        "#]],
    );
}

#[test]
fn every_clause_has_a_verdict() {
    check(
        "\
void f(int *a, int n) {
  int s = 0, k;
#pragma acc parallel loop gang vector vector_length(n) num_workers(4) reduction(+:s) collapse(1) independent private(k)
  for (int i = 0; i < n; ++i) s += i;
#pragma acc parallel num_gangs(2, 2) copy(a[0:n])
#pragma acc loop auto worker
  for (int i = 0; i < n; ++i) a[i]++;
#pragma acc enter data create(zero: a[0:n]) copyin(readonly: s)
#pragma acc enter data copyin(readonly: s)
#pragma acc nonsense(a)
}
",
        CLACC,
        &expect![[r#"
            #pragma omp target teams map(hold,tofrom: s) firstprivate(n) reduction(+: s)
            #pragma omp distribute simd reduction(+: s) collapse(1) private(k)
            #pragma omp target teams num_teams(2 * 2) map(hold,tofrom: a[0:n]) shared(a) firstprivate(n)
            #pragma acc enter data create(zero: a[0:n]) copyin(readonly: s)
            #pragma omp target enter data map(to: s)
            #pragma acc nonsense(a)
            MAP0031: this loop is decided as sequential, and every gang executes the whole loop
            MAP0003: `create` with zero has no OpenMP form under this mapping
            parallel loop Exact: the directive has a form
            gang Exact: the name of the OpenMP directive says it
            vector Exact: the name of the OpenMP directive says it
            vector_length Approximated: simdlen takes a constant only, so the compiler chooses the length; no result depends on it
            num_workers Dropped: no loop is partitioned among workers
            reduction Exact: the OpenMP clause means the same
            collapse Exact: the OpenMP clause means the same
            independent Dropped: an OpenMP loop directive already says that iterations are independent
            private Exact: a private clause, or a local variable where compilers take none
            parallel Exact: the directive has a form
            num_gangs Exact: the gangs of all dimensions are teams
            copy Exact: the OpenMP clause means the same
            loop Dropped: OpenMP needs no directive here
            auto Approximated: every gang executes the whole loop, as in the design
            worker Dropped: the loop is decided as sequential, as auto permits
            enter data Unsupported: a part of the directive has no form
            create Unsupported: the mapping has no form for an argument or modifier of this clause
            copyin readonly: Unsupported: kept, because another part of the directive has no form
            copyin Unsupported: kept, because another part of the directive has no form
            enter data Exact: the directive has a form
            copyin readonly: Dropped: readonly is a promise that the program keeps with or without the word
            copyin Exact: the OpenMP clause means the same
            nonsense Unsupported: kept, because an error was reported for it
        "#]],
    );
}

/// OpenACC permits rows that lie in several blocks of memory; OpenMP has no clause for them together. The table of
/// pointers is mapped, and each row by a directive of its own in a loop.
#[test]
fn rows_behind_several_pointers_are_mapped_one_by_one() {
    check(
        "\
void f(double **a, double *p[4], double (*q)[4], double *b, int n) {
#pragma acc data copyin(a[0:n][0:n]) copy(b[0:n])
  {
#pragma acc parallel loop
    for (int i = 0; i < n; ++i) b[i] = a[i][i];
#pragma acc update self(b[0:n])
  }
#pragma acc enter data create(p[0:2][0:n])
#pragma acc enter data create(q[0:n][0:4], a[0:1][0:n])
#pragma acc update device(a[0:n][0:n])
}
",
        PORTABLE,
        &expect![[r#"
            #pragma omp target data map(to: a[0:n]) map(tofrom: b[0:n])
            #pragma omp target enter data map(to: __clacc_row_1__[0:n])
            #pragma omp target teams shared(b,a) firstprivate(n) defaultmap(tofrom: scalar)
            #pragma omp distribute
            #pragma omp target update from(b[0:n])
            #pragma omp target exit data map(release: __clacc_row_1__[0:n])
            #pragma omp target enter data map(to: p[0:2])
            #pragma omp target enter data map(alloc: __clacc_row_1__[0:n])
            #pragma omp target enter data map(alloc: q[0:n][0:4],a[0:1][0:n])
            #pragma omp target update to(__clacc_row_1__[0:n])
            MAP0007: `self` of absent data is not reported in this dialect
            MAP0007: `device` of absent data is not reported in this dialect
            data Exact: the directive has a form
            copyin Exact: nothing in the region can release the data, so one reference count is enough
            copy Exact: nothing in the region can release the data, so one reference count is enough
            parallel loop Exact: the directive has a form
            update Exact: the directive has a form
            self Approximated: without a present modifier an update of absent data does nothing, where OpenACC reports it
            enter data Exact: one directive for each row, in a loop
            create Exact: a directive for the table of pointers, and one for each row behind it
            enter data Exact: the directive has a form
            create Exact: the OpenMP clause means the same
            update Exact: one directive for each row, in a loop
            device Approximated: without a present modifier an update of absent data does nothing, where OpenACC reports it
        "#]],
    );
}

#[test]
fn dialects_spell_what_they_have() {
    let source = "void f(int a[4], int b[4]) {\n#pragma acc data present(a) no_create(b)\n{\n#pragma acc update device(a)\n;}\n}\n";
    let program = Program::new(source);
    let mut text = String::new();
    let (mut no_hold, mut no_present) = (Overrides::default(), Overrides::default());
    (no_hold.hold, no_hold.no_alloc) = (Some(false), Some(false));
    (no_present.present, no_present.update_present) = (Some(false), Some(false));
    let overridden = [("clacc without", CLACC.with(no_hold)), ("llvm without", LLVM.with(no_present))];
    for (name, dialect) in Dialect::all()
        .iter()
        .map(|dialect| (dialect.preset_name().unwrap_or_default(), **dialect))
        .chain(overridden)
    {
        let translated = program.translate(dialect, RewriteOptions::default());
        for line in translated.lossy().lines().filter(|line| line.starts_with("#pragma")) {
            let _ = writeln!(text, "{name}: {line}");
        }
    }
    expect![[r#"
        portable: #pragma omp target data map(alloc: a[0:0])
        portable: #pragma omp target update to(a[0:4])
        clacc: #pragma omp target data map(present,hold,alloc: a) map(no_alloc,hold,alloc: b)
        clacc: #pragma omp target update to(present: a[0:4])
        clacc-latest: #pragma omp target data map(present,ompx_hold,alloc: a) map(ompx_no_alloc,ompx_hold,alloc: b)
        clacc-latest: #pragma omp target update to(present: a[0:4])
        openmp-5.1: #pragma omp target data map(present,alloc: a[0:0])
        openmp-5.1: #pragma omp target update to(present: a[0:4])
        openmp-6.0: #pragma omp target data map(present,alloc: a[0:0])
        openmp-6.0: #pragma omp target update to(present: a[0:4])
        openmp-6.1: #pragma omp target data map(present,alloc: a[0:0])
        openmp-6.1: #pragma omp target update to(present: a[0:4])
        gcc: #pragma omp target data map(present,alloc: a[0:0])
        gcc: #pragma omp target update to(present: a[0:4])
        llvm: #pragma omp target data map(present,ompx_hold,alloc: a[0:0])
        llvm: #pragma omp target update to(present: a[0:4])
        llvm-19: #pragma omp target data map(present,ompx_hold,alloc: a[0:0])
        llvm-19: #pragma omp target update to(present: a[0:4])
        llvm-22: #pragma omp target data map(present,ompx_hold,alloc: a[0:0])
        llvm-22: #pragma omp target update to(present: a[0:4])
        clacc without: #pragma omp target data map(present,alloc: a) map(alloc: b)
        clacc without: #pragma omp target update to(present: a[0:4])
        llvm without: #pragma omp target data map(ompx_hold,alloc: a[0:0])
        llvm without: #pragma omp target update to(a[0:4])
    "#]]
    .assert_eq(&text);
}

#[test]
fn pointers_are_found_on_the_device_unless_they_change() {
    let source = "\
void f(int *p, int *q, int n) {
#pragma acc parallel num_gangs(1)
  { p[0] = n; q++; *q = n; }
}
";
    let program = Program::new(source);
    let text = |dialect| program.translate(dialect, RewriteOptions::default()).lossy();
    assert!(text(CLACC).contains("firstprivate(p,n,q)"), "{}", text(CLACC));
    assert!(text(PORTABLE).contains("firstprivate(n,q)"), "{}", text(PORTABLE));
}

/// The design, except that worker loops also share their iterations among the teams.
struct Flat;

impl MappingPolicy for Flat {
    fn id(&self) -> &'static str {
        "flat"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn loop_(&self, cx: &Context<'_>) -> OmpNode {
        let mut node = rules::loop_(cx);
        if let Some(form) = &mut node.form {
            form.each_directive_mut(&mut |directive| {
                if directive.kind == OmpDirective::Distribute {
                    directive.kind = OmpDirective::DistributeParallelFor;
                }
            });
        }
        node
    }
}

/// A policy without a rule for `update`.
struct WithoutUpdate;

impl MappingPolicy for WithoutUpdate {
    fn id(&self) -> &'static str {
        "without-update"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn update(&self, cx: &Context<'_>) -> OmpNode {
        rules::unmapped(cx)
    }
}

#[test]
fn a_directive_without_a_rule_keeps_its_text() {
    let program = Program::new(NESTED);
    let translated = program.translate_by(Arc::new(WithoutUpdate), CLACC, RewriteOptions::default());
    assert!(translated.lossy().contains("#pragma acc update self(a[0:4])"), "{}", translated.lossy());
    let found: Vec<&str> = translated.translation.findings.iter().map(|finding| finding.code.id).collect();
    assert!(found.contains(&"MAP0001"), "{found:?}");
}

const NESTED: &str = "\
void f(int *a, int n) {
#pragma acc parallel copy(a[0:n])
#pragma acc loop gang
  for (int i = 0; i < n; ++i) {
#pragma acc loop vector
    for (int j = 0; j < n; ++j) a[j] += i;
  }
}
void g(int *a) {
#pragma acc update self(a[0:4])
}
";

#[test]
fn two_policies_stand_side_by_side() {
    let program = Program::new(NESTED);
    let flat = program.translate_by(Arc::new(Flat), CLACC, RewriteOptions::default()).lossy();
    assert!(flat.contains("#pragma omp distribute parallel for\n"), "{flat}");
    let db = &program.db;
    let decl = declarations(db, program.unit)[0];
    let first = function_mapping(db, decl, Mapping::new(db, Arc::new(Clacc), CLACC.into()));
    let second = function_mapping(db, decl, Mapping::new(db, Arc::new(Flat), CLACC.into()));
    let kind = |node: &OmpNode| node.form.as_ref().map(|form| form.directives()[0].kind.text());
    let kinds = first.nodes.values().zip(second.nodes.values()).map(|(one, other)| [kind(one), kind(other)]);
    let differing: Vec<_> = kinds.filter(|[one, other]| one != other).collect();
    assert_eq!(differing, [[Some("distribute"), Some("distribute parallel for")]]);
}

#[test]
fn standard_openmp_differs_from_the_design_where_it_must() {
    let text = Program::new(NESTED).translate(OPENMP_5_1, RewriteOptions::default()).lossy();
    assert!(text.contains("map(tofrom: a[0:n])") && text.contains("from(present: a[0:4])"), "{text}");
}

/// Records the nodes that a walk enters and leaves.
struct Outline<'a> {
    view: View<'a>,
    through: Through,
    text: String,
}

impl Outline<'_> {
    /// The name of a node in the outline; none for a node that the outline does not show.
    fn name(&self, node: Visited<'_>) -> Option<String> {
        match node {
            Visited::Source(at) => self.name_of_source(self.view.c_node(at)?),
            Visited::Directive(directive) => Some(directive.kind.text().to_owned()),
            Visited::Form(Omp::Block(_)) => Some("block".to_owned()),
            Visited::Clause(directive, clause) if clause.kind() == OmpClause::Map => {
                let mut expr = |at| printed(self.view, at);
                Some(Speller::new(self.view, &CLACC, &mut expr).clause(directive.kind, clause))
            }
            _ => None,
        }
    }

    fn name_of_source(&self, node: Node) -> Option<String> {
        let tree = &self.view.c_model()?.parsed.tree;
        match node {
            Node::Directive(id) => Some(format!("acc {}", self.view.directive(id).kind.acc()?.text())),
            Node::Clause(id) => Some(self.view.clause_node(id).kind.acc()?.text().to_owned()),
            Node::Stmt(id) => matches!(tree[id], Stmt::For { .. }).then(|| "for".to_owned()),
            _ => None,
        }
    }
}

impl<'a> Visitor<'a> for Outline<'a> {
    fn through(&mut self, _: DirectiveId) -> Through {
        self.through
    }

    fn enter(&mut self, node: Visited<'a>) -> VisitStep {
        if let Some(name) = self.name(node) {
            let _ = write!(self.text, "<{name}");
        }
        VisitStep::Children
    }

    fn leave(&mut self, node: Visited<'a>) {
        if self.name(node).is_some() {
            self.text.push('>');
        }
    }
}

/// Checks the nodes that the three kinds of walks over the first function of a program enter and leave.
fn check_walks(source: &str, [acc, omp, both]: [&str; 3]) {
    let program = Program::new(source);
    let db = &program.db;
    let decl = declarations(db, program.unit)[0];
    let (model, facts) = (model(db, decl), acc_facts(db, decl));
    let lowered = clacc_sema::db::models::program(db, decl);
    let source_forms = omp_forms(db, decl);
    let mapping = function_mapping(db, decl, Mapping::new(db, Arc::new(Clacc), CLACC.into()));
    for (through, expected) in [(Through::Acc, acc), (Through::Omp, omp), (Through::Both, both)] {
        let view = View::of_c(&lowered, &model);
        let placed = PlacedForms::default();
        let walk =
            Walk { view, facts: &facts.facts, mapping: &mapping, source: &source_forms, placed: &placed };
        let mut outline = Outline { view, through, text: String::new() };
        walk.run(&mut outline);
        assert_eq!(outline.text, expected);
    }
}

#[test]
fn a_walk_goes_through_either_parent_or_both() {
    check_walks(
        NESTED,
        [
            "<acc parallel<copy><acc loop<gang><for<acc loop<vector><for>>>>>",
            "<target teams<map(hold,tofrom: a[0:n])><distribute<for<simd<for>>>>>",
            "<acc parallel<copy><target teams<map(hold,tofrom: a[0:n])>\
             <acc loop<gang><distribute<for<acc loop<vector><simd<for>>>>>>>>",
        ],
    );
}

#[test]
fn a_walk_leaves_a_directive_before_what_stands_behind_its_statement() {
    let source = "\
void f(int *a, int n, int q) {
#pragma acc parallel loop copy(a[0:n]) async(q)
  for (int i = 0; i < n; ++i) a[i] += i;
}
";
    check_walks(
        source,
        [
            "<acc parallel loop<copy><async><for>>",
            "<block<target teams<map(hold,tofrom: a[0:n])><distribute<for>>><taskwait>>",
            "<acc parallel loop<copy><async><block<target teams<map(hold,tofrom: a[0:n])><distribute<for>>><taskwait>>>",
        ],
    );
}

#[test]
fn a_walk_shows_openmp_of_the_source_as_forms() {
    let source = "\
void f(int *a, int n) {
#pragma omp target data map(tofrom: a[0:n])
  {
#pragma acc parallel loop present(a[0:n])
    for (int i = 0; i < n; ++i) a[i] += i;
  }
}
";
    check_walks(
        source,
        [
            "<acc parallel loop<present><for>>",
            "<target data<map(tofrom: a[0:n])><target teams<map(present,hold,alloc: a[0:n])><distribute<for>>>>",
            "<target data<map(tofrom: a[0:n])><acc parallel loop<present>\
             <target teams<map(present,hold,alloc: a[0:n])><distribute<for>>>>>",
        ],
    );
}

/// The names of the queries of this crate that ran.
fn ran(program: &Program, mapping: Mapping) -> Vec<String> {
    program.db.log().start();
    for decl in declarations(&program.db, program.unit) {
        function_mapping(&program.db, *decl, mapping);
    }
    let executed = program.db.log().finish(&program.db);
    let own = |name: &String| name.contains("get_omp_node") || name.contains("function_mapping");
    executed.into_iter().map(|each| each.query).filter(own).collect()
}

#[test]
fn an_edit_maps_only_the_function_again() {
    let mut program = Program::new(NESTED);
    let mapping = Mapping::new(&program.db, Arc::new(Clacc), CLACC.into());
    let count = |ran: &[String], name: &str| ran.iter().filter(|each| each.contains(name)).count();
    let first = ran(&program, mapping);
    assert_eq!((count(&first, "get_omp_node"), count(&first, "function_mapping")), (0, 2));
    assert!(ran(&program, mapping).is_empty());

    let edit = |program: &mut Program, from: &str, to: &str| {
        let text = NESTED.replace(from, to);
        set_text(&mut program.db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    };
    edit(&mut program, "void f", "\n\n// moved\nvoid f");
    assert!(ran(&program, mapping).is_empty(), "moving a function maps nothing again");
    edit(&mut program, "self(a[0:4])", "self(a[0:5])");
    let second = ran(&program, mapping);
    assert_eq!((count(&second, "get_omp_node"), count(&second, "function_mapping")), (0, 1), "{second:?}");
}

#[test]
fn nodes_are_asked_for_one_at_a_time() {
    let program = Program::new(NESTED);
    let db = &program.db;
    let mapping = Mapping::new(db, Arc::new(Clacc), CLACC.into());
    let decl = declarations(db, program.unit)[1];
    let directive = acc_directives(db, decl)[0];
    let nodes = get_omp_node(db, directive, mapping);
    let (_, node) = &nodes.nodes[0];
    let directives = node.form.as_ref().map(Omp::directives).unwrap_or_default();
    assert_eq!(directives[0].kind, OmpDirective::TargetUpdate);
    assert_eq!(nodes.nodes.len(), 1);
}

/// Gangs that repeat a loop with `auto` give another result than one gang. The verdicts say what becomes of
/// the gangs.
#[test]
fn gangs_do_not_repeat_a_loop_with_auto() {
    let source = "\
void f(int *a, int n) {
#pragma acc parallel loop auto num_gangs(n++) copy(a[0:4])
  for (int i = 0; i < 4; ++i) a[i] += i;
#pragma acc parallel loop auto num_gangs(1) copy(a[0:4])
  for (int i = 0; i < 4; ++i) a[i] += i;
}
";
    check(
        source,
        PORTABLE,
        &expect![[r#"
        #pragma omp target teams num_teams(1) map(tofrom: a[0:4]) shared(a)
        #pragma omp target teams num_teams(1) map(tofrom: a[0:4]) shared(a)
        MAP0031: this loop is decided as sequential, so one gang executes the compute construct
        parallel loop Exact: the directive has a form
        auto Approximated: one gang executes the loop, which is decided as sequential
        num_gangs Approximated: one gang executes the construct, because gangs would repeat a sequential loop
        copy Exact: nothing in the region can release the data, so one reference count is enough
        parallel loop Exact: the directive has a form
        auto Dropped: the loop is decided as sequential, and nothing is executed twice
        num_gangs Exact: the OpenMP clause means the same
        copy Exact: nothing in the region can release the data, so one reference count is enough
    "#]],
    );
    check(
        source,
        CLACC,
        &expect![[r#"
        #pragma omp target teams num_teams(n++) map(hold,tofrom: a[0:4]) shared(a)
        #pragma omp target teams num_teams(1) map(hold,tofrom: a[0:4]) shared(a)
        MAP0031: this loop is decided as sequential, and every gang executes the whole loop
        parallel loop Exact: the directive has a form
        auto Approximated: every gang executes the whole loop, as in the design
        num_gangs Exact: the OpenMP clause means the same
        copy Exact: the OpenMP clause means the same
        parallel loop Exact: the directive has a form
        auto Dropped: the loop is decided as sequential, and nothing is executed twice
        num_gangs Exact: the OpenMP clause means the same
        copy Exact: the OpenMP clause means the same
    "#]],
    );
}

/// clang 19 hangs in the reduction of a deferred `target teams`.
#[test]
fn reductions_are_deferred_only_where_compilers_can() {
    let source = "\
char *acc2omp_async2dep(int);
void f(int *a, int n) {
  int s = 0;
#pragma acc parallel loop async(1) reduction(+:s) copyin(a[0:4])
  for (int i = 0; i < 4; ++i) s += a[i];
}
";
    check(
        source,
        PORTABLE,
        &expect![[r#"
        #pragma omp target teams map(to: a[0:4]) map(tofrom: s) shared(a) reduction(+: s) depend(inout : *acc2omp_async2dep(1))
        #pragma omp distribute
        parallel loop Exact: the directive has a form
        async Approximated: the thread itself waits: compilers of the dialect hang in the reduction of a deferred target teams
        reduction Exact: the reduction among gangs is stated on the construct around it
        copyin Exact: nothing in the region can release the data, so one reference count is enough
    "#]],
    );
    check(
        source,
        GCC,
        &expect![[r#"
        #pragma omp target teams map(to: a[0:4]) map(tofrom: s) shared(a) reduction(+: s) nowait depend(inout : *acc2omp_async2dep(1))
        #pragma omp distribute
        parallel loop Exact: the directive has a form
        async Exact: tasks that depend on one address run in the order of the queue
        reduction Exact: the reduction among gangs is stated on the construct around it
        copyin Exact: nothing in the region can release the data, so one reference count is enough
    "#]],
    );
}

/// No OpenMP clause takes `_Thread_local` variables, and gcc takes no `_Atomic` data.
#[test]
fn data_that_no_clause_takes_is_pointed_out() {
    let on = |directive: &str, dialect: Dialect| {
        let head = "_Thread_local int t, u[4]; _Atomic int x, y[4]; struct s { _Atomic int m; } s; _Thread_local int *p;";
        let source = format!(
            "{head}\nvoid f(int *a, int j) {{\n#pragma acc {directive}\nfor (int i = 0; i < 4; ++i) a[i] = y[i] + s.m;\n}}\n"
        );
        let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
        let unsupported =
            translated.translation.entries.iter().filter(|entry| entry.fidelity == Fidelity::Unsupported);
        let codes: Vec<_> = translated.translation.findings.iter().map(|finding| finding.code.id).collect();
        (unsupported.count() > 0, codes.contains(&"MAP0003") || codes.contains(&"MAP0032"))
    };
    let kept = (true, true);
    let translated = (false, false);
    for (directive, portable, llvm) in [
        ("parallel loop private(x, y)", translated, translated),
        ("parallel loop", kept, translated),
        ("parallel loop copy(y)", kept, translated),
        ("parallel loop private(y) copy(x)", kept, translated),
        ("parallel loop private(y) copy(s.m)", kept, translated),
        ("parallel loop private(y) reduction(+:x)", kept, kept),
        ("parallel loop private(y) reduction(+:t)", kept, kept),
        ("parallel loop private(y) copy(t)", kept, kept),
        ("parallel loop private(y) copyin(p[0:4])", kept, kept),
        ("parallel loop private(y) private(t)", kept, kept),
        ("parallel loop private(y) firstprivate(t)", translated, translated),
        ("parallel loop private(y) firstprivate(u)", kept, kept),
    ] {
        assert_eq!((on(directive, PORTABLE), on(directive, LLVM)), (portable, llvm), "{directive}");
    }
}

/// The thread waits where `wait` names no queue, so neither clause is exact. A constant is needed for
/// `simdlen`, and the analysis alone says so.
#[test]
fn clauses_together_have_verdicts_that_fit() {
    let source = "\
char *acc2omp_async2dep(int);
void f(int *a, int n) {
#pragma acc parallel loop async(1) wait vector_length(n) copy(a[0:4])
  for (int i = 0; i < 4; ++i) a[i] += i;
}
";
    check(
        source,
        PORTABLE,
        &expect![[r#"
        #pragma omp taskwait
        #pragma omp target teams map(tofrom: a[0:4]) shared(a) nowait depend(inout : *acc2omp_async2dep(1))
        #pragma omp distribute
        parallel loop Exact: the directive has a form
        async Approximated: the thread itself waits before the construct, because of the wait clause
        wait Approximated: the thread itself waits for the queues, where in OpenACC only the queue does
        vector_length Approximated: simdlen takes a constant only, so the compiler chooses the length; no result depends on it
        copy Exact: nothing in the region can release the data, so one reference count is enough
    "#]],
    );
}

/// The loops of a routine are divided among what its callers have.
#[test]
fn loops_of_routines_need_no_construct_around() {
    let source = "\
#pragma acc routine worker
void f(int *a) {
  int k;
#pragma acc loop seq private(k)
  for (k = 0; k < 4; ++k) a[k]++;
#pragma acc loop worker
  for (int i = 0; i < 4; ++i) a[i]++;
}
";
    check(
        source,
        PORTABLE,
        &expect![[r#"
            #pragma omp declare target
            #pragma omp parallel for shared(a)
            #pragma omp end declare target
            routine Exact: declare target makes a version for devices
            worker Exact: the directives of the loops in the function say it
            loop Dropped: OpenMP needs no directive here
            seq Dropped: a plain loop runs sequentially
            private Exact: a local variable of a new block is the private copy
            loop Exact: the directive has a form
            worker Exact: the name of the OpenMP directive says it
        "#]],
    );
}
