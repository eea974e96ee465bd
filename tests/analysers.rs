//! Tests of what analysers of programs ask: device code, targets of directives, symbols across units, elements of data.

mod one_file;

use std::fmt::Write as _;

use clacc::device_functions::{DeviceCall, DeviceFunction, LevelReason};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::{DirectiveTarget, ExternalDeclaration, NodePtr};
use clacc::{Session, Unit};
use one_file::open;

fn call(call: &DeviceCall) -> String {
    let construct = call.construct().map_or("", |construct| construct.kind().text());
    format!("{}:{} {construct}", call.caller().name(), call.place().line).trim_end().to_owned()
}

fn line(function: &DeviceFunction) -> String {
    let level = function.level().map_or("?", |level| level.text());
    let reason = match function.reason() {
        LevelReason::Directive(at) => format!("routine {}", at.as_ref().map_or(0, |at| at.line)),
        LevelReason::Bind(at) => format!("bind {}", at.as_ref().map_or(0, |at| at.line)),
        LevelReason::Called => "called".to_owned(),
        _ => "elsewhere".to_owned(),
    };
    let callers: Vec<String> = function.callers().iter().map(call).collect();
    let defined = if function.definition().is_some() { "" } else { ", undefined" };
    assert!(function.symbol().is_none_or(|symbol| symbol.name() == function.name()));
    format!("{} {level} ({reason}{defined}) <- {}", function.name(), callers.join(", ")).trim_end().to_owned()
}

fn check_device_code(program: &str, functions: &[&str], pointer_calls: &[&str]) {
    let (session, unit) = open(program);
    let code = session.device_functions(unit);
    let found: Vec<String> = code.functions.iter().map(line).collect();
    assert_eq!(found, functions, "{program}");
    let found: Vec<String> = code.pointer_calls.iter().map(call).collect();
    assert_eq!(found, pointer_calls, "{program}");
}

#[test]
fn device_code_has_its_calls() {
    check_device_code("int f(int x) { return f(x); }\n", &[], &[]);
    check_device_code(
        "int inner(int x) { return x; }\nint outer(int x) { return inner(x) + inner(1); }\nint host(int x) { return outer(x); }\n\
         void f(int *a) {\n#pragma acc parallel loop copy(a[0:8])\n  for (int i = 0; i < 8; ++i) a[i] = outer(i);\n  host(1);\n}\n",
        &["outer seq (called) <- f:6 loop", "inner seq (called) <- outer:2, outer:2"],
        &[],
    );
    // A directive gives the level, and the function's own calls are of devices, whoever calls it.
    check_device_code(
        "double sqrt(double);\n#pragma acc routine vector\ndouble f(double x) { return sqrt(x); }\n",
        &["f vector (routine 2) <-", "sqrt ? (elsewhere, undefined) <- f:3"],
        &[],
    );
    // `bind` names the function of devices; the body of the replaced one is not followed.
    check_device_code(
        "int g(int);\nint h(int);\n#pragma acc routine seq bind(g)\nint f(int x) { return h(x); }\nvoid k(int *a) {\n#pragma acc serial copy(a[0:1])\n  a[0] = f(1);\n}\n",
        &["g seq (bind 3, undefined) <-", "f seq (routine 3) <- k:7 serial"],
        &[],
    );
    // A parameter that is called is a pointer, and so is a part of a table; recursion ends.
    check_device_code(
        "int (*table[2])(int);\nint f(int n, int (*g)(int)) { return n ? f(n - 1, g) : g(n) + table[0](n) + (*g)(n); }\nvoid k(int *a) {\n#pragma acc serial copy(a[0:1])\n  a[0] = f(1, 0);\n}\n",
        &["f seq (called) <- k:5 serial, f:2"],
        &["f:2", "f:2", "f:2"],
    );
}

fn target(session: &Session, declaration: &ExternalDeclaration) -> String {
    let mut found = String::new();
    for directive in declaration.directives() {
        let text = match directive.target() {
            DirectiveTarget::Statement(statement) => statement.node().print(),
            DirectiveTarget::Declaration(decl) => {
                decl.declarators().map(|it| it.name().to_owned()).collect::<Vec<_>>().join(",")
            }
            DirectiveTarget::NextDeclaration => {
                let next = session.target_declaration(directive);
                format!("next {}", next.as_ref().map_or("?", ExternalDeclaration::name))
            }
            DirectiveTarget::Names(names) => {
                format!("names {}", names.iter().map(|it| it.node().print()).collect::<Vec<_>>().join(","))
            }
            other => format!("{other:?}"),
        };
        let _ = write!(found, "[{}: {}]", directive.name(), text.lines().next().unwrap_or_default());
    }
    found
}

#[test]
fn directives_have_targets() {
    for (program, expected) in [
        ("void f(int *x) {\n#pragma acc parallel\n  x[0] = 1;\n}\n", "[parallel: x[0] = 1;]"),
        ("void f(int *x) {\n#pragma acc update self(x[0:1])\n}\n", "[update: Nothing]"),
        ("int x;\n#pragma acc declare copyin(x)\n", "[declare: names x]"),
        ("#pragma acc routine seq\n#pragma once\nint f(int);\n", "[routine: next f]"),
        ("#pragma acc routine seq\n", "[routine: next ?]"),
        ("int f(int);\n#pragma acc routine(f) seq\n", "[routine: names f]"),
        ("void f(void) {\n#pragma acc routine seq\n  int g(int);\n}\n", "[routine: g]"),
        ("void f(void) {\n#pragma acc routine seq\n  ;\n}\n", "[routine: Nothing]"),
        ("#pragma omp requires unified_shared_memory\n", "[requires: File]"),
        ("int x;\n#pragma omp threadprivate(x)\n", "[threadprivate: names x]"),
        (
            "#pragma omp begin declare target\n#pragma omp end declare target\n",
            "[begin declare target: Region][end declare target: Region]",
        ),
        (
            "void f(int s) {\n#pragma omp for reduction(inscan, +: s)\n  for (int i = 0; i < 8; ++i) {\n    s += i;\n#pragma omp scan inclusive(s)\n    ;\n  }\n}\n",
            "[for: for (int i = 0; i < 8; ++i) {][scan: Separated]",
        ),
        ("void f(void) {\n#pragma acc nonsense\n}\n", "[nonsense: Nothing]"),
    ] {
        let (session, unit) = open(program);
        let all = session.directed_declarations(unit);
        let found: String = all.iter().map(|declaration| target(&session, declaration)).collect();
        assert_eq!(found, expected, "{program}");
    }
}

const UNITS: [(&str, &str); 3] = [
    (
        "a.c",
        "extern int shared;\nint shared;\nstatic int own = 1;\nint call(int);\nenum { SIZE = 4 };\nint f(int n) { int own = n; { int n = own; shared = n; } return call(shared + SIZE); }\nint g(void) { return own + shared; }\n",
    ),
    ("b.c", "int shared = 5;\nstatic int own;\nint call(int x) { return own + shared + x; }\n"),
    ("c.c", "static int shared;\nint h(void) { return shared; }\n"),
];

fn sites(session: &Session, found: &[(ExternalDeclaration, Vec<NodePtr>)]) -> String {
    let nodes = found.iter().flat_map(|(within, nodes)| nodes.iter().filter_map(|it| within.resolve(*it)));
    nodes.filter_map(|node| session.location(node)).map(|at| at.to_string()).collect::<Vec<_>>().join(" ")
}

/// Compares the definition and the uses of the first symbol with a name in a function.
fn check_symbol((session, unit): (&Session, Unit), (function, name): (&str, &str), expected: (&str, &str)) {
    let all = session.declarations(unit);
    let within = all.iter().find(|each| each.name() == function).expect("there is such a function");
    let symbol = within.symbols().find(|symbol| symbol.name() == name).expect("it is named");
    let definition = session.definition(symbol).map(|(found, node)| sites(session, &[(found, vec![node])]));
    let uses = sites(session, &session.references(symbol));
    assert_eq!((definition.unwrap_or_default().as_str(), uses.as_str()), expected, "{name} in {function}");
}

#[test]
fn symbols_are_followed_across_declarations_and_units() {
    let mut session = Session::new(MemoryFiles::from_iter(UNITS));
    let add = |session: &mut Session, path| {
        session.add_unit(path, &CompileOptions::default()).expect("it is there")
    };
    let a = add(&mut session, "a.c");
    let _ = (add(&mut session, "b.c"), add(&mut session, "c.c"));
    let here = (&session, a);
    check_symbol(here, ("g", "shared"), ("a.c:2:5", "a.c:6:44 a.c:6:70 a.c:7:28 b.c:3:32"));
    check_symbol(here, ("g", "own"), ("a.c:3:12", "a.c:7:22"));
    check_symbol(here, ("f", "own"), ("a.c:6:20", "a.c:6:39"));
    check_symbol(here, ("f", "n"), ("a.c:6:11", "a.c:6:26"));
    check_symbol(here, ("f", "call"), ("b.c:3:5", "a.c:6:65"));
    check_symbol(here, ("f", "SIZE"), ("a.c:5:1", "a.c:6:79"));
    let symbol_gone = {
        let f = session.declarations(a).into_iter().find(|each| each.name() == "f").expect("it is there");
        session.set_source("a.c", "int other;\n");
        let own = f.symbols().next().expect("it has symbols");
        (session.definition(own).is_none(), session.references(own).is_empty())
    };
    assert_eq!(symbol_gone, (true, true), "an edit took the declaration away");
}

/// Compares the ranges of the data items of the first construct, and of its accesses to the variable of the first item.
fn check_ranges(directive: &str, body: &str, items: &str, accesses: &str) {
    let program = format!(
        "int total;\nvoid step(void);\nvoid f(int n, int m, int *x, int y[16][8]) {{\n#pragma acc {directive}\n{body}\n}}\n"
    );
    let (session, unit) = open(&program);
    let all = session.directed_declarations(unit);
    let construct = all[0].constructs().next().expect("there is a construct");
    let data = construct.data_items();
    let text = |ranges: Vec<clacc::acc::IndexRange<'_>>| {
        ranges.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    };
    let found: Vec<String> = data.iter().map(|item| format!("[{}]", text(item.ranges()))).collect();
    assert_eq!(found.concat(), items, "{program}");
    let gathered = construct.accesses();
    let variable = data.first().and_then(|item| item.variable()).expect("the first item names a variable");
    let of_variable = gathered.of(variable).into_iter().flat_map(clacc::acc::VariableAccesses::accesses);
    let found: Vec<String> = of_variable.map(|access| format!("[{}]", text(access.ranges()))).collect();
    assert_eq!(found.concat(), accesses, "{program}");
}

#[test]
fn items_and_accesses_have_ranges() {
    let x = "parallel loop copy(x[0:n])";
    for (body, expected) in [
        ("for (int i = 0; i < n; ++i) x[i] = 0;", "[0 to n - 1]"),
        ("for (int i = 1; i <= n; ++i) x[i - 1] = x[i + 2];", "[0 to n - 1][3 to n + 2]"),
        ("for (int i = n - 1; i >= 0; --i) x[i] = 0;", "[0 to n - 1]"),
        ("for (int i = 9; i > m; i -= 2) x[i] = 0;", "[m + 1 to 9]"),
        ("for (int i = 0; i < 8; ++i) x[3 * i + 1] = *x;", "[1 to 22][0 to 0]"),
        ("for (int i = 0; i < 8; ++i) x[7 - i] = 0;", "[0 to 7]"),
        // A triangular loop reaches what the outer one allows.
        ("for (int i = 0; i < 8; ++i) for (int j = i; j < n; ++j) x[j] = x[i];", "[0 to n - 1][0 to 7]"),
        ("for (int i = 0; i < 8; ++i) x[i + m] = 0;", "[m to m + 7]"),
        ("for (int i = 0; i < n; ++i) x[n + m] = 0;", "[n + m to n + m]"),
        // The value of a variable that changes in the loop is unknown.
        ("for (int i = 0; i < n; ++i) { m = i; x[m] = 0; }", "[? to ?]"),
        ("for (int i = 0; i < n; ++i) { i += 1; x[i] = 0; }", "[? to ?]"),
        ("for (int i = 0; i < n; ++i) { n = 3; x[i] = 0; }", "[0 to ?]"),
        ("for (int i = 0; i < n; ++i) { step(); x[total] = 0; }", "[? to ?]"),
        ("for (int i = 0; i < n; ++i) x[x[i]] = 0;", "[? to ?][0 to n - 1]"),
    ] {
        check_ranges(x, body, "[0 to n - 1]", expected);
    }
    let rows = "for (int i = 0; i < 4; ++i) for (int j = 0; j < 8; ++j) y[i][j] = 0;";
    check_ranges("parallel loop copy(y[2:m])", rows, "[2 to m + 1]", "[0 to 3, 0 to 7]");
    check_ranges(
        "parallel loop copy(y[0:4][0:8]) copyin(x[m:n], x)",
        rows,
        "[0 to 3, 0 to 7][m to ?][]",
        "[0 to 3, 0 to 7]",
    );
    check_ranges("parallel loop copy(y[1:][:])", rows, "[1 to ?, 0 to 7]", "[0 to 3, 0 to 7]");
    // A chain of operators is as long as one likes.
    let long = format!("for (int i = 0; i < n; ++i) x[{}0] = 0;", "i + ".repeat(2_000));
    check_ranges(x, &long, "[0 to n - 1]", "[? to ?]");
}

#[test]
fn distances_are_between_bounds_that_share_their_expression() {
    let program = "void f(int n, int m, int *x) {\n#pragma acc data copy(x[0:n]) copyin(x[0:n + 0], x[2:n], x[0:m], x[0:4])\n  { }\n}\n";
    let (session, unit) = open(program);
    let all = session.directed_declarations(unit);
    let items = all[0].constructs().next().expect("there is one").data_items();
    let last = |at: usize| items[at].ranges()[0].last.expect("it has a length");
    let distances: Vec<Option<i128>> = (0..items.len()).map(|at| last(at).distance(last(0))).collect();
    assert_eq!(distances, [Some(0), None, Some(2), None, None]);
}
