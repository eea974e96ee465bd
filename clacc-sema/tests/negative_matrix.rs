//! Programs that are generated from the tables and the rules: every directive with every clause, every pair
//! of attributes, every reduction operator with every type, every nest of levels.

use std::cell::RefCell;
use std::sync::Arc;

use clacc_sema::db::files::Volatility;
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_syntax::directive::{AccClause, AccDirective, Association, Multiplicity};
use clacc_syntax::parse::ParseLimits;

thread_local! {
    /// One database for all programs of a test, so that results that do not depend on the program are
    /// computed once.
    static DATABASE: RefCell<(Database, Option<Unit>)> = RefCell::default();
}

/// The codes of the errors in one program.
fn errors(text: &str) -> Vec<&'static str> {
    DATABASE.with_borrow_mut(|(db, unit)| {
        let main = set_text(db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
        let unit = *unit.get_or_insert_with(|| Unit::new(db, main, Arc::default(), ParseLimits::default()));
        let codes = diagnostics(db, unit).iter().map(|finding| finding.code.id);
        codes.filter(|id| *id != "ACC0063").collect()
    })
}

const DECLARATIONS: &str =
    "int a[8], b[8], x, y, n; int *p, **q, m[4][4]; double d; double _Complex z; _Bool flag;
struct s { int m; } t; enum e { E } k; extern int open[]; const int fixed = 1; int g(void);\n";

/// A function with a body.
fn program(body: &str) -> String {
    format!("{DECLARATIONS}void f(void) {{\n{body}\n}}\n")
}

/// The statement or declaration that a directive of this kind needs after it.
fn statement(directive: AccDirective) -> &'static str {
    match directive.info().association {
        Association::Loop => "for (int i = 0; i < 8; ++i) a[i] = 0;",
        Association::Statement if directive == AccDirective::Atomic => "x = y;",
        Association::Statement => "{ }",
        Association::Declaration => "int declared(int);",
        _ => "",
    }
}

/// A program with a directive and its clauses at a place where the directive may stand.
fn placed(directive: AccDirective, clauses: &str) -> String {
    let argument = if directive == AccDirective::Cache { "(a[0:2])" } else { "" };
    let line = format!("#pragma acc {}{argument} {clauses}\n{}", directive.text(), statement(directive));
    match directive {
        AccDirective::Loop => program(&format!("#pragma acc parallel\n{{\n{line}\n}}")),
        _ => program(&line),
    }
}

/// The codes of the errors in one program, without the error about the form of an `atomic` statement, which
/// depends on the clause.
fn errors_in_clauses(text: &str) -> Vec<&'static str> {
    errors(text).into_iter().filter(|code| *code != "ACC0111").collect()
}

/// A legal use of a clause. If it takes a list, the list is `variable`.
fn clause(clause: AccClause, variable: &str) -> String {
    use AccClause as C;
    let argument = match clause {
        C::If => "x".to_owned(),
        C::Default => "present".to_owned(),
        C::NumGangs
        | C::NumWorkers
        | C::VectorLength
        | C::Collapse
        | C::Tile
        | C::DeviceNum
        | C::DefaultAsync => "1".to_owned(),
        C::Deviceptr | C::Attach | C::Detach => "p".to_owned(),
        C::Reduction => format!("+: {variable}"),
        C::DeviceType => "nvidia".to_owned(),
        C::Bind => "other".to_owned(),
        C::Copy
        | C::Copyin
        | C::Copyout
        | C::Create
        | C::NoCreate
        | C::Present
        | C::Delete
        | C::UseDevice => variable.to_owned(),
        C::Device | C::DeviceResident | C::Link | C::Private | C::Firstprivate | C::SelfClause => {
            variable.to_owned()
        }
        _ => return clause.text().to_owned(),
    };
    format!("{}({argument})", clause.text())
}

/// The clauses that the directive requires. Groups that contain `but` are left out.
fn needed(directive: AccDirective, but: AccClause) -> String {
    let groups = &directive.info().required;
    let of_group =
        |group: &Vec<AccClause>| group.iter().find(|each| **each != but).map(|each| clause(*each, "b"));
    groups.iter().filter(|group| !group.contains(&but)).filter_map(of_group).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_clause_is_accepted_exactly_where_the_table_has_it() {
    for directive in AccDirective::ALL {
        for kind in AccClause::ALL {
            let text = placed(*directive, &format!("{} {}", needed(*directive, *kind), clause(*kind, "x")));
            let found = errors_in_clauses(&text);
            if directive.rule(*kind).is_some() {
                assert_eq!(found, [""; 0], "{text}");
            } else {
                assert!(found.contains(&"ACC0054"), "{found:?}\n{text}");
            }
        }
    }
}

#[test]
fn a_clause_that_stands_once_is_refused_the_second_time() {
    for directive in AccDirective::ALL {
        for rule in directive.info().clauses.iter().filter(|rule| rule.multiplicity == Multiplicity::Once) {
            let written = clause(rule.clause, "x");
            let text =
                placed(*directive, &format!("{} {written} {written}", needed(*directive, rule.clause)));
            assert_eq!(errors_in_clauses(&text), ["ACC0055"], "{text}");
        }
    }
}

#[test]
fn clauses_that_exclude_each_other_are_refused_in_either_order() {
    for directive in AccDirective::ALL {
        for group in &directive.info().exclusive {
            for (first, second) in
                group.iter().flat_map(|first| group.iter().map(move |second| (first, second)))
            {
                if first == second {
                    continue;
                }
                let clauses = format!("{} {}", clause(*first, "x"), clause(*second, "x"));
                let text = placed(*directive, &clauses);
                assert_eq!(errors_in_clauses(&text), ["ACC0056"], "{text}");
            }
        }
    }
}

#[test]
fn a_directive_without_what_it_needs_is_refused() {
    for directive in AccDirective::ALL {
        let expected: &[&str] = match directive {
            AccDirective::Routine => &["ACC0123"],
            _ if directive.info().required.is_empty() => &[],
            _ => &["ACC0057"],
        };
        let text = placed(*directive, if *directive == AccDirective::Atomic { "write" } else { "" });
        assert_eq!(errors(&text), expected, "{text}");
    }
}

/// Directives, each with the clauses that it requires.
const COMPLETE: &[(AccDirective, &str)] = &[
    (AccDirective::Parallel, "parallel"),
    (AccDirective::ParallelLoop, "parallel loop"),
    (AccDirective::Loop, "loop"),
    (AccDirective::Data, "data copy(b)"),
    (AccDirective::EnterData, "enter data copyin(b)"),
    (AccDirective::ExitData, "exit data delete(b)"),
    (AccDirective::Update, "update self(b)"),
    (AccDirective::Wait, "wait"),
    (AccDirective::Atomic, "atomic write"),
    (AccDirective::Kernels, "kernels"),
    (AccDirective::Serial, "serial"),
    (AccDirective::HostData, "host_data use_device(b)"),
];

#[test]
fn constructs_nest_as_the_design_says() {
    let outer = [
        ("data copy(a)", "{ @ }"),
        ("parallel", "{ @ }"),
        ("parallel loop", "for (int i = 0; i < 8; ++i) { @ }"),
        ("parallel\n#pragma acc loop seq", "for (int i = 0; i < 8; ++i) { @ }"),
        ("parallel\n#pragma acc loop gang", "for (int i = 0; i < 8; ++i) { @ }"),
        ("atomic", "{ @ }"),
    ];
    for (line, body) in outer {
        for (directive, complete) in COMPLETE {
            let inner = format!("\n#pragma acc {complete}\n{}\n", statement(*directive));
            let text = program(&format!("#pragma acc {line}\n{}", body.replace('@', &inner)));
            let permitted = match line {
                "data copy(a)" => *directive != AccDirective::Loop,
                "atomic" => false,
                _ => matches!(directive, AccDirective::Loop | AccDirective::Atomic),
            };
            let found = errors_in_clauses(&text);
            assert_eq!(found, if permitted { &[][..] } else { &["ACC0052"] }, "{text}");
        }
    }
}

#[test]
fn places_are_checked() {
    for (directive, complete) in COMPLETE {
        let at_file_scope = format!("{DECLARATIONS}#pragma acc {complete}\nint after;\n");
        assert!(errors(&at_file_scope).contains(&"ACC0050"), "{at_file_scope}");
        if directive.info().association == Association::None {
            for owner in ["if (x)\n@", "while (x)\n@", "for (;x;)\n@", "switch (x)\n@", "do\n@\nwhile (x);"] {
                let text = program(&owner.replace('@', &format!("#pragma acc {complete}")));
                assert_eq!(errors(&text), ["ACC0051"], "{text}");
            }
            let text = program(&format!("here:\n#pragma acc {complete}\nif (x) goto here;"));
            assert_eq!(errors(&text), [""; 0], "{text}");
        }
    }
}

const MAPPINGS: &[&str] = &["copy", "copyin", "copyout", "create", "no_create", "present"];
const SHARINGS: &[&str] = &["private", "firstprivate", "reduction"];

fn listing(clause: &str, item: &str) -> String {
    if clause == "reduction" { format!("reduction(+: {item})") } else { format!("{clause}({item})") }
}

#[test]
fn attributes_conflict_as_the_design_says() {
    for first in MAPPINGS.iter().chain(SHARINGS) {
        for second in MAPPINGS.iter().chain(SHARINGS) {
            for directive in ["parallel", "parallel loop"] {
                let text = program(&format!(
                    "#pragma acc {directive} {} {}\nfor (int i = 0; i < 8; ++i) ;",
                    listing(first, "x"),
                    listing(second, "x")
                ));
                let both = [first, second];
                let with_reduction =
                    both.contains(&&"reduction") && both.iter().any(|each| MAPPINGS.contains(each));
                let expected: &[&str] = match () {
                    () if first == second && MAPPINGS.contains(first) => &["ACC0119"],
                    () if first == second => &["ACC0090"],
                    () if with_reduction => &[],
                    () if both.iter().all(|each| each.starts_with("copy")) => &["ACC0099"],
                    () if both.contains(&&"create") && both.contains(&&"copyout") => &["ACC0099"],
                    () => &["ACC0091"],
                };
                assert_eq!(errors(&text), expected, "{text}");
            }
        }
    }
}

#[test]
fn list_items_are_checked_in_every_clause() {
    let bad = [
        ("3", "ACC0070"),
        ("x + 1", "ACC0070"),
        ("g", "ACC0070"),
        ("E", "ACC0070"),
        ("g()", "ACC0070"),
        ("(x)", "ACC0070"),
        ("nowhere", "ACC0065"),
        ("open", "ACC0082"),
    ];
    for clause in MAPPINGS.iter().chain(&["private", "firstprivate", "deviceptr"]) {
        let text = program(&format!("#pragma acc parallel {clause}(a[3], y)\n{{ }}"));
        let code = if MAPPINGS.contains(clause) { "ACC0112" } else { "ACC0072" };
        assert_eq!(errors(&text).first(), Some(&code), "{text}");
    }
    for clause in MAPPINGS.iter().chain(&["private", "firstprivate"]) {
        for (item, code) in bad {
            let text = program(&format!("#pragma acc parallel {clause}({item}, y)\n{{ }}"));
            assert_eq!(errors(&text), [code], "{text}");
        }
    }
    let bounds = [
        ("a[-1:2]", "ACC0078"),
        ("a[0:-2]", "ACC0078"),
        ("a[4:5]", "ACC0078"),
        ("p[0:]", "ACC0079"),
        ("x[0:1]", "ACC0075"),
        ("a[d:1]", "ACC0077"),
        ("a[0:nowhere]", "ACC0065"),
        ("(p)[0:1]", "ACC0071"),
    ];
    for clause in MAPPINGS {
        for (item, code) in bounds {
            let text = program(&format!("#pragma acc data {clause}({item}, y)\n{{ }}"));
            assert_eq!(errors(&text), [code], "{text}");
        }
        for item in ["a[0:8]", "a[:]", "a[2:]", "a[:n]", "p[n:n]", "t.m", "t", "open[0:2]"] {
            let text = program(&format!("#pragma acc data {clause}({item})\n{{ }}"));
            assert_eq!(errors(&text), [""; 0], "{text}");
        }
    }
    for clause in SHARINGS {
        for (item, code) in [("q[0:1][0:2]", "ACC0073"), ("t.m", "ACC0081"), ("p[0:]", "ACC0079")] {
            let text = program(&format!("#pragma acc parallel {}\n{{ }}", listing(clause, item)));
            assert_eq!(errors(&text), [code], "{text}");
        }
        for item in ["a[0:2]", "a[2:]", "p[:n]", "p[n:2]", "m[1:1][0:4]", "m[0:2]"] {
            let text = program(&format!("#pragma acc parallel {}\n{{ }}", listing(clause, item)));
            assert_eq!(errors(&text), [""; 0], "{text}");
        }
    }
}

#[test]
fn members_of_elements_are_named_where_they_are_mapped() {
    let directives = [
        ("enter data copyin", ""),
        ("enter data create", ""),
        ("exit data copyout", ""),
        ("exit data delete", ""),
        ("update self", ""),
        ("update device", ""),
        ("data copy", ""),
        ("parallel copyin", ""),
        ("kernels present", ""),
        ("serial no_create", ""),
        ("parallel private", "ACC0081"),
        ("parallel firstprivate", "ACC0081"),
        ("parallel deviceptr", "ACC0081"),
        ("host_data use_device", "ACC0081"),
        ("declare copyin", "ACC0081"),
    ];
    let head =
        "struct s { int n, *p; int v[4]; struct s *l; };\nvoid f(struct s *e, struct s *g[3], int i) {\n";
    for (directive, code) in directives {
        for item in
            ["e[i].p[0:e[i].n]", "e[i + 1].n", "e->l[i].v[1:2]", "g[i]->l[0].l->p[0:1]", "e[0].n, e[1].n"]
        {
            let text = format!("{head}#pragma acc {directive}({item})\n{{ }}\n}}\n");
            let found = errors(&text);
            assert!(found.iter().all(|each| *each == code), "{found:?}\n{text}");
            assert_eq!(found.is_empty(), code.is_empty(), "{text}");
        }
    }
    for (item, code) in [
        ("e[i].p", ""),
        ("e[i].p[0:]", "ACC0079"),
        ("e[i].n[0:1]", "ACC0075"),
        ("e[i].v[2:9]", "ACC0078"),
        ("h[i].p[0:1]", "ACC0065"),
        ("e[i].p[2]", "ACC0112"),
        ("f(e, g, 1)[0].n", "ACC0081"),
    ] {
        let text = format!("{head}#pragma acc update self({item})\n}}\n");
        let found = errors(&text);
        assert_eq!(found.first().map_or("", |each| each), code, "{found:?}\n{text}");
    }
}

#[test]
fn of_an_undeclared_length_nothing_else_is_said() {
    let text = program("#pragma acc parallel vector_length(nowhere)\n{ }");
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::default(), ParseLimits::default());
    let codes: Vec<_> = diagnostics(&db, unit).iter().map(|finding| finding.code.id).collect();
    assert_eq!(codes, ["ACC0065"]);
}

#[test]
fn undeclared_names_are_reported_wherever_a_clause_has_them() {
    for clause in
        ["if(nowhere)", "self(nowhere)", "num_gangs(nowhere)", "async(nowhere)", "copy(a[nowhere:1])"]
    {
        assert_eq!(
            errors(&program(&format!("#pragma acc parallel {clause}\n{{ }}"))),
            ["ACC0065"],
            "{clause}"
        );
    }
    let members = program("#pragma acc parallel copy(nowhere[0:1].m)\n{ }");
    assert_eq!(errors(&members), ["ACC0065", "ACC0074"]);
}

#[test]
fn const_variables_are_refused_where_they_would_be_written() {
    for (clause, refused) in [
        ("copy", false),
        ("copyin", false),
        ("copyout", true),
        ("create", true),
        ("no_create", false),
        ("present", false),
        ("private", true),
        ("firstprivate", false),
        ("reduction", true),
    ] {
        let text = program(&format!("#pragma acc parallel {}\n{{ }}", listing(clause, "fixed")));
        assert_eq!(errors(&text), if refused { &["ACC0083"][..] } else { &[] }, "{text}");
    }
}

#[test]
fn reductions_take_what_their_operator_combines() {
    let real = ["x", "d", "k", "flag"];
    for op in ["+", "*", "max", "min", "&", "|", "^", "&&", "||"] {
        for item in ["x", "d", "z", "p", "t", "a", "a[1:2]", "a[n]", "p[0:n]", "m", "m[1][0:2]", "k", "flag"]
        {
            let accepted = match op {
                "max" | "min" => real.contains(&item) || item == "p",
                "&" | "|" | "^" => real.contains(&item) && item != "d",
                _ => real.contains(&item) || item == "z",
            };
            // The only member of the struct is an integer.
            let accepted = accepted || item == "t";
            // Arrays of integers, and parts of them, are accepted with every operator.
            let accepted = accepted || item.starts_with(['a', 'm']) || item == "p[0:n]";
            let text = program(&format!("#pragma acc parallel reduction({op}: {item})\n{{ }}"));
            assert_eq!(errors(&text), if accepted { &[][..] } else { &["ACC0097"] }, "{text}");
        }
    }
}

#[test]
fn levels_nest_downwards() {
    let levels = ["vector", "worker", "gang"];
    for (outer_rank, outer) in levels.iter().enumerate() {
        for (inner_rank, inner) in levels.iter().enumerate() {
            for auto in ["", "auto"] {
                let text = program(&format!(
                    "#pragma acc parallel\n{{\n#pragma acc loop {outer} {auto}\nfor (int i = 0; i < 8; ++i) {{
#pragma acc loop {inner}\nfor (int j = 0; j < 8; ++j) a[j] = 0;\n}}\n}}"
                ));
                let expected: &[&str] = if inner_rank < outer_rank { &[] } else { &["ACC0104"] };
                assert_eq!(errors(&text), expected, "{text}");
            }
        }
    }
}

#[test]
fn as_many_loops_are_needed_as_the_clause_says() {
    let loops = ["for (int i = 0; i < 8; ++i)", "for (int j = 0; j < 8; ++j)", "for (int k = 0; k < 8; ++k)"];
    for written in 1..=3 {
        for asked in 1..=3 {
            let nest = loops[..written].join("\n");
            let sizes = vec!["2"; asked].join(", ");
            for clause in [format!("collapse({asked})"), format!("tile({sizes})")] {
                for body in ["x = 0;", "{ x = 0; }"] {
                    let text = program(&format!("#pragma acc parallel loop {clause}\n{nest}\n{body}"));
                    let expected: &[&str] = if asked <= written { &[] } else { &["ACC0100"] };
                    assert_eq!(errors(&text), expected, "{text}");
                }
            }
        }
    }
}

#[test]
fn branches_stay_inside() {
    for (directive, body, code) in [
        ("parallel", "{ return; }", "ACC0058"),
        ("data copy(a)", "{ return; }", "ACC0058"),
        ("parallel", "{ goto out; }", "ACC0058"),
        ("parallel", "{ in: ; goto in; }", ""),
        ("parallel loop seq", "for (int i = 0; i < 8; ++i) { if (x) break; if (y) continue; }", ""),
        ("parallel loop", "for (int i = 0; i < 8; ++i) { if (x) return; }", "ACC0058"),
    ] {
        let text = program(&format!("#pragma acc {directive}\n{body}\nout: ;"));
        let expected: &[&str] = if code.is_empty() { &[] } else { &[code] };
        assert_eq!(errors(&text), expected, "{text}");
    }
}

#[test]
fn atomic_takes_the_forms_of_its_kind() {
    for (kind, good, bad) in [
        (
            "read",
            &["y = x;", "y = a[0];", "y = t.m;", "y = *p;"][..],
            &["y = x + 1;", "y += x;", "{ y = x; }", "t = t;"][..],
        ),
        ("write", &["x = 1;", "x = g();", "a[n] = x + y;"], &["x += 1;", "g();", "{ x = 1; }"]),
        (
            "update",
            &[
                "x++;",
                "--x;",
                "x += y;",
                "x = x * y;",
                "x = y - x;",
                "a[n] = a[n] | 1;",
                "x = x + y + n;",
                "(x)++;",
                "(x += y);",
                "x = x * y * n;",
                "x = x + y - n;",
            ],
            &[
                "x = x * y + n;",
                "x = x - y - n;",
                "x = x / y / n;",
                "x = y * x + n;",
                "x = y;",
                "x = y + n;",
                "x %= 2;",
                "x = x % 2;",
                "{ x++; }",
                "g();",
                "a[n] = a[y] + 1;",
            ],
        ),
        (
            "compare",
            &[
                "x = x < y ? y : x;",
                "x = y > x ? y : x;",
                "x = x == y ? n : x;",
                "if (x < y) { x = y; }",
                "if (x == y) { x = n; }",
                "if (y > x) x = y;",
            ],
            &[
                "x = x < y ? x : y;",
                "x = x < y ? n : x;",
                "x = y == x ? n : x;",
                "x = x <= y ? y : x;",
                "if (x < y) { x = y; } else { x = n; }",
                "if (x < y) { x = y; n = x; }",
                "if (x) { x = y; }",
                "x += y;",
            ],
        ),
        (
            "capture",
            &[
                "y = x++;",
                "y = x += 2;",
                "y = x = x + 1;",
                "{ y = x; x++; }",
                "{ x -= n; y = x; }",
                "{ y = x; x = n; }",
            ],
            &[
                "y = x;",
                "{ y = x; }",
                "{ y = x; n++; }",
                "{ x++; y = n; }",
                "{ x++; y = x; n = 0; }",
                "10 = x++;",
                "{ 10 = x; x++; }",
                "{ x++; 10 = x; }",
                "{ 10 = x; x = n; }",
                "{ y = 10; 10 = n; }",
                "{ y + 1 = x; x++; }",
            ],
        ),
    ] {
        for (statements, expected) in [(good, &[][..]), (bad, &["ACC0111"])] {
            for statement in statements {
                let text = program(&format!("#pragma acc atomic {kind}\n{statement}"));
                assert_eq!(errors(&text), expected, "{text}");
            }
        }
    }
}

#[test]
fn pointers_without_a_range_are_pointed_out_once_a_clause() {
    let warned = |text: &str| errors(text).iter().filter(|code| **code == "ACC0085").count();
    for clause in MAPPINGS {
        let needs_address_only = ["present", "no_create"].contains(clause);
        for (items, count) in [("p", 1), ("a, p, q", 1), ("p[0:n]", 0), ("a", 0), ("x, t", 0)] {
            let count = if needs_address_only { 0 } else { count };
            let text = program(&format!("#pragma acc data {clause}({items})\n{{ }}"));
            assert_eq!(warned(&text), count, "{text}");
        }
    }
    for (line, count) in [
        ("exit data delete(p)", 0),
        ("exit data copyout(p)", 1),
        ("update self(p) device(q)", 2),
        ("update self(p[0:1])", 0),
        ("parallel deviceptr(p)\n{ }", 0),
        ("parallel firstprivate(p) private(q)\n{ }", 0),
    ] {
        let text = program(&format!("#pragma acc {line}"));
        assert_eq!(warned(&text), count, "{text}");
    }
    // A pointer at file scope can be declared to be on the device.
    for (declared, count) in [("int *p, *q;", 2), ("", 0)] {
        let text = program(&format!("{declared}\n#pragma acc declare copyin(p) create(q)"));
        assert_eq!(warned(&text), count, "{text}");
    }
}
