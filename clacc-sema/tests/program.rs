//! Declarations of C lowered to programs: places and their shapes, writes, calls, jumps, mentions.

use std::fmt::Write as _;
use std::sync::Arc;

use clacc_sema::c::model::DeclModel;
use clacc_sema::db::external_decls::{DeclKind, declarations};
use clacc_sema::db::files::Volatility;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_sema::program::access::{JumpKind, WriteKind};
use clacc_sema::program::entity::Class;
use clacc_sema::program::place::{At, EntityId, Extent, Place, Step, Value};
use clacc_sema::program::{Program, View};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;

/// The last function of a program.
struct Function {
    model: Arc<DeclModel>,
    program: Arc<Program>,
}

impl Function {
    fn new(source: &str) -> Function {
        let mut db = Database::default();
        let main = set_text(&mut db, "main.c", Some(source.as_bytes().into()), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
        let mut functions =
            declarations(&db, unit).iter().filter(|decl| decl.kind(&db) == DeclKind::Function);
        let decl = *functions.next_back().expect("a function");
        Function { model: model(&db, decl), program: program(&db, decl) }
    }

    fn view(&self) -> View<'_> {
        View::of_c(&self.program, &self.model)
    }

    /// The arguments of the first call.
    fn arguments(&self) -> &[At] {
        &self.program.calls.first().expect("a call").arguments
    }

    fn entity(&self, name: &str) -> EntityId {
        let mut entities = (0..).map(EntityId::new).take(self.program.entities.len());
        entities.find(|id| self.view().text(self.view().name(*id)) == name).expect("an entity")
    }

    /// The steps of a place as text: `*` goes through a pointer, `[]` selects an element, `[:]` a range.
    fn text(&self, place: &Place) -> String {
        let mut text = self.view().text(self.view().name(place.root)).to_owned();
        for step in place.steps.iter() {
            let _ = match step {
                Step::Field(name) => write!(text, ".{}", self.view().text(*name)),
                Step::Deref(_) => write!(text, "*"),
                Step::Index(Value::Constant(number)) => write!(text, "[{number}]"),
                Step::Index(_) => write!(text, "[]"),
                Step::Range { extent: Extent::All, .. } => write!(text, "[:]"),
                Step::Range { .. } => write!(text, "[:n]"),
            };
        }
        text
    }

    /// The names of the variables that are changed in the run of a node.
    fn changes(&self, kind: WriteKind) -> Vec<&str> {
        let writes = self.view().writes(self.program.outline.all()).filter(|write| write.kind == kind);
        writes.filter_map(|write| write.target).map(|id| self.view().text(self.view().name(id))).collect()
    }
}

const TYPES: &str = "struct t { float *q; float m[4][5]; const int c; struct t *next; };\nvoid g();\n";

#[test]
fn expressions_name_places() {
    let cases = [
        ("(x)", "x", Class::Integer),
        ("s.m", "s.m", Class::Array),
        ("s.m[1]", "s.m[]", Class::Array),
        ("s.m[1][2]", "s.m[][]", Class::Real),
        ("p->q[x]", "p*.q*[]", Class::Real),
        ("(*p).c", "p*.c", Class::Integer),
        ("p->next->c", "p*.next*.c", Class::Integer),
        ("*p", "p*[0]", Class::Struct),
        ("a[x]", "a[]", Class::Pointer),
        ("a[x][1]", "a[]*[]", Class::Real),
        ("*a[x]", "a[]*[0]", Class::Real),
        ("(*r)[x]", "r*[0][]", Class::Integer),
        ("r[x]", "r*[]", Class::Array),
    ];
    for (expr, expected, class) in cases {
        let source = format!(
            "{TYPES}void f(int x, struct t s, struct t *p, int (*r)[3]) {{ float *a[3]; g({expr}); }}"
        );
        let function = Function::new(&source);
        let place = function.view().place_of(function.arguments()[0]).expect("a place");
        assert_eq!((&*function.text(&place), function.view().class_of(&place)), (expected, class), "{expr}");
    }
    let function = Function::new("void g(); void f(int x) { g(x + 1, 1, g); }");
    assert_eq!(function.view().place_of(function.arguments()[0]), None);
    assert_eq!(function.view().constant(function.arguments()[1]), Some(1));
}

#[test]
fn shapes_have_the_dimensions_below_a_place() {
    let source =
        format!("{TYPES}void f(int n, const _Bool *p, struct t s) {{ float v[2][n]; g(p[0], s.c); }}");
    let function = Function::new(&source);
    let view = function.view();
    let shape = |place: &Place| format!("{:?}", view.shape(place).expect("a shape").dims);
    assert_eq!(shape(&Place::whole(function.entity("v"))), "[Fixed(2), Variable]");
    let element = view.shape(&view.place_of(function.arguments()[0]).expect("a place")).expect("a shape");
    assert!(element.is_bool && element.is_const && element.dims.is_empty());
    let member = view.shape(&view.place_of(function.arguments()[1]).expect("a place")).expect("a shape");
    assert!(member.is_const && member.element == Class::Integer);
}

#[test]
fn changes_and_calls_stand_in_source_order() {
    let function =
        Function::new("void g(); void f(int a, int b, int *c) { a = 1; g(&b, c[0]++); (c)--; b += a; }");
    assert_eq!(function.changes(WriteKind::Assigned), ["a", "c", "b"]);
    assert_eq!(function.changes(WriteKind::AddressTaken), ["b"]);
    assert_eq!(function.program.writes.iter().filter(|write| write.replaces).count(), 1);
    let call = &function.program.calls[0];
    assert_eq!((call.callee, call.arguments.len()), (Some(function.entity("g")), 2));
    assert!(function.view().has_side_effects(call.arguments[1]));
}

#[test]
fn mentions_leave_out_what_is_not_evaluated() {
    let source =
        format!("{TYPES}void f(struct t s, struct t *p, int a) {{ g(s.m, p->next->c, sizeof a, g); a; }}");
    let function = Function::new(&source);
    let body = function.program.outline.all();
    let mentions: Vec<_> =
        function.view().mentions(body).map(|mention| function.text(&mention.place)).collect();
    assert_eq!(mentions, ["s.m", "p*.next*.c", "a"]);
}

#[test]
fn jumps_know_where_they_go() {
    let function = Function::new(
        "void f(int a) { while (a) { switch (a) { default: break; } if (a) break; continue; } goto end; end: return; }",
    );
    let jumps: Vec<_> = function.program.jumps.iter().map(|jump| jump.kind).collect();
    let [
        JumpKind::Selected(Some(selecting)),
        JumpKind::Leave(Some(switch)),
        JumpKind::Leave(Some(outer)),
        JumpKind::Cycle(Some(cycled)),
        JumpKind::Goto(Some(label)),
        JumpKind::Return,
    ] = jumps[..]
    else {
        panic!("{jumps:?}");
    };
    assert!(outer == cycled && outer < switch && switch < label && selecting == switch);
}

#[test]
fn labels_belong_to_the_block_that_declares_them() {
    let function = Function::new(
        "void f(void *p) { out: ; { __label__ out; goto out; { __label__ out; out: ; } out: ; } goto out; \
         p = &&out; asm goto (\"\" : : : : out); goto *p; }",
    );
    let labels: Vec<_> = function.program.jumps.iter().map(|jump| jump.kind.other_end()).collect();
    let [Some(inner), Some(outer), Some(of_asm), None] = labels[..] else { panic!("{labels:?}") };
    assert!(outer < inner && outer == of_asm && *function.program.addressed_labels == [outer]);
    let around = function.program.outline.ancestors(inner).count();
    assert_eq!(around, function.program.outline.ancestors(outer).count() + 1, "the label of the inner block");
}

#[test]
fn values_are_the_same_by_their_words_and_variables() {
    let cases =
        [("n + 1", "n + 1", true), ("n + 1", "1 + n", false), ("2 + 1", "3", true), ("(n)", "n", false)];
    for (first, second, expected) in cases {
        let function = Function::new(&format!("void g(); void f(int n) {{ g({first}, {second}); }}"));
        let [first_at, second_at] = *function.arguments() else { panic!("two arguments") };
        assert_eq!(function.view().same_value(first_at, second_at), expected, "{first}, {second}");
    }
}

#[test]
fn known_values_are_integer_arithmetic() {
    for (value, expected) in [("n * 2 + 1", true), ("n + m", false), ("h()", false), ("-(long)n", true)] {
        let function =
            Function::new(&format!("int h(void); void g(); void f(int n, int m) {{ g({value}); }}"));
        let n = function.entity("n");
        assert_eq!(function.view().value_is(function.arguments()[0], &|id| id == n), expected, "{value}");
    }
}
