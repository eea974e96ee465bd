//! Tests of walks over trees by kinds, and of comments.

mod one_file;

use clacc::source::Comment;
use clacc::syntax::{
    BinaryOp, Clause, Declarator, Directive, Expr, Exprs, For, Node, Section, Stmt, UnaryOp,
};
use clacc::visit::{SyntaxVisitor, VisitStep, walk_tree};
use one_file::open;

/// Writes what is entered by kind, with parentheses around what is inside; `stop` and `skip` are names that end or shorten the walk.
#[derive(Default)]
struct Kinds(String);

impl Kinds {
    fn enter(&mut self, word: &str) -> VisitStep {
        self.0.extend([word, "("]);
        VisitStep::Children
    }
}

impl<'f> SyntaxVisitor<'f> for Kinds {
    fn expr(&mut self, _: Expr<'f>) -> VisitStep {
        self.enter("expr")
    }
    fn name(&mut self, _: Expr<'f>, name: &'f str) -> VisitStep {
        self.enter(name);
        if name == "stop" { VisitStep::Stop } else { VisitStep::Children }
    }
    fn literal(&mut self, expr: Expr<'f>) -> VisitStep {
        self.enter(&expr.node().print())
    }
    fn unary(&mut self, _: Expr<'f>, op: UnaryOp, _: Expr<'f>) -> VisitStep {
        self.enter(&format!("{op:?}"))
    }
    fn binary(&mut self, _: Expr<'f>, op: BinaryOp, _: [Expr<'f>; 2]) -> VisitStep {
        self.enter(op.text())
    }
    fn assignment(&mut self, _: Expr<'f>) -> VisitStep {
        self.enter("assign")
    }
    fn call(&mut self, _: Expr<'f>, callee: Expr<'f>, _: Exprs<'f>) -> VisitStep {
        self.enter("call");
        if callee.node().print() == "skip" { VisitStep::Skip } else { VisitStep::Children }
    }
    fn index(&mut self, _: Expr<'f>, _: Expr<'f>, _: Expr<'f>) -> VisitStep {
        self.enter("index")
    }
    fn section(&mut self, _: Expr<'f>, _: Section<'f>) -> VisitStep {
        self.enter("section")
    }
    fn member(&mut self, _: Expr<'f>, _: Expr<'f>, field: &'f str) -> VisitStep {
        self.enter(&format!(".{field}"))
    }
    fn stmt(&mut self, _: Stmt<'f>) -> VisitStep {
        self.enter("stmt")
    }
    fn block(&mut self, _: Stmt<'f>) -> VisitStep {
        self.enter("block")
    }
    fn if_else(&mut self, _: Stmt<'f>, _: Expr<'f>) -> VisitStep {
        self.enter("if")
    }
    fn for_loop(&mut self, _: For<'f>) -> VisitStep {
        self.enter("for")
    }
    fn while_loop(&mut self, _: Stmt<'f>, _: Expr<'f>) -> VisitStep {
        self.enter("while")
    }
    fn jump(&mut self, _: Stmt<'f>) -> VisitStep {
        self.enter("jump")
    }
    fn directive(&mut self, directive: Directive<'f>) -> VisitStep {
        self.enter(directive.name())
    }
    fn clause(&mut self, clause: Clause<'f>) -> VisitStep {
        self.enter(clause.spelling())
    }
    fn declarator(&mut self, declarator: Declarator<'f>) -> VisitStep {
        self.enter(declarator.name())
    }
    fn other(&mut self, _: Node<'f>) -> VisitStep {
        self.enter("-")
    }
    fn leave(&mut self, _: Node<'f>) {
        self.0 += ")";
    }
}

fn check_kinds(body: &str, expected: &str) {
    let (session, unit) = open(&format!(
        "int skip(int), stop;\nstruct s {{ int m; }};\nvoid f(int *x, struct s *p) {{\n{body}\n}}\n"
    ));
    let f = session.declarations(unit).pop().expect("there is one");
    let block = f.nodes().find(|node| node.stmt().is_some()).expect("it has a body");
    let mut kinds = Kinds::default();
    walk_tree(block, &mut kinds);
    assert_eq!(kinds.0, expected, "{body}");
}

#[test]
fn nodes_are_entered_by_their_kinds() {
    for (body, expected) in [
        ("", "block()"),
        ("x[0] = -1;", "block(stmt(assign(index(x()0())Minus(1()))))"),
        ("p->m++;", "block(stmt(assign(.m(p()))))"),
        ("if (*x) return; else ;", "block(if(Deref(x())jump()stmt()))"),
        ("while (1) break;", "block(while(1()jump()))"),
        ("do ; while (x[1 + 2]);", "block(while(stmt()index(x()+(1()2()))))"),
        ("for (int i = 0; ; ) (i);", "block(for(stmt(-(i(-(0()))))stmt(expr(i()))))"),
        ("skip(skip(1)) + 2;", "block(stmt(+(call()2())))"),
        ("{ 1; stop; 2; } 3;", "block(block(stmt(1())stmt(stop("),
        (
            "#pragma acc parallel copy(x[0:1])\n  x[0] = 0;",
            "block(stmt(parallel(copy(section(x()0()1()))stmt(assign(index(x()0())0())))))",
        ),
    ] {
        check_kinds(body, expected);
    }
    let deep = format!("{}1{};", "(".repeat(200), ")".repeat(200));
    check_kinds(&deep, &format!("block(stmt({}1(){}))", "expr(".repeat(200), ")".repeat(200)));
}

/// Compares all comments, and those before and behind the statement that is printed as `x = 1;`.
fn check_comments(body: &str, all: &[&str], before: &[&str], behind: &[&str]) {
    let (session, unit) = open(&format!("int x;\n#define ONE 1 // a macro\nvoid f(void) {{{body}}}\n"));
    let words = |found: Vec<Comment>| found.iter().map(|it| it.words().to_owned()).collect::<Vec<_>>();
    assert_eq!(words(session.comments("f.c")), [&["a macro"], all].concat(), "{body}");
    let f = session.declarations(unit).pop().expect("there is one");
    let statement = f.nodes().find(|node| node.print() == "x = 1;").expect("it is there");
    assert_eq!(words(session.comments_before(statement)), before, "{body}");
    assert_eq!(words(session.comments_behind(statement)), behind, "{body}");
}

#[test]
fn comments_stand_next_to_nodes() {
    check_comments("x = 1;", &[], &[], &[]);
    check_comments(
        "\n  // one\n  /* two */ x = 1; // three\n  // four\n",
        &["one", "two", "three", "four"],
        &["one", "two"],
        &["three"],
    );
    // A comment on the line of the token before is about that token.
    check_comments(" // of the brace\n  x = 1;\n", &["of the brace"], &[], &[]);
    check_comments(" int y; /* of y\n */ x = 1; y = 2; /* of 2 */", &["of y", "of 2"], &[], &[]);
    check_comments("\n x = /* in */ ONE; /* a */ /* b */ \n", &["in", "a", "b"], &[], &["a", "b"]);
    check_comments(
        "\n // \"no // string\\\n goes on\n x = 1;",
        &["\"no // string\\\n goes on"],
        &["\"no // string\\\n goes on"],
        &[],
    );
    check_comments("\n char *s = \"/* none */\"; x = 1; '/*'; /**/ //\n", &["", ""], &[], &[]);
    check_comments(
        "\n#if 0\n // left out\n#endif\n x = 1; /\\\n* cut */",
        &["left out", "cut"],
        &[],
        &["cut"],
    );
}
