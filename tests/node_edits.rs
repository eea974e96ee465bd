//! Edits in terms of nodes: what they make of texts, and what they refuse.

mod one_file;

use clacc::Session;
use clacc::edit::{EditError, EditSet};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::source::Expansion;
use clacc::syntax::{Clause, Directive, ExternalDeclaration, Node};
use clacc::translate::TranslateOptions;
use one_file::open;

/// What is done to a node.
#[derive(Clone, Copy, Debug)]
enum Edit<'t> {
    Before(&'t str),
    After(&'t str),
    Replace(&'t str),
    Remove,
    Wrap,
    AddClause(&'t str),
}

use Edit::{AddClause, After, Before, Remove, Replace, Wrap};

/// The first node that is printed so, without the body of a directive.
fn find<'d>(declarations: &'d [ExternalDeclaration], text: &str) -> Node<'d> {
    let mut nodes = declarations.iter().flat_map(ExternalDeclaration::nodes);
    nodes.find(|node| node.print() == text).unwrap_or_else(|| panic!("no node is {text}"))
}

fn of_statement(node: Node<'_>) -> Option<Directive<'_>> {
    node.directive().or_else(|| node.children().next()?.directive())
}

fn make(edits: &mut EditSet<'_>, node: Node<'_>, edit: Edit<'_>) -> Result<(), EditError> {
    match edit {
        Before(text) => edits.insert_before(node, text),
        After(text) => edits.insert_after(node, text),
        Replace(text) => edits.replace(node, text),
        Remove => edits.remove(node),
        Wrap => edits.wrap_in_block(node),
        AddClause(text) => edits.add_clause(of_statement(node).expect("a directive"), text),
    }
}

/// A function with a body of several lines.
fn function(body: &str) -> String {
    format!("void f(int n, int *x) {{\n{body}}}\n")
}

/// Makes edits of the nodes that are printed so, in a body; the new body.
fn check(body: &str, all: &[(&str, Edit<'_>)], expected: &str) {
    let program = function(body);
    let (mut session, unit) = open(&program);
    let declarations = session.declarations(unit);
    let mut edits = EditSet::new(&session);
    for (node, edit) in all {
        let made = make(&mut edits, find(&declarations, node), *edit);
        assert!(made.is_ok(), "{body}{edit:?}: {made:?}");
    }
    let text = edits.apply().remove("f.c").unwrap_or(program.into_bytes());
    let text = String::from_utf8(text).expect("ASCII");
    assert_eq!(text, function(expected), "{body}{all:?}");
    drop(edits);
    let before = session.check_syntax(unit);
    session.set_source("f.c", text);
    assert_eq!(session.check_syntax(unit).len(), before.len(), "{expected}");
}

/// Why an edit is refused. The set stays empty.
fn refused(program: &str, node: &str, edit: Edit<'_>) -> EditError {
    let (session, unit) = open(program);
    let declarations = session.declarations(unit);
    let mut edits = EditSet::new(&session);
    let made = make(&mut edits, find(&declarations, node), edit);
    assert!(edits.is_empty() && edits.apply().is_empty());
    made.expect_err(&format!("{program}{edit:?}"))
}

#[test]
fn statements_get_lines_of_their_own() {
    check("  n = 1;\n  n = 2;\n", &[("n = 2;", Before("g();"))], "  n = 1;\n  g();\n  n = 2;\n");
    check("  n = 1;\n  n = 2;\n", &[("n = 1;", After("g();"))], "  n = 1;\n  g();\n  n = 2;\n");
    check("  n = 1; // one\n", &[("n = 1;", After("g();"))], "  n = 1; // one\n  g();\n");
    check("  n = 1; n = 2;\n", &[("n = 2;", Before("g();"))], "  n = 1; \n  g();\n  n = 2;\n");
    check("  n = 1; n = 2;\n", &[("n = 1;", After("g();"))], "  n = 1;\n  g();\n   n = 2;\n");
    check(
        "\tn = 1;\n",
        &[("n = 1;", Before("a();\nif (n) {\n\tb();\n}\n"))],
        "\ta();\n\tif (n) {\n\t\tb();\n\t}\n\tn = 1;\n",
    );
    check("  int a;\n  n = 1;\n", &[("int a;", After("int b;"))], "  int a;\n  int b;\n  n = 1;\n");
    check("  n = 1;\n", &[("n = 1;", Before("// why"))], "  // why\n  n = 1;\n");
    check("  n = 1;\n", &[("n = 1;", Before(" \n "))], "  n = 1;\n");
    check(
        "  for (;;) n = 1;\n",
        &[("for (;;)\n    n = 1;", Before("#pragma acc loop"))],
        "  #pragma acc loop\n  for (;;) n = 1;\n",
    );
}

#[test]
fn line_ends_are_those_of_the_file() {
    check(
        "  n = 1;\r\n  if (n)\r\n    n = 2;\r\n",
        &[("n = 2;", Before("a();\nb();"))],
        "  n = 1;\r\n  if (n)\r\n  {\r\n    a();\r\n    b();\r\n    n = 2;\r\n  }\r\n",
    );
    check("  n = 1;\r\n", &[("n = 1;", After("a();"))], "  n = 1;\r\n  a();\r\n");
}

#[test]
fn one_statement_becomes_a_block() {
    check(
        "  if (n)\n    n = 1;\n  else\n    n = 2;\n",
        &[("n = 1;", After("g();"))],
        "  if (n)\n  {\n    n = 1;\n    g();\n  }\n  else\n    n = 2;\n",
    );
    check(
        "  if (n) n = 1; else n = 2;\n",
        &[("n = 1;", Before("g();")), ("n = 2;", After("h();"))],
        "  if (n) {\n    g();\n    n = 1;\n  } else {\n    n = 2;\n    h();\n  }\n",
    );
    check(
        "  for (;;)\n    while (n) n--;\n",
        &[("n--;", Before("g();")), ("while (n)\n    n--;", After("h();"))],
        "  for (;;)\n  {\n    while (n) {\n      g();\n      n--;\n    }\n    h();\n  }\n",
    );
    check(
        "  do n = 1; while (n);\n",
        &[("n = 1;", After("g();"))],
        "  do {\n    n = 1;\n    g();\n  } while (n);\n",
    );
    check("l:\n  n = 1;\n", &[("n = 1;", Before("g();"))], "l:\n{\n  g();\n  n = 1;\n}\n");
    check("l: n = 1;\n", &[("n = 1;", After("g();"))], "l: n = 1;\ng();\n");
    check(
        "  switch (n) { case 1: n = 2; }\n",
        &[("n = 2;", Before("g();"))],
        "  switch (n) { case 1: {\n    g();\n    n = 2;\n  } }\n",
    );
    check(
        "  if (n) { n = 1; }\n",
        &[("{\n    n = 1;\n}", After("g();"))],
        "  if (n) {\n    { n = 1; }\n    g();\n  }\n",
    );
}

#[test]
fn what_a_directive_is_about_stays_behind_it() {
    let body = "  #pragma acc parallel\n  #pragma acc loop\n  for (int i = 0; i < n; ++i)\n    x[i] = 0;\n";
    let the_loop = "for (int i = 0; i < n; ++i)\n    x[i] = 0;";
    check(body, &[(the_loop, Before("g();"))], &format!("  g();\n{body}"));
    check(body, &[("#pragma acc loop", After("g();"))], &format!("{body}  g();\n"));
    check(
        body,
        &[("x[i] = 0;", After("g();"))],
        "  #pragma acc parallel\n  #pragma acc loop\n  for (int i = 0; i < n; ++i)\n  {\n    x[i] = 0;\n    g();\n  }\n",
    );
    check(
        "  if (n)\n#pragma acc parallel\n    x[0] = 1;\n",
        &[("x[0] = 1;", Before("g();"))],
        "  if (n)\n  {\ng();\n#pragma acc parallel\n    x[0] = 1;\n  }\n",
    );
    check(
        "#pragma acc update self(x[0:n]) // all\n  n = 1;\n",
        &[("n = 1;", Before("g();"))],
        "#pragma acc update self(x[0:n]) // all\n  g();\n  n = 1;\n",
    );
    check(
        "#pragma acc update \\\n  self(x[0:n]) /* all */\n",
        &[("#pragma acc update self(x[0:n])", After("g();"))],
        "#pragma acc update \\\n  self(x[0:n]) /* all */\ng();\n",
    );
    check(
        "  #pragma unroll\n  for (;;) n--;\n",
        &[("for (;;)\n    n--;", Before("g();"))],
        "  g();\n  #pragma unroll\n  for (;;) n--;\n",
    );
    check(
        "  _Pragma(\"acc parallel\") x[0] = 1;\n",
        &[("x[0] = 1;", Before("g();"))],
        "  g();\n  _Pragma(\"acc parallel\") x[0] = 1;\n",
    );
}

#[test]
fn several_insertions_stay_with_their_nodes() {
    // Whatever is added first, what belongs to the inner statement stays inside.
    for order in [[0, 1], [1, 0]] {
        let all = [("n = 1;", After("a();")), ("if (n)\n    n = 1;", After("b();"))];
        check(
            "  for (;;) if (n) n = 1;\n",
            &order.map(|each| all[each]),
            "  for (;;) {\n    if (n) {\n    n = 1;\n    a();\n  }\n    b();\n  }\n",
        );
    }
    check(
        "  n = 1;n = 2;\n",
        &[("n = 2;", Before("b();")), ("n = 1;", After("a();"))],
        "  n = 1;\n  a();\n  \n  b();\n  n = 2;\n",
    );
    check(
        "  n = 1;\n",
        &[
            ("n = 1;", Before("a();")),
            ("n = 1;", Before("b();")),
            ("n = 1;", After("c();")),
            ("n = 1;", After("d();")),
        ],
        "  a();\n  b();\n  n = 1;\n  c();\n  d();\n",
    );
}

#[test]
fn nodes_are_replaced_and_removed() {
    check("  n = 1;\n", &[("n = 1;", Replace("a();\nb();"))], "  a();\n  b();\n");
    check("  n = n * 2;\n", &[("n * 2", Replace("n + 1"))], "  n = n + 1;\n");
    check("  n = n * 2;\n", &[("2", Replace("n + 1"))], "  n = n * (n + 1);\n");
    check("  n = x[n];\n", &[("x[n]", Replace("f(1)"))], "  n = f(1);\n");
    check("  return(n), (void)0;\n", &[("(n)", Replace("n"))], "  return n, (void)0;\n");
    check("  n = 1; n = 2;\n", &[("n = 1;", Replace("#pragma acc wait"))], "  #pragma acc wait\n   n = 2;\n");
    check("  n = 1;\n  n = 2;\n", &[("n = 1;", Remove)], "  n = 2;\n");
    check("  n = 1; // one\n", &[("n = 1;", Remove)], "   // one\n");
    check("  if (n) n = 1; else n = 2;\n", &[("n = 1;", Remove)], "  if (n) ; else n = 2;\n");
    check("  #pragma acc parallel\n  x[0] = 1;\n", &[("#pragma acc parallel", Remove)], "  x[0] = 1;\n");
    check(
        "  #pragma acc parallel async\n  x[0] = 1;\n",
        &[("#pragma acc parallel async", Replace("#pragma acc serial"))],
        "  #pragma acc serial\n  x[0] = 1;\n",
    );
    check("  n = 1;\n", &[("n = 1;", Wrap)], "  {\n  n = 1;\n  }\n");
    check("  if (n) n = 1;\n", &[("n = 1;", Wrap)], "  if (n) {\n    n = 1;\n  }\n");
    check(
        "  #pragma unroll\n  for (;;) n--;\n",
        &[("for (;;)\n    n--;", Wrap)],
        "  {\n  #pragma unroll\n  for (;;) n--;\n  }\n",
    );
}

#[test]
fn words_stay_apart() {
    let block = "{\n    n = 2;\n}";
    check("  if (n) ; else{ n = 2; }\n", &[(block, Replace("n = 3;"))], "  if (n) ; else n = 3;\n");
    check("  do{ n = 2; }while (n);\n", &[(block, Replace("n = 3;"))], "  do n = 3;while (n);\n");
    check("  if (n) ; else{ n = 2; }\n", &[(block, Remove)], "  if (n) ; else;\n");
}

#[test]
fn clauses_keep_their_separators() {
    let clause = |declarations: &[ExternalDeclaration],
                  edit: &dyn Fn(&mut EditSet<'_>, Clause<'_>),
                  session: &Session,
                  name: &str| {
        let all = declarations
            .iter()
            .flat_map(|each| each.directives().flat_map(|each| each.clauses().collect::<Vec<_>>()));
        let found = all.into_iter().find(|clause| clause.spelling() == name).expect("there is one");
        let mut edits = EditSet::new(session);
        edit(&mut edits, found);
        String::from_utf8(edits.apply().remove("f.c").expect("it has edits")).expect("ASCII")
    };
    let removed = |line: &str, name: &str, expected: &str| {
        let (session, unit) = open(&function(&format!("{line}\n  n = 1;\n")));
        let text = clause(
            &session.declarations(unit),
            &|edits, clause| edits.remove_clause(clause).expect("it goes"),
            &session,
            name,
        );
        assert_eq!(text, function(&format!("{expected}\n  n = 1;\n")));
    };
    removed(
        "#pragma acc parallel async, num_gangs(2), copy(x[0:n]) // c",
        "async",
        "#pragma acc parallel num_gangs(2), copy(x[0:n]) // c",
    );
    removed(
        "#pragma acc parallel async, num_gangs(2), copy(x[0:n])",
        "num_gangs",
        "#pragma acc parallel async, copy(x[0:n])",
    );
    removed("#pragma acc parallel async, num_gangs(2)", "num_gangs", "#pragma acc parallel async");
    removed(
        "#pragma acc parallel \\\n  async \\\n  num_gangs(2)",
        "async",
        "#pragma acc parallel \\\n  num_gangs(2)",
    );
    removed("#pragma acc parallel num_gangs(2)async", "num_gangs", "#pragma acc parallel async");
    removed("#pragma acc parallel async num_gangs(2)if(n)", "num_gangs", "#pragma acc parallel async if(n)");
    removed("#pragma acc parallel num_gangs(2)if(n)", "if", "#pragma acc parallel num_gangs(2)");
    removed("#pragma acc parallel async /* c */", "async", "#pragma acc parallel /* c */");
    removed(
        "  _Pragma(\"acc parallel async num_gangs(2)\")",
        "async",
        "  _Pragma(\"acc parallel num_gangs(2)\")",
    );
    for (line, added, expected) in [
        ("#pragma acc parallel", "async", "#pragma acc parallel async"),
        ("#pragma acc parallel // c", "async", "#pragma acc parallel async // c"),
        ("#pragma acc parallel async, wait(1)", " if(n) ", "#pragma acc parallel async, wait(1), if(n)"),
        ("#pragma acc parallel async wait(1) \\\n", "if(n)", "#pragma acc parallel async wait(1) if(n) \\\n"),
        ("_Pragma(\"acc parallel\")", "if(n == '\"')", "_Pragma(\"acc parallel if(n == '\\\"')\")"),
    ] {
        let directive = find_directive(line);
        check(
            &format!("{line}\n  n = 1;\n"),
            &[(&directive, AddClause(added))],
            &format!("{expected}\n  n = 1;\n"),
        );
    }
    let replace = |edits: &mut EditSet<'_>, clause: Clause<'_>| {
        edits.replace_clause(clause, "self").expect("it goes");
    };
    let (session, unit) = open(&function("#pragma acc parallel num_gangs(2)async\n  n = 1;\n"));
    let text = clause(&session.declarations(unit), &replace, &session, "num_gangs");
    assert_eq!(text, function("#pragma acc parallel self async\n  n = 1;\n"), "words stay apart");
    let (session, unit) = open(&function("#pragma acc parallel pcopy(x[0:n]) async\n  n = 1;\n"));
    let replace = |edits: &mut EditSet<'_>, clause: Clause<'_>| {
        edits.replace_clause(clause, "copyin(x[:n])").expect("it goes");
    };
    let text = clause(&session.declarations(unit), &replace, &session, "pcopy");
    assert_eq!(text, function("#pragma acc parallel copyin(x[:n]) async\n  n = 1;\n"));
}

/// The directive of a line without some of its clauses, which are taken away in this order, and with some more behind them.
fn without(line: &str, order: &[usize], more: &[&str], is_added_first: bool) -> String {
    let program = function(&format!("{line}\n  n = 1;\n"));
    let (session, unit) = open(&program);
    let declarations = session.declarations(unit);
    let directive = declarations[0].directives().next().expect("there is one");
    let clauses: Vec<Clause<'_>> = directive.clauses().collect();
    let mut edits = EditSet::new(&session);
    let add = |edits: &mut EditSet<'_>| {
        more.iter().for_each(|text| edits.add_clause(directive, text).expect("it goes"));
    };
    if is_added_first {
        add(&mut edits);
    }
    for at in order {
        edits.remove_clause(clauses[*at]).expect("it goes");
        edits.remove_clause(clauses[*at]).expect("it is gone already");
    }
    if !is_added_first {
        add(&mut edits);
    }
    let text = String::from_utf8(edits.apply()["f.c"].clone()).expect("ASCII");
    text.lines().nth(1).expect("the directive").to_owned()
}

#[test]
fn any_clauses_are_removed_in_any_order() {
    let line = "#pragma acc parallel async, num_gangs(2), if(n), copy(x[0:n])";
    let kept = |removed: &[usize], added: &[&str]| {
        let all = ["async", "num_gangs(2)", "if(n)", "copy(x[0:n])"];
        let all = all.iter().enumerate().filter(|(at, _)| !removed.contains(at)).map(|(_, text)| *text);
        let list = all.chain(added.iter().copied()).collect::<Vec<_>>().join(", ");
        format!("#pragma acc parallel {list}").trim_end().to_owned()
    };
    for removed in 1_usize..16 {
        let forth: Vec<usize> = (0..4).filter(|at| removed >> at & 1 == 1).collect();
        let back: Vec<usize> = forth.iter().rev().copied().collect();
        let outside_in: Vec<usize> = [0, 3, 1, 2].into_iter().filter(|at| forth.contains(at)).collect();
        let inside_out: Vec<usize> = [2, 1, 3, 0].into_iter().filter(|at| forth.contains(at)).collect();
        for order in [&forth, &back, &outside_in, &inside_out] {
            assert_eq!(without(line, order, &[], false), kept(order, &[]), "{order:?}");
            for is_added_first in [false, true] {
                let added = &["wait", "self"];
                assert_eq!(without(line, order, added, is_added_first), kept(order, added), "{order:?}");
            }
        }
    }
    let mixed = "#pragma acc parallel async num_gangs(2), if(n) copy(x[0:n])";
    assert_eq!(without(mixed, &[1, 0], &[], false), "#pragma acc parallel if(n) copy(x[0:n])");
    assert_eq!(without(mixed, &[2, 1], &[], false), "#pragma acc parallel async copy(x[0:n])");
    assert_eq!(without(mixed, &[0, 3], &[], false), "#pragma acc parallel num_gangs(2), if(n)");
}

#[test]
fn what_a_removed_directive_is_about_can_be_removed() {
    let program = "int a;\n#pragma acc routine seq\n#pragma unroll\nint f(void);\nint b;\n";
    let (session, unit) = open(program);
    let declarations = session.declarations(unit);
    let mut edits = EditSet::new(&session);
    let function = find(&declarations, "int f(void);");
    assert!(matches!(edits.remove(function), Err(EditError::NoPlace { .. })));
    edits.remove(find(&declarations, "#pragma acc routine seq")).expect("it goes");
    assert!(matches!(edits.remove(function), Err(EditError::NoPlace { .. })), "a pragma is still about it");
    edits.remove(find(&declarations, "#pragma unroll")).expect("it goes");
    edits.remove(function).expect("nothing is about it");
    assert_eq!(edits.apply()["f.c"], b"int a;\nint b;\n");
}

/// How a directive is printed that is written so.
fn find_directive(line: &str) -> String {
    let (session, unit) = open(&function(&format!("{line}\n  n = 1;\n")));
    let all = session.declarations(unit);
    all[0].directives().next().expect("there is one").node().print()
}

#[test]
fn what_has_no_place_is_refused() {
    let no_place = |body: &str, node: &str, edit: Edit<'_>| match refused(&function(body), node, edit) {
        EditError::NoPlace { why, .. } => why,
        other => panic!("{body}{other:?}"),
    };
    assert_eq!(no_place("  n = 1;\n", "n = 1", Before("g();")), "no statement can stand beside it");
    assert_eq!(no_place("  n = 1;\n", "n = 1", Remove), "the grammar needs it");
    assert_eq!(no_place("  for (n = 1;;) ;\n", "n = 1;", Before("g();")), "no statement can stand beside it");
    assert_eq!(no_place("  int a;\n", "int a;", Wrap), "what is declared in a block is not seen behind it");
    assert_eq!(
        no_place("  switch (n) { case 1: ; }\n", "{\ncase 1:\n    ;\n}", Before("g();")),
        "`switch` would not execute it"
    );
    assert_eq!(no_place("  n = ({ n++; n; });\n", "n;", After("g();")), "it is the value of an expression");
    assert_eq!(
        no_place("#pragma acc atomic capture\n  { n = x[0]; x[0]++; }\n", "n = x[0];", After("g();")),
        "`atomic` takes no other statement"
    );
    assert_eq!(
        no_place(
            "#pragma omp parallel\n#pragma omp loop\n  for (int i = 0; i < n; ++i) ;\n",
            "for (int i = 0; i < n; ++i)\n    ;",
            Wrap
        ),
        "the directive around it takes no block"
    );
    assert_eq!(no_place("#pragma acc parallel\n  n = 1;\n", "n = 1;", Remove), "a directive is about it");
    assert_eq!(
        no_place("#pragma unroll\n  for (;;) ;\n", "#pragma unroll", After("g();")),
        "it belongs to what stands behind it"
    );
    assert_eq!(
        no_place(
            "#pragma acc parallel num_gang(2)\n  n = 1;\n",
            "#pragma acc parallel num_gang(2)",
            AddClause("async")
        ),
        "a part of the directive could not be read"
    );
    // Its name is guessed.
    let glued = "#pragma acc parallelcopy(x[0:n])";
    assert_eq!(
        no_place(&format!("{glued}\n  n = 1;\n"), &find_directive(glued), AddClause("async")),
        "a part of the directive could not be read"
    );
    for needless in ["#pragma acc loop independent(", "#pragma acc loop independent(1)"] {
        let text = format!("{needless}\n  for (int i = 0; i < n; ++i) ;\n");
        assert_eq!(
            no_place(&text, &find_directive("#pragma acc loop independent"), AddClause("gang")),
            "a part of the directive could not be read"
        );
    }
    assert_eq!(
        no_place("#pragma acc wait(n);\n", "#pragma acc wait(n) ;", AddClause("async")),
        "a part of the directive could not be read"
    );
    let split = "#ifdef A\n  if (n) {\n#else\n  if (!n) {\n#endif\n    n = 1; }\n";
    let block = "if (!n) {\n    n = 1;\n}";
    assert_eq!(no_place(split, block, Wrap), "a conditional begins or ends in it");
    assert_eq!(no_place(split, block, Remove), "a conditional begins or ends in it");
    assert_eq!(
        no_place("  if (n) {\n#define M 1\n  }\n", "if (n) {\n}", Remove),
        "a macro is defined in it, or a file included"
    );
}

/// Text that is added to what could not be read would be a part of it.
#[test]
fn what_stands_beside_unread_text_is_refused() {
    let unread = |program: &str, node: &str, edit: Edit<'_>| match refused(program, node, edit) {
        EditError::NoPlace { why, .. } => assert_eq!(why, "a part of what stands there could not be read"),
        other => panic!("{program}{other:?}"),
    };
    let in_function = |body: &str, node: &str, edit: Edit<'_>| unread(&function(body), node, edit);
    let all = [Before("g();"), After("g();"), Replace("g();"), Remove, Wrap];
    // A type as the argument of what is no macro here: the call ends in front of it.
    let call = "  n = 2;\n  n = renew(x, int);\n  n = 1;\n";
    let printed = function(call);
    let (session, unit) = open(&printed);
    let statements: Vec<String> = session.declarations(unit)[0].nodes().map(Node::print).collect();
    let broken = statements.iter().find(|text| text.starts_with("n = renew") && text.ends_with(';'));
    for edit in all {
        in_function(call, broken.expect("a statement"), edit);
        in_function(call, "n = 2;", edit);
        // A forgotten semicolon: the new statement would be the rest of the old one.
        in_function("  n = 2\n  if (n) ;\n  n = 3;\n", "n = 2;", edit);
        in_function("  n = 2\n  if (n) ;\n  n = 3;\n", "if (n)\n    ;", edit);
        in_function("  n = 1;\n  n = = 2;\n  n = 3;\n", "n = 1;", edit);
        in_function("  n = 1;\n  n = = 2;\n  n = 3;\n", "n = 3;", edit);
        in_function("  if (n n) n = 3;\n", "n = 3;", edit);
        in_function("  { n = 3; }\n  { n = 4; \n", "n = 3;", edit);
    }
    in_function("  n = (x[0] + );\n", "x[0]", Replace("n"));
    in_function("  n = 2\n#pragma acc parallel\n  n = 3;\n", "n = 3;", Before("g();"));
    let directive = find_directive("#pragma acc parallel");
    in_function("  n = 2\n#pragma acc parallel\n  n = 3;\n", &directive, Remove);
    in_function("  n = 2\n#pragma acc parallel\n  n = 3;\n", &directive, Replace("#pragma acc serial"));
    in_function("  n = 2\n#pragma unroll\n  for (;;) ;\n", "for (;;)\n    ;", Before("g();"));
    in_function("  / ^\n#pragma acc\n  for (;;) ;\n", "for (;;)\n    ;", Before("g();"));
    unread("int a\n#pragma acc routine seq\nint f(void);\n", "int f(void);", Before("int b;"));
    // At file scope.
    for edit in [Before("int b;"), After("int b;"), Replace("int b;"), Remove] {
        unread("int a = = 2;\nint c;\n", "int c;", edit);
        unread("struct s { int a; }\nint = 3;\nint c;\n", "int c;", edit);
    }
    unread("void f(void) { int a; }\nint = 3;\nvoid g(void) {}\n", "void g(void) {\n}", Before("int b;"));
    unread("void f(void) {\n  if (1) {\n}\n", "void f(void) {\n    if (1) {\n    }\n}", After("int b;"));
}

/// Errors that end where they stand leave the text around them as it was.
#[test]
fn errors_elsewhere_do_not_matter() {
    let check_all = |body: &str, node: &str, made: &str| {
        let edits = [(Before("g();"), format!("  g();\n{made}")), (After("g();"), format!("{made}  g();\n"))];
        for (edit, expected) in edits {
            check(body, &[(node, edit)], &body.replace(made, &expected));
        }
    };
    check_all("  n = = 2;\n  n = 1;\n  n = 3;\n  n = 4;\n", "n = 3;", "  n = 3;\n");
    check_all("#pragma acc wait no(\n  n = 1;\n  n = 3;\n", "n = 3;", "  n = 3;\n");
    check_all("#pragma acc parallel copyy(x)\n  n = 1;\n  n = 3;\n", "n = 3;", "  n = 3;\n");
    let before = "void f(void) { int a = = 2; }\nint c;\n";
    let (session, unit) = open(before);
    let mut edits = EditSet::new(&session);
    edits
        .insert_before(find(&session.declarations(unit), "int c;"), "int b;")
        .expect("the body has its brace");
    assert_eq!(edits.apply()["f.c"], before.replace("int c", "int b;\nint c").into_bytes());
}

#[test]
fn texts_that_change_what_is_around_are_refused() {
    let malformed = |body: &str, node: &str, edit: Edit<'_>| match refused(&function(body), node, edit) {
        EditError::Malformed { at, why, .. } => (at, why),
        other => panic!("{body}{other:?}"),
    };
    assert_eq!(malformed("  n = 1;\n", "n = 1;", Before("g()")), (3, "the statement has no end"));
    assert_eq!(malformed("  n = 1;\n", "n = 1;", Before("g(;")), (1, "the bracket is not closed"));
    assert_eq!(malformed("  n = 1;\n", "n = 1;", After("/* g();")), (0, "the comment has no end"));
    assert_eq!(
        malformed("  n = 1;\n", "n = 1;", After("#pragma acc loop")),
        (16, "what it ends with would be about another statement")
    );
    assert_eq!(
        malformed("#pragma acc parallel\n  for (;;) ;\n", "for (;;)\n    ;", Before("#pragma acc loop")).1,
        "what it ends with would be about another statement"
    );
    assert_eq!(
        malformed("  if (n) n = 1; else n = 2;\n", "n = 1;", Replace("if (n) g();")),
        (11, "the `else` behind it would belong to it")
    );
    assert_eq!(
        malformed("  if (n) n = 1;\n", "n = 1;", Replace("a(); b();")),
        (0, "one statement must stand there")
    );
    assert_eq!(malformed("  g(n, 2);\n", "n", Replace("1, 2")), (1, "it would be two of a list"));
    assert_eq!(
        malformed("#pragma acc wait(n)\n", "n", Replace("1 // one")),
        (2, "the comment goes on to the end of the line")
    );
    for (text, at) in [
        ("", 0),
        ("async // c", 6),
        ("async\nwait", 5),
        ("#pragma acc wait", 0),
        ("(n)", 0),
        ("if(n);", 5),
        ("if(n", 2),
        ("case 9:", 5),
        ("x = 3", 2),
        ("a b : c", 4),
        ("num_gangs(1) :", 13),
        ("async,", 6),
        ("async,, wait", 6),
        ("async(1)(2)", 8),
        ("copy[n]", 4),
    ] {
        assert_eq!(
            malformed("#pragma acc parallel\n  n = 1;\n", "#pragma acc parallel", AddClause(text)).0,
            at,
            "{text}"
        );
    }
}

#[test]
fn what_a_macro_made_is_refused() {
    let program = "#define SET n = 1;\n#define LOOP _Pragma(\"acc parallel loop\")\nvoid f(int n) {\n  SET\n  LOOP\n  for (int i = 0; i < 4; ++i) n = 2;\n}\n";
    for (node, edit) in [
        ("n = 1;", Before("g();")),
        ("n = 1;", Replace(";")),
        ("#pragma acc parallel loop", Before("g();")),
        ("#pragma acc parallel loop", AddClause("async")),
        ("#pragma acc parallel loop", Remove),
    ] {
        let error = refused(program, node, edit);
        let EditError::MadeByMacro(provenance) = &error else { panic!("{error:?}") };
        let name = provenance.expansions().last().map(Expansion::macro_name);
        assert!(matches!(name, Some("SET" | "LOOP")), "{error}");
    }
    assert_eq!(refused(program, "n = 1;", Remove).to_string(), "f.c:4:3 (from SET): a macro made it");
}

#[test]
fn nodes_of_other_sessions_and_texts_are_refused() {
    let program = function("  n = 1;\n");
    let (mut session, unit) = open(&program);
    let old = session.declarations(unit);
    let (other, _) = open(&program);
    let node = find(&old, "n = 1;");
    assert_eq!(EditSet::new(&other).insert_before(node, ";"), Err(EditError::Foreign));
    assert_eq!(EditSet::of_sources(|_| None).remove(node), Err(EditError::Foreign));
    session.set_source("f.c", program.replace("n = 1", "n = 2"));
    assert_eq!(EditSet::new(&session).insert_before(node, ";"), Err(EditError::Foreign));
    let mut session = Session::new(MemoryFiles::from_iter([
        ("f.c", "#include <h.h>\n"),
        ("sys/h.h", "void g(int *x) {\n#pragma acc wait\n}\n"),
    ]));
    let mut options = CompileOptions::default();
    options.system_dirs.push("sys".to_owned());
    let unit = session.add_unit("f.c", &options).expect("it is there");
    let declarations = session.declarations(unit);
    let wait = find(&declarations, "#pragma acc wait");
    assert!(
        matches!(EditSet::new(&session).insert_before(wait, ";"), Err(EditError::InSystemHeader(at)) if at.line == 2)
    );
}

#[test]
fn edits_go_with_a_translation_or_are_refused() {
    let body = "  #pragma acc parallel loop copy(x[0:n]) num_workers(n++)\n  for (int i = 0; i < n; ++i)\n    x[i] = i;\n  n = 1;\n";
    let (session, unit) = open(&function(body));
    let declarations = session.declarations(unit);
    let translation = session.translate(unit, &TranslateOptions::default());
    assert!(translation.edits().len() > 1, "the construct has a block");
    let directive = declarations[0].directives().next().expect("there is one");
    for translated_first in [true, false] {
        let mut edits = EditSet::new(&session);
        if translated_first {
            edits.merge(translation.edits()).expect("they fit");
        }
        edits.insert_before(directive.node(), "first();").expect("it fits");
        edits.insert_after(directive.node(), "last();").expect("it fits");
        edits.insert_after(find(&declarations, "x[i] = i;"), "each();").expect("it fits");
        if !translated_first {
            edits.merge(translation.edits()).expect("they fit");
        }
        let text = String::from_utf8(edits.apply().remove("f.c").expect("it has edits")).expect("ASCII");
        let order = [
            "first();",
            "{",
            "#pragma omp target",
            "for (int i",
            "{",
            "x[i] = i;",
            "each();",
            "}",
            "}",
            "last();",
            "n = 1;",
        ];
        let mut rest = &text[text.find('{').expect("a body") + 1..];
        for part in order {
            let at = rest.find(part).unwrap_or_else(|| panic!("{part} is not there\n{text}"));
            rest = &rest[at + part.len()..];
        }
    }
    let mut edits = EditSet::new(&session);
    edits.add_clause(directive, "async").expect("it fits");
    assert!(matches!(edits.merge(translation.edits()), Err(EditError::Conflict(_))));
    let mut edits = EditSet::new(&session);
    edits.merge(translation.edits()).expect("they fit");
    assert!(matches!(edits.add_clause(directive, "async"), Err(EditError::Conflict(_))));
    assert!(matches!(edits.remove(directive.node()), Err(EditError::Conflict(_))));
}
