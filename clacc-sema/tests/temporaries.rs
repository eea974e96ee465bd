//! Scalars that are private to a loop because each iteration assigns them before it reads them, and near misses.

use std::sync::Arc;

use clacc_sema::acc::facts::{Rule, Sharing};
use clacc_sema::db::external_decls::declarations;
use clacc_sema::db::files::Volatility;
use clacc_sema::db::functions::acc_facts;
use clacc_sema::db::models::{model, program};
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Unit};
use clacc_sema::program::View;
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::Options;

/// The temporaries of each loop construct in the body of a function, and whether it warns about shared ones.
fn temporaries(head: &str, body: &str) -> (Vec<String>, bool) {
    let text = format!(
        "int g; void use(float *); float make(void);\n{head} {{ int i, j, k, m; float t = 0, u, *p; volatile float v;\n{body}\n}}\n"
    );
    let mut db = Database::default();
    let main = set_text(&mut db, "main.c", Some(text.as_bytes().into()), Volatility::Edited);
    let unit = Unit::new(&db, main, Arc::new(Options::default()), ParseLimits::default());
    let (mut found, mut warns) = (Vec::new(), false);
    for decl in declarations(&db, unit) {
        let analysis = acc_facts(&db, *decl);
        let (model, program) = (model(&db, *decl), program(&db, *decl));
        let view = View::of_c(&program, &model);
        warns |= analysis.diagnostics.iter().any(|finding| finding.code.id == "ACC0106");
        for (_, construct) in analysis.facts.constructs.iter().filter(|(_, each)| each.loop_facts.is_some()) {
            let is_temporary = |given: &&clacc_sema::acc::facts::Given<Sharing>| {
                given.reason.rule == Rule::LoopTemporary && given.kind == Sharing::Private
            };
            let private = construct
                .attributes
                .iter()
                .filter(|each| each.sharing.iter().any(|given| is_temporary(&given)));
            let names: Vec<_> = private.map(|each| view.text(view.name(each.place.root))).collect();
            found.push(names.join(" "));
        }
    }
    (found, warns)
}

/// Checks the temporaries of each loop construct of a function without a `routine` directive.
fn check(cases: &[(&str, &[&str])]) {
    for (body, expected) in cases {
        assert_eq!(temporaries("void f(int n, float *a)", body).0, *expected, "{body}");
    }
}

/// Checks bodies in which nothing is private that no clause makes private. `warns` tells whether this is a race.
fn check_shared(warns: bool, bodies: &[&str]) {
    for body in bodies {
        let (found, warned) = temporaries("void f(int n, float *a)", body);
        assert!(found.iter().all(String::is_empty), "{found:?} in {body}");
        assert_eq!(warned, warns, "{body}");
    }
}

/// A gang and vector loop with this body.
fn vector_loop(body: &str) -> String {
    format!("#pragma acc parallel loop gang vector\nfor (i = 0; i < n; i++) {{ {body} }}")
}

#[test]
fn what_every_path_assigns_first_is_private() {
    for (body, private) in [
        ("t = a[i]; a[i] = t * t;", "t"),
        ("t = i;", "t"),
        ("t = a[i]; u = t; if (i) u += t; a[i] = u;", "t u"),
        ("if (i) t = 1; else t = 2; a[i] = t;", "t"),
        ("if (i) { u = 1; t = u; } else if (n) { t = 3; } else t = 2; a[i] = t;", "u t"),
        ("for (k = 0; k < 3; k++) a[i] += k;", "k"),
        ("for (k = 0; k < 3; k++) if (a[k]) break; a[i] = k;", "k"),
        ("for (k = 0, m = 1; k < 3; k++, m *= 2) a[i] += m;", "k m"),
        ("do { t = i; } while (0); a[i] = t;", "t"),
        ("t = u = a[i]; a[i] = t + u;", "t u"),
        ("if (a[i] > 0) continue; t = i; a[i] = t;", "t"),
        ("p = a + i; *p = 1; p[0] += 2;", "p"),
        ("{ t = i; } a[i] = t; t += 1; a[i] += t;", "t"),
        ("g = i; a[i] = g;", "g"),
        ("while (a[i] > 9) { t = a[i]; a[i] = t - 1; }", "t"),
        ("t = make(); a[i] = t;", "t"),
    ] {
        check(&[(&vector_loop(body), &[private])]);
    }
}

#[test]
fn what_an_iteration_may_read_first_is_shared() {
    for body in [
        "if (i) t = 1; a[i] = t;",
        "a[i] = t; t = 1;",
        "t += a[i];",
        "t = t + 1;",
        "if (i) t = 1; else a[0] = 2; a[i] = t;",
        "for (int c = 0; c < n; c++) { t = c; } a[i] = t;",
        "while (n) { t = 1; break; } a[i] = t;",
        "do { if (i) break; t = i; } while (0); a[i] = t;",
        "switch (n) { case 1: t = 2; case 2: a[i] = t; }",
        "n && (t = 1); a[i] = t;",
        "if (i) goto done; t = 1; done: a[i] = t;",
        "for (; t < 3; t = 1) a[i] = 0;",
    ] {
        check_shared(true, &[&vector_loop(body)]);
    }
}

#[test]
fn what_others_may_look_at_is_shared() {
    for (body, warns) in [
        ("use(&t); t = i; a[i] = t;", true),
        ("v = i; a[i] = v;", true),
        ("_Atomic int own; own = i; a[i] = own;", false),
    ] {
        check_shared(warns, &[&vector_loop(body)]);
    }
    check_shared(
        false,
        &["#pragma acc parallel loop vector\nfor (i = 0; i < n; i++) {\n#pragma acc atomic write\nt = i;\n}"],
    );
}

#[test]
fn what_a_clause_maps_is_shared() {
    check_shared(
        false,
        &[
            "#pragma acc parallel loop vector copy(t)\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }",
            "#pragma acc data copyin(t)\n{\n#pragma acc parallel loop vector\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }\n}",
            "#pragma acc parallel loop vector private(t)\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }",
            "#pragma acc parallel loop seq\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }",
            "#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }",
            "#pragma acc serial loop vector\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }",
        ],
    );
}

#[test]
fn the_value_behind_the_loop_counts() {
    let one = "#pragma acc loop worker\nfor (j = 0; j < n; j++) { t = j; a[j] = t; }\n";
    let within = |head: &str, before: &str, behind: &str| {
        format!(
            "#pragma acc parallel loop gang {head}\nfor (i = 0; i < n; i++) {{ {before}\n{one}{behind} }}"
        )
    };
    for (before, behind) in [
        ("", ""),
        ("a[i] = t;", ""),
        ("", "t = 1; a[i] = t;"),
        ("t = 0; a[i] = t;", ""),
        ("t = 0; a[i] = t;", "for (t = 0; t < 3; t++) a[i] = t;"),
    ] {
        // What a gang has from an earlier iteration is read in the next one.
        let expected: &[&str] = if before == "a[i] = t;" { &["", ""] } else { &["", "t"] };
        check(&[(&within("", before, behind), expected)]);
        check(&[(&within("private(t)", before, behind), &["", "t"])]);
    }
    for (before, behind) in
        [("", "a[i] = t;"), ("t = 0;", "a[i] = t;"), ("", "if (i) t = 1; a[i] = t;"), ("", "use(&t);")]
    {
        check_shared(true, &[&within("", before, behind), &within("private(t)", before, behind)]);
    }
    // Control may come through the loop between the assignment and the read, wherever the text of the part begins.
    for around in [
        "if (i) { t = 1;\nONE } else t = 2; a[i] = t;",
        "if (i) t = 2; else { t = 1;\nONE } a[i] = t;",
        "for (t = 0; a[i] < 3; a[i] += 1) {\nONE }\na[i] = t;",
        "for (t = 0; a[i] < 3; a[i] += 1) { a[i] = t;\nONE }",
        "do { t = 0;\nONE } while (t);",
        "{ { t = 0;\nONE } } a[i] = t;",
    ] {
        let body = around.replace("ONE", one);
        check_shared(
            true,
            &[&format!("#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) {{ {body} }}")],
        );
    }
    for around in [
        "if (i) {\nONE t = 1; } else t = 2; a[i] = t;",
        "for (t = 0; a[i] < 3; a[i] += 1) a[i] = t;\nONE",
        "while (a[i]) { t = 0; a[i] = t;\nONE }",
        "do {\nONE t = 0; } while (t);",
    ] {
        let body = around.replace("ONE", one);
        check(&[(
            &format!("#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) {{ {body} }}"),
            &["", "t"],
        )]);
    }
    // The host's variable is another one.
    check(&[(&format!("t = 4;\n#pragma acc parallel\n{{\n{one}}}\na[0] = t;"), &["t"])]);
    check_shared(true, &[&format!("#pragma acc parallel\nfor (k = 0; k < 3; k++) {{ a[k] = t;\n{one}}}")]);
    check(&[(&format!("#pragma acc parallel\n{{ for (k = 0; k < 3; k++) a[k] = t;\n{one}}}"), &["t"])]);
    check_shared(
        true,
        &[
            "#pragma acc parallel loop gang reduction(max:t)\nfor (i = 0; i < n; i++) {\n#pragma acc loop worker\nfor (j = 0; j < n; j++) { t = j; a[j] = t; }\n}",
        ],
    );
}

#[test]
fn the_innermost_loop_that_may_have_it_gets_it() {
    check(&[
        (
            "#pragma acc parallel loop gang worker
            for (i = 0; i < n; i++) {
                t = i;
                #pragma acc loop vector
                for (j = 0; j < n; j++) a[j] = t;
            }",
            &["t", ""],
        ),
        (
            "#pragma acc parallel loop gang worker
            for (i = 0; i < n; i++) {
                #pragma acc loop vector
                for (j = 0; j < n; j++) { t = j; a[j] = t; }
            }",
            &["", "t"],
        ),
        (
            "#pragma acc parallel loop gang worker
            for (i = 0; i < n; i++) {
                t = 0;
                #pragma acc loop vector reduction(+:t)
                for (j = 0; j < n; j++) t += j;
                a[i] = t;
            }",
            &["t", ""],
        ),
        (
            "#pragma acc parallel loop gang worker
            for (i = 0; i < n; i++) {
                #pragma acc loop vector private(t)
                for (j = 0; j < n; j++) { if (j) t = j; a[j] = t; }
                t = 0;
                a[i] = t;
            }",
            &["t", ""],
        ),
        (
            "#pragma acc parallel loop gang vector collapse(2)
            for (i = 0; i < n; i++) for (j = 0; j < n; j++) { t = j; a[i] = t; }",
            &["t"],
        ),
        (
            "#pragma acc parallel loop gang worker
            for (i = 0; i < n; i++) {
                #pragma acc loop seq
                for (k = 0; k < n; k++) { t = k; a[k] = t; }
            }",
            &["t", ""],
        ),
        (
            "#pragma acc parallel loop gang vector
            for (i = 0; i < n; i++) {
                #pragma acc atomic capture
                { k = a[0]; a[0] += 1; }
                a[k] = i;
            }",
            &["k"],
        ),
    ]);
    // In the second iteration of the outer loop, the inner one reads what the first one left.
    let partly = "#pragma acc parallel loop gang worker\nfor (i = 0; i < n; i++) { t = i;\n#pragma acc loop vector\nfor (j = 0; j < n; j++) { a[j] = t; t = j; }\n}";
    let (found, warns) = temporaries("void f(int n, float *a)", partly);
    assert_eq!((found, warns), (vec!["t".to_owned(), String::new()], true));
}

#[test]
fn loops_of_routines_have_them_too() {
    let head = "#pragma acc routine worker\nvoid f(int n, float *a)";
    let one = "#pragma acc loop worker\nfor (i = 0; i < n; i++) { t = i; a[i] = t; }";
    assert_eq!(temporaries(head, one).0, ["t"]);
    for body in [format!("{one}\na[0] = t;"), one.replace('t', "g"), format!("use(&t);\n{one}")] {
        assert_eq!(temporaries(head, &body).0, [""], "{body}");
    }
}

/// Device memory of a scalar that only `create` clauses make is used by the constructs there and by nothing else.
#[test]
fn scalars_that_are_only_created_are_temporaries_of_gangs_too() {
    const TWICE: &str = "#pragma acc data create(j, t)
        {
            #pragma acc parallel loop gang
            for (i = 0; i < n; i++) for (j = 0; j < n; j++) { t = a[j]; a[j] = t * t; }
        }";
    check(&[
        (TWICE, &["j t"]),
        (
            "#pragma acc parallel loop gang create(t)
            for (i = 0; i < n; i++) { t = a[i]; a[i] = t * t; }",
            &["t"],
        ),
        (
            "#pragma acc data create(t)
            {
                #pragma acc parallel loop gang vector
                for (i = 0; i < n; i++) { t = a[i]; a[i] = t * t; }
                #pragma acc parallel loop gang
                for (i = 0; i < n; i++) { t = i; a[i] = t; }
            }
            t = 3; use(a); a[0] = t;",
            &["t", "t"],
        ),
    ]);
    let counted = |clause: &str, behind: &str| {
        format!(
            "#pragma acc data {clause}\n{{\n#pragma acc parallel loop gang\nfor (i = 0; i < n; i++) {{ t = a[i]; a[i] = t * t; }}\n{behind}\n}}"
        )
    };
    check_shared(
        false,
        &[
            // Another construct or the host may read what an iteration assigned.
            &counted("create(t)", "#pragma acc serial\na[0] = t;"),
            &counted("create(t)", "#pragma acc update self(t)"),
            &counted("copy(t)", ""),
            &counted("copyin(t)", ""),
            &counted("create(t) if(n)", ""),
            &counted("create(t)", "use(&t);"),
            &counted("create(g)", "").replace('t', "g"),
            &format!("#pragma acc enter data create(t)\n{}", counted("create(t)", "")),
            // An iteration reads what another one assigned.
            "#pragma acc parallel loop gang create(t)\nfor (i = 0; i < n; i++) { a[i] = t; t = a[i]; }",
        ],
    );
}
