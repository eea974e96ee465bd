//! Tests of trees and their meaning through the interface of the library, with default features.

#![allow(
    clippy::redundant_closure_for_method_calls,
    reason = "views have many methods, whose paths say no more"
)]

mod one_file;

use clacc::acc::{DataMapping, Half, How, Sharing, Subscript};
use clacc::directives::{AccClause, AccDirective};
use clacc::files::{FileSystem, MemoryFiles};
use clacc::options::CompileOptions;
use clacc::semantics::{SymbolKind, TypeKind};
use clacc::source::{ColumnUnit, LineColumn};
use clacc::syntax::{
    ClauseKind, DeclarationKind, Expr, ExprView, ExternalDeclaration, Node, NodeKind, Role, StmtView,
};
use clacc::{Session, Unit};
use one_file::{only, open};

#[expect(dead_code, reason = "the program's `main` is not called")]
#[path = "../examples/directive_walker.rs"]
mod directive_walker;
#[expect(dead_code, reason = "the program's `main` is not called")]
#[path = "../examples/oversized_copies.rs"]
mod oversized_copies;

/// The first node that is printed so.
fn find<'f>(declaration: &'f ExternalDeclaration, text: &str) -> Node<'f> {
    declaration.nodes().find(|node| node.print() == text).unwrap_or_else(|| panic!("no node is {text}"))
}

fn expr<'f>(declaration: &'f ExternalDeclaration, text: &str) -> Expr<'f> {
    let mut nodes = declaration.nodes().filter_map(Node::expr);
    nodes.find(|expr| expr.node().print() == text).unwrap_or_else(|| panic!("no expression is {text}"))
}

const PROGRAM: &str = "enum { SIZE = 64 };
#define LOOP _Pragma(\"acc loop gang\")
#define N 8
struct pair { int a, b[4]; };
void f(int n, int *x, struct pair s) {
  int table[SIZE];
#pragma acc parallel copy(x[0:n], table[0:N]) copyin(s.b) num_gangs(N) private(n)
  {
LOOP
    for (int i = 0; i < N; ++i) { x[i] = table[2 * i] + s.b[0]; }
    *(x + 1) = 2;
  }
}
";

#[test]
fn nodes_lead_to_each_other() {
    let (session, unit) = open(PROGRAM);
    let f = only(&session, unit);
    assert_eq!((f.name(), f.kind(), f.is_in_header()), ("f", DeclarationKind::Function, false));
    let assignment = find(&f, "x[i] = table[2 * i] + s.b[0]");
    assert_eq!((assignment.kind(), assignment.role()), (NodeKind::Assign, Role::Value));
    let ExprView::Assign { op: None, left, right, .. } = assignment.expr().expect("it is one").view() else {
        panic!("it is an assignment");
    };
    assert_eq!(assignment.child(Role::Left), Some(left.node()));
    assert_eq!(right.node().print(), "table[2 * i] + s.b[0]");
    let around: Vec<_> = left.node().ancestors().map(Node::kind).collect();
    assert_eq!(around[..4], [NodeKind::Assign, NodeKind::ExprStmt, NodeKind::Compound, NodeKind::For]);
    assert_eq!(around.last(), Some(&NodeKind::Function));
    assert!(assignment.contains(left.node()) && !left.node().contains(assignment));
}

#[test]
fn a_walk_skips_what_it_is_told_to() {
    let (session, unit) = open("void f(int *x) {\n#pragma acc serial\n{ x[1 + 2] = 3; x[4] = 5; }\n}\n");
    let f = only(&session, unit);
    let block = find(&f, "{\n    x[1 + 2] = 3;\n    x[4] = 5;\n}");
    let mut walk = block.descendants();
    let mut numbers = Vec::new();
    while let Some(node) = walk.next() {
        match node.kind() {
            NodeKind::Index => walk.skip_subtree(),
            NodeKind::Number => numbers.push(node.print()),
            _ => {}
        }
    }
    assert_eq!(numbers, ["3", "5"]);
}

#[test]
fn sections_say_which_bound_is_written() {
    let (session, unit) =
        open("void f(int n, int *x, int y[9]) {\n#pragma acc enter data copyin(x[:n], y[n:], y[1:2])\n}\n");
    let f = only(&session, unit);
    let items = f.directives().flat_map(|directive| directive.clauses()).flat_map(|clause| clause.items());
    let bounds = items.map(|item| match item.expr().expect("it is one").view() {
        ExprView::Section(section) => {
            let text = |bound: Option<Expr<'_>>| bound.map(|bound| bound.node().print()).unwrap_or_default();
            format!("{}|{}|{}", section.base.node().print(), text(section.lower), text(section.length))
        }
        _ => panic!("it is a section"),
    });
    assert_eq!(bounds.collect::<Vec<_>>(), ["x||n", "y|n|", "y|1|2"]);
}

#[test]
fn pointers_lead_back_and_nowhere_else() {
    let (mut session, unit) =
        open(&format!("void g(int *x) {{\n#pragma acc serial\n  x[0] = 1;\n}}\n{PROGRAM}"));
    let other_unit = session.add_unit("f.c", &CompileOptions::default()).expect("it is there");
    let [g, f] = &session.directed_declarations(unit)[..] else { panic!("there are two") };
    let pointers: Vec<_> = f.nodes().map(Node::ptr).collect();
    assert!(f.nodes().zip(&pointers).all(|(node, pointer)| f.resolve(*pointer) == Some(node)));
    assert!(pointers.iter().all(|pointer| g.resolve(*pointer).is_none()));
    let other = &session.directed_declarations(other_unit)[1];
    assert!(other != f && pointers.iter().all(|pointer| other.resolve(*pointer).is_none()));
    let (another, its_unit) = open(PROGRAM);
    let same_text = only(&another, its_unit);
    assert!(pointers.iter().all(|pointer| same_text.resolve(*pointer).is_none()));
    assert_eq!(another.location(f.nodes().next().expect("it has a root")), None);
}

#[test]
fn handles_stay_equal_if_something_else_changes() {
    let before = format!("int g(void) {{ return 1; }}\n{PROGRAM}");
    let (mut session, unit) = open(&before);
    let [g, .., f] = &session.declarations(unit)[..] else { panic!("there are several") };
    let table = find(f, "table[2 * i]").ptr();
    session.set_source("f.c", before.replace("return 1;", "/* longer */\n return 1 + 1;"));
    let [new_g, .., new_f] = &session.declarations(unit)[..] else { panic!("there are several") };
    assert!(f == new_f && g != new_g);
    let node = new_f.resolve(table).expect("it is the same declaration");
    assert_eq!(session.location(node).map(|at| at.line), Some(12));
    assert_eq!(session.location(f.resolve(table).expect("so is this one")).map(|at| at.line), Some(12));
    assert_eq!(session.location(find(g, "1")), None, "it is no longer there");
    session.set_source("f.c", before.replace("2 * i", "2 + i"));
    let changed = session.declarations(unit).pop().expect("there is one");
    assert_eq!((changed.resolve(table), changed == *f), (None, false));
}

#[test]
fn a_name_that_becomes_a_type_makes_another_declaration() {
    let text = |what: &str| format!("{what} T;\nvoid f(int x) {{\n#pragma acc serial\n{{ T * x; }}\n}}\n");
    let (mut session, unit) = open(&text("int"));
    let product = only(&session, unit);
    let pointer = find(&product, "T * x").ptr();
    session.set_source("f.c", text("typedef int"));
    let declaration = only(&session, unit);
    assert!(product != declaration);
    assert_eq!(declaration.resolve(pointer), None);
    assert_eq!(session.location(find(&product, "T * x")), None);
}

#[test]
fn handles_can_be_used_by_other_threads() {
    fn check<T: Send + Sync + 'static>(_: &T) {}
    let (session, unit) = open(PROGRAM);
    let f = only(&session, unit);
    check(&f);
    let here = f.nodes().count();
    let there = std::thread::spawn(move || f.nodes().filter(|node| node.role() != Role::Root).count());
    assert_eq!(there.join().expect("it ends"), here - 1);
}

#[test]
fn names_and_expressions_have_a_meaning() {
    let (session, unit) = open(PROGRAM);
    let f = only(&session, unit);
    let table = expr(&f, "table").symbol().expect("it is declared");
    assert_eq!(
        (table.kind(), table.ty().kind(), table.ty().length()),
        (SymbolKind::Local, TypeKind::Array, Some(64))
    );
    assert_eq!((table.ty().size(), table.ty().text().as_deref()), (Some(256), Some("int[64]")));
    assert_eq!(table.declaration().and_then(Node::declarator).map(|it| it.name()), Some("table"));
    assert_eq!(
        table.uses().map(|it| it.node().parent().map(Node::print)).collect::<Vec<_>>(),
        [Some("table[0:8]".to_owned()), Some("table[2 * i]".to_owned())]
    );
    let size = expr(&f, "SIZE");
    assert_eq!(
        (size.constant(), size.symbol().map(|it| it.kind())),
        (Some(64), Some(SymbolKind::Enumerator))
    );
    assert_eq!(expr(&f, "s.b[0]").variable().map(|it| it.name()), Some("s"));
    assert_eq!(
        expr(&f, "s").ty().member("b").and_then(|ty| ty.target()).map(|ty| ty.kind()),
        Some(TypeKind::Integer)
    );
    assert_eq!(expr(&f, "++i").writes().map(|it| it.node().print()).as_deref(), Some("i"));
    assert!(expr(&f, "++i").has_side_effects() && !expr(&f, "2 * i").has_side_effects());
}

#[test]
fn values_are_the_same_if_their_words_are() {
    let (session, unit) = open(
        "int g(void);\nvoid f(int n, int *x) {\n#pragma acc serial\n{ x[n + 1] = x[n+1] + x[1 + n] + x[(2)] + x[1+1] + g() + g() + x[@] + x[@]; }\n}\n",
    );
    let f = only(&session, unit);
    let all =
        |text: &str| f.nodes().filter(|node| node.print() == text).filter_map(Node::expr).collect::<Vec<_>>();
    assert!(all("n + 1")[0].same_value(all("n + 1")[1]));
    assert!(!all("n + 1")[0].same_value(all("1 + n")[0]));
    assert!(all("2")[0].same_value(all("1 + 1")[0]));
    let calls =
        f.nodes().filter(|node| node.kind() == NodeKind::Call).filter_map(Node::expr).collect::<Vec<_>>();
    assert!(calls.is_empty() || !calls[0].same_value(calls[1]), "a call may give another value");
    let broken: Vec<_> =
        f.nodes().filter(|node| node.kind() == NodeKind::ErrorExpr).filter_map(Node::expr).collect();
    assert!(broken.iter().all(|one| broken.iter().all(|other| !one.same_value(*other))));
}

#[test]
fn constructs_have_attributes_for_reasons() {
    let (session, unit) = open(PROGRAM);
    let f = only(&session, unit);
    let [parallel, the_loop] = &f.constructs().collect::<Vec<_>>()[..] else { panic!("there are two") };
    assert_eq!(
        (parallel.kind(), parallel.half(), the_loop.kind()),
        (AccDirective::Parallel, Half::Whole, AccDirective::Loop)
    );
    assert_eq!((the_loop.parent(), the_loop.compute()), (Some(*parallel), Some(*parallel)));
    let rows = parallel.attributes().map(|row| (row.text(), row.mapping(), row.sharing()));
    let rows: Vec<_> = rows.collect();
    assert!(rows.contains(&("x".to_owned(), Some(DataMapping::Copy), Some(Sharing::Shared))), "{rows:?}");
    let member = parallel.attributes().find(|row| !row.is_whole()).expect("s.b is copied");
    assert_eq!((member.text().as_str(), member.members().collect::<Vec<_>>()), ("s.b", vec!["b"]));
    let reason = member.mapping_reason().expect("for a reason");
    assert_eq!(
        (reason.how(), reason.item().map(|it| it.node().print()).as_deref()),
        (How::Explicit, Some("s.b"))
    );
    assert_eq!(reason.clause().map(|it| it.kind()), Some(ClauseKind::Acc(AccClause::Copyin)));
    assert_eq!(
        parallel.sizes().and_then(|sizes| sizes.num_gangs()).and_then(|size| size.constant()),
        Some(8)
    );
    let facts = the_loop.loop_facts().expect("it is a loop");
    let counting = facts.loops().next().expect("it has one");
    let bound = counting.bound().expect("it counts");
    assert_eq!((bound.comparison.text(), bound.value.constant(), counting.step()), ("<", Some(8), Some(1)));
    assert_eq!(
        (counting.first().and_then(|it| it.constant()), counting.declares_variable()),
        (Some(0), true)
    );
    assert_eq!(counting.variable().map(|it| it.name()), Some("i"));
    assert!(facts.gang().is_some_and(|level| level.clause().is_some()) && facts.vector().is_none());
}

#[test]
fn combined_directives_make_two_constructs() {
    let (session, unit) =
        open("void f(int *x) {\n#pragma acc parallel loop\nfor (int i = 9; i > 0; i -= 2) x[i] = 0;\n}\n");
    let f = only(&session, unit);
    let directive = f.directives().next().expect("there is one");
    let halves: Vec<_> = directive.constructs().map(|each| (each.kind(), each.half())).collect();
    assert_eq!(halves, [(AccDirective::Parallel, Half::Outer), (AccDirective::Loop, Half::Inner)]);
    let body = directive.body().expect("it has a statement");
    let StmtView::For(statement) = body.view() else { panic!("it is a loop") };
    let bound = statement.counting().bound().expect("it counts");
    assert_eq!((bound.comparison.text(), statement.counting().step()), (">", Some(-2)));
}

#[test]
fn accesses_are_those_of_the_statement() {
    let (session, unit) = open(PROGRAM);
    let f = only(&session, unit);
    let accesses = f.constructs().next().expect("there is one").accesses();
    let rows = accesses.variables().map(|of| (of.variable().name(), of.is_read(), of.is_written()));
    assert_eq!(
        rows.collect::<Vec<_>>(),
        [("i", true, true), ("x", true, true), ("table", true, false), ("s", true, false)]
    );
    let table = accesses.of(expr(&f, "table").symbol().expect("it is one")).expect("it is used");
    let access = table.accesses().next().expect("once");
    let [Subscript::Index(index)] = access.subscripts().collect::<Vec<_>>()[..] else { panic!("it has one") };
    assert_eq!(
        (index.node().print().as_str(), access.expr().map(|it| it.node().print()).as_deref()),
        ("2 * i", Some("table[2 * i]"))
    );
    assert_eq!(accesses.other_writes().map(|it| it.node().print()).collect::<Vec<_>>(), ["*(x + 1)"]);
}

#[test]
fn what_asm_does_is_not_known() {
    let (session, unit) = open(
        "void f(int a, int b) {\n#pragma acc serial\n{ asm(\"\" : \"=r\"(a) : \"r\"(b)); int *p = &b; sizeof(a); }\n}\n",
    );
    let f = only(&session, unit);
    let accesses = f.constructs().next().expect("there is one").accesses();
    let rows = accesses
        .variables()
        .map(|of| (of.variable().name(), of.is_written(), of.is_address_taken(), of.accesses().count()));
    assert_eq!(rows.collect::<Vec<_>>(), [("a", true, false, 1), ("b", true, true, 2)]);
}

#[test]
fn what_macros_make_cannot_be_edited() {
    let text = "#define N 8
#define ALL(x) copy(x)
#define BOTH(s) s s
#define LOOP _Pragma(\"acc loop\")
#define OUTER LOOP
void f(int *x) {
#pragma acc parallel copy(x[0:N]) ALL(x) num_gangs(N)
  {
OUTER
    for (int i = 0; i < N; ++i) x[i] = 1;
    BOTH(x[1] = 1;)
_Pragma(\"acc loop seq\")
    for (int j = 0; j < 2; ++j) ;
  }
}
";
    let (session, unit) = open(text);
    let f = only(&session, unit);
    let rows = |nodes: &mut dyn Iterator<Item = Node<'_>>| {
        let of = |node: Node<'_>| session.provenance(node).expect("it stands somewhere");
        nodes.map(|node| (of(node).to_string(), of(node).is_editable())).collect::<Vec<_>>()
    };
    let row = |at: &str, is_editable| (at.to_owned(), is_editable);
    assert_eq!(
        rows(&mut f.directives().map(|it| it.node())),
        [row("f.c:7:1", true), row("f.c:9:1 (from OUTER)", false), row("f.c:12:1", false)]
    );
    let clauses =
        f.directives().next().expect("there is one").clauses().map(|it| it.node()).collect::<Vec<_>>();
    assert_eq!(
        rows(&mut clauses.into_iter()),
        [row("f.c:7:22", true), row("f.c:7:35 (from ALL)", false), row("f.c:7:42", true)]
    );
    let twice = f.nodes().filter(|node| node.print() == "x[1] = 1;").collect::<Vec<_>>();
    assert_eq!(rows(&mut twice.into_iter()), [row("f.c:11:10", false), row("f.c:11:10", false)]);
    let outer = session.provenance(f.directives().nth(1).expect("it is there").node()).expect("so it is");
    let names: Vec<_> = outer.expansions().iter().map(|each| each.macro_name()).collect();
    assert_eq!(names, ["LOOP", "OUTER"]);
    let line = |at: Option<&clacc::source::Location>| at.map(|at| at.line);
    assert_eq!(
        (line(outer.expansions()[0].definition()), line(outer.expansions()[1].invocation())),
        (Some(4), Some(9))
    );
}

#[test]
fn offsets_lead_to_nodes() {
    let (session, unit) = open(PROGRAM);
    let at = |text: &str| {
        let (declaration, pointer) =
            session.node_at(unit, "f.c", PROGRAM.find(text).expect("it is there"))?;
        declaration.resolve(pointer).map(|node| (node.kind(), node.print()))
    };
    let found = |kind, text: &str| Some((kind, text.to_owned()));
    assert_eq!(at("table[2"), found(NodeKind::Name, "table"));
    assert_eq!(at("+ s.b"), found(NodeKind::Binary, "table[2 * i] + s.b[0]"));
    assert_eq!(at("N) private"), found(NodeKind::Number, "8"));
    assert_eq!(at("copyin"), found(NodeKind::AccClause, "copyin(s.b)"));
    assert_eq!(at("LOOP\n"), found(NodeKind::AccDirective, "#pragma acc loop gang"));
    assert_eq!(at("#define N"), None);
    for path in ["f.c", "g.c"] {
        assert_eq!(session.node_at(unit, path, PROGRAM.len() + 1), None);
    }
}

#[test]
fn columns_count_what_is_asked_for() {
    let text = b"ab\nx\xc3\xa4\xf0\x9d\x84\x9ey\xffz\n\nend";
    let session = Session::new(MemoryFiles::new().with("f.c", &text[..]));
    let lines = session.line_index("f.c").expect("there is such a file");
    for (offset, utf8, utf16) in [
        (0, (1, 1), (1, 1)),
        (4, (2, 2), (2, 2)),
        (6, (2, 4), (2, 3)),
        (10, (2, 8), (2, 5)),
        (12, (2, 10), (2, 7)),
        (14, (3, 1), (3, 1)),
        (18, (4, 4), (4, 4)),
    ] {
        for (unit, (line, column)) in [(ColumnUnit::Utf8, utf8), (ColumnUnit::Utf16, utf16)] {
            assert_eq!(lines.line_column(offset, unit), LineColumn { line, column }, "offset {offset}");
            assert_eq!(lines.offset(LineColumn { line, column }, unit), Some(offset), "offset {offset}");
        }
    }
    for (line, column) in [(0, 1), (1, 0), (1, 4), (2, 4), (2, 9), (5, 1), (usize::MAX, usize::MAX)] {
        assert_eq!(lines.offset(LineColumn { line, column }, ColumnUnit::Utf16), None, "{line}:{column}");
    }
    assert_eq!(lines.line_column(usize::MAX, ColumnUnit::Utf8), LineColumn { line: 4, column: 4 });
    assert!(session.line_index("g.c").is_none());
}

#[test]
fn directives_at_file_scope_are_declarations() {
    let (session, unit) = open(
        "int a[9];\n#pragma acc declare create(a)\n#pragma acc routine seq\nvoid f(void);\nint @ b;\n;\n",
    );
    let kinds: Vec<_> = session.declarations(unit).iter().map(|each| each.kind()).collect();
    assert_eq!(
        kinds[..4],
        [
            DeclarationKind::Declaration,
            DeclarationKind::Directive,
            DeclarationKind::Directive,
            DeclarationKind::Declaration
        ]
    );
    let declare = &session.directed_declarations(unit)[0];
    let directive = declare.directives().next().expect("it is one");
    assert_eq!(
        (directive.name(), declare.root().map(Node::kind)),
        ("declare", Some(NodeKind::DirectiveDecl))
    );
    let item =
        directive.clauses().next().and_then(|clause| clause.items().next()).and_then(|item| item.expr());
    assert_eq!(item.and_then(|item| item.ty().length()), Some(9));
}

/// Checks that the nodes of a unit fit together.
fn check_unit(session: &Session, unit: Unit, path: &str) {
    for declaration in session.declarations(unit) {
        let (mut children, mut roots) = (0, 0);
        for node in declaration.nodes() {
            assert_eq!(declaration.resolve(node.ptr()), Some(node), "{path}");
            if let Some(parent) = node.parent() {
                assert!(parent.contains(node) && node.role() != Role::Root, "{path}: {node:?}");
                assert!(is_in_place(session, node, parent), "{path}: {node:?} in {parent:?}");
            } else {
                roots += usize::from(node.role() == Role::Root);
                assert!(session.location(node).is_some(), "{path}: {node:?} stands nowhere");
            }
            for child in node.children() {
                assert_eq!(child.parent(), Some(node), "{path}");
                children += 1;
            }
            check_views(node, path);
        }
        assert_eq!(children + roots, declaration.nodes().count(), "{path}");
        check_meaning(&declaration);
    }
}

/// Whether a node lies in its parent, if no macro made them. The statement of a directive lies behind it, and what belongs
/// to a declarator around its name.
fn is_in_place(session: &Session, node: Node<'_>, parent: Node<'_>) -> bool {
    let is_apart = parent.declarator().is_some() || parent.directive().is_some() && node.role() == Role::Body;
    let (Some(own), Some(around)) = (session.provenance(node), session.provenance(parent)) else {
        return true;
    };
    let (inner, outer) = (own.location(), around.location());
    is_apart
        || !own.is_editable()
        || !around.is_editable()
        || outer.start <= inner.start && inner.end <= outer.end
}

fn check_views(node: Node<'_>, path: &str) {
    // What is printed is empty only for names that are not written.
    assert!(
        !node.print().is_empty() || node.declarator().is_some() || node.kind() == NodeKind::TypeName,
        "{path}: {node:?}"
    );
    let is_error = matches!(node.kind(), NodeKind::ErrorExpr | NodeKind::ErrorStmt);
    if let Some(expr) = node.expr() {
        assert_eq!(expr.view() == ExprView::Error, is_error, "{path}: {node:?}");
        let _ = (expr.ty().text(), expr.constant(), expr.symbol(), expr.writes(), expr.same_value(expr));
    }
    if let Some(stmt) = node.stmt() {
        assert_eq!(stmt.view() == StmtView::Error, is_error, "{path}: {node:?}");
    }
}

/// Asks for everything once.
fn check_meaning(declaration: &ExternalDeclaration) {
    for symbol in declaration.symbols() {
        assert!(symbol.uses().all(|expr| expr.symbol() == Some(symbol)), "{symbol:?}");
        let declared = symbol.declaration().and_then(Node::declarator);
        assert!(declared.is_none_or(|declarator| declarator.symbol() == Some(symbol)), "{symbol:?}");
    }
    for construct in declaration.constructs() {
        assert!(
            construct.directive().is_some_and(|directive| directive.constructs().any(|it| it == construct))
        );
        let _ = (construct.accesses().variables().count(), construct.sizes(), construct.compute());
        for row in construct.attributes() {
            let _ = (row.text(), row.mapping_reason().map(|reason| (reason.rule().section(), reason.from())));
        }
        for each in construct.loop_facts().into_iter().flat_map(|facts| facts.loops()) {
            assert!(each.statement().is_some());
            let _ = (each.first(), each.bound(), each.step(), each.variable());
        }
    }
    for clause in declaration.directives().flat_map(|directive| directive.clauses()) {
        let _ = (clause.modifiers().count(), clause.items().filter_map(|item| item.expr()).count());
    }
}

/// The files of the machine.
struct Machine;

impl FileSystem for Machine {
    fn read(&self, path: &str) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// Checks every C file of a folder, and returns how many there are.
fn check_folder(folder: &std::path::Path) -> usize {
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder reads").flatten() {
        let path = entry.path();
        if path.is_dir() {
            count += check_folder(&path);
        } else if path.extension().is_some_and(|extension| extension == "c") {
            let path = path.to_str().expect("a path in UTF-8");
            let mut session = Session::new(Machine);
            let unit = session.add_unit(path, &CompileOptions::default()).expect("the file reads");
            check_unit(&session, unit, path);
            count += 1;
        }
    }
    count
}

#[test]
fn the_nodes_of_the_examples_fit_together() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    assert!(check_folder(&root.join("examples/c")) > 10);
    assert!(check_folder(&root.join("tests/diagnostics")) > 10);
}

/// For suites that are not in the repository: `CLACC_SUITE=folder cargo test --test nodes -- --ignored`.
#[test]
#[ignore = "it needs a folder"]
fn the_nodes_of_a_suite_fit_together() {
    let folder = std::env::var("CLACC_SUITE").expect("CLACC_SUITE names a folder");
    assert!(check_folder(folder.as_ref()) > 0);
}

#[test]
fn an_analyser_finds_copies_that_are_too_large() {
    let text = "#define COPY copy(c[0:64])
double a[100], b[100];
void f(int n, double c[64], double *p) {
#pragma acc parallel loop copy(a[:n]) copy(b[n:]) COPY copy(p[0:n])
  for (int i = 0; i < 8; ++i) { a[i] = c[i]; b[n + i] = 0; }
#pragma acc parallel loop copy(a[0:8]) copy(c[0:64])
  for (int i = 0; i < 8; ++i) { a[i] = 1; c[i] = 2; }
#pragma acc parallel copy(p[0:n])
  { *(p + 1) = p[0]; }
#pragma acc parallel loop copyout(a[0:n])
  for (int i = 1; i < n; ++i) a[i - 1] = 1;
}
";
    let expected = "f.c:4:39: b is copied to its end
f.c:4:51 (from COPY): c is only read, so that copyin is enough
f.c:4:56: p is not used
f.c:6:40: c is copied with 56 elements behind the last one that is used
f.c:10:27: a is copied with 1 elements behind the last one that is used
";
    assert_eq!(oversized_copies::run("f.c", text).expect("the file is there"), expected);
}

#[test]
fn a_walker_prints_directives() {
    let expected = "Function f
  acc parallel <f.c:7:1>
    copy: Section [x, ?] Section [table, ?]
    copyin: Member [s, ?]
    num_gangs: Number [no variable, 8]
    private: Name [n, ?]
    acc loop <f.c:9:1 (from LOOP)>, not to be edited
      gang:
";
    assert_eq!(directive_walker::run("f.c", PROGRAM).expect("the file is there"), expected);
}
