//! What declarations become: which calls of the runtime stand in the place of directives, and what is refused.

mod for_a_device;
mod programs;

use clacc_sema::db::files::Volatility;
use clacc_sema::db::set_text;
use clacc_syntax::target::Target;

use programs::{Program, check, check_refused};

#[test]
fn regions_become_functions() {
    check(
        "#pragma omp parallel for\nfor (int i = 0; i < n; ++i) a[i] = m;",
        &[
            "static void clacc_f_1(clacc_thread *clacc_t, void *clacc_p) __attribute__((__unused__));",
            "clacc_fork(&clacc_f_s1, clacc_f_1, &clacc_a, 0, 0);",
            "int n = clacc_v->n;",
            "double *a = clacc_v->a;",
            "clacc_static_range(clacc_t,",
            "a [ i ] = m ;",
        ],
    );
    check(
        "#pragma omp parallel if(n > 2) num_threads(m)\ng(1);",
        &["(int)(m)", "(n > 2) ? 0 : CLACC_SERIAL"],
    );
    check("#pragma acc parallel loop\nfor (int i = 0; i < n; ++i) a[i] = m;", &["clacc_fork("]);
}

#[test]
fn gangs_that_count_are_run_one_by_one() {
    check(
        "#pragma acc parallel num_gangs(n + 1) copy(m)\n{ g(m);\n#pragma acc loop gang\nfor (int i = 0; i < n; ++i) a[i] = m;\n}",
        &["clacc_gangs(&clacc_f_s1, 0, (int)(n + 1), clacc_f_1, &clacc_a);", "clacc_gang_range(clacc_t,"],
    );
    check("#pragma acc parallel num_gangs(2, 3)\ng(m);", &["0, (int)((2) * (3)), clacc_f_1"]);
    // Workers need threads of their own, and the library combines the values of teams alone.
    check(
        "#pragma acc parallel num_gangs(4)\n{ g(m);\n#pragma acc loop gang worker\nfor (int i = 0; i < n; ++i) a[i] = m;\n}",
        &["clacc_teams(0, clacc_f_1, &clacc_a, 0, (int)(4), 0, 0);", "clacc_fork("],
    );
    check(
        "#pragma acc parallel num_gangs(4) reduction(+:m)\nm += 1;",
        &["clacc_teams(0, clacc_f_1, &clacc_a, 0, (int)(4), 0, 0);", "clacc_league_partial("],
    );
    // Routines of OpenMP may ask about a league of its own directives.
    check("#pragma omp teams num_teams(4)\ng(m);", &["clacc_teams("]);
}

#[test]
fn variables_are_mentioned_only_where_they_are_known() {
    check(
        "#pragma omp parallel private(m)\n{ m = 7;\nint i;\n#pragma omp for\nfor (i = 0; i < n; i++) m += i;\ng(m); }",
        &["(void)i; clacc_barrier(clacc_t); }"],
    );
    let (generated, _) = Program::new(
        "void f(int n) {\n#pragma omp parallel private(n)\n{\nint i;\n#pragma omp for\nfor (i = 0; i < 9; i++) n = i;\n}\n}\n",
    )
    .generated();
    assert_eq!(generated.matches("(void)i;").count(), 1, "{generated}");
}

#[test]
fn routines_about_devices_are_called() {
    check("#pragma acc init", &["void clacc_acc_init(int) __asm__(\"acc_init\"); clacc_acc_init(1); }"]);
    check("#pragma acc set device_num(n + 1)", &["clacc_acc_set_device_num((n + 1), 1);"]);
    check("#pragma acc shutdown if(n > 2)", &["if (n > 2) {", "clacc_acc_shutdown(1);"]);
}

#[test]
fn what_becomes_nothing_takes_no_other_statements_place() {
    check("#pragma acc update self(a[0:n])\ng(1);", &[";", "g ( 1 ) ;"]);
    check("if (n) end:\n#pragma acc update self(a[0:n])\ng(1);", &["{}", "g ( 1 ) ;"]);
    check(
        "if (n)\n#pragma acc parallel\n#pragma acc cache(a[0:8])\n#pragma acc loop gang\nfor (int i = 0; i < n; ++i) a[i] = m;",
        &["clacc_fork("],
    );
    check_refused("if (n)\n#pragma acc update self(a[0:n])\ng(1);", "GEN0001");
}

#[test]
fn a_construct_without_code_is_refused_once_with_all_that_it_contains() {
    check_refused(
        "#pragma acc parallel copy(unknown)\n{\n#pragma acc loop gang\nfor (int i = 0; i < n; ++i)\n#pragma acc loop vector\nfor (int j = 0; j < m; ++j) a[i] += 1;\n}",
        "GEN0001",
    );
}

#[test]
fn lanes_are_left_to_the_compiler() {
    check(
        "double s = 0;\n#pragma omp parallel for simd reduction(+: s) private(m)\nfor (int i = 0; i < n; ++i) { m = i; s += a[m]; }",
        &["<omp simd reduction(+: s) private(m)>"],
    );
    check(
        "int i;\n#pragma omp simd safelen(4)\nfor (i = 0; i < n; ++i) a[i] = i;",
        &["<omp simd safelen(4)>"],
    );
    check("#pragma omp simd linear(m)\nfor (int i = 0; i < n; ++i) a[i] = m++;", &["a [ i ] = m ++ ;"]);
}

#[test]
fn what_may_be_written_travels_by_address() {
    check("#pragma omp parallel\n{ m = n; }", &["&m;", "(*clacc__m) = n", "int n = clacc_v->n;"]);
    check(
        "int b[4];\n#pragma omp parallel\nb[n] = 1;",
        &["int (*clacc__b)[4] = clacc_v->b;", "(*clacc__b) [ n ] = 1"],
    );
    check("int *p = &m;\n#pragma omp parallel\ng(m + *p);", &["int (*clacc__m) = clacc_v->m;"]);
    check(
        "double w[n][m];\n#pragma omp parallel\nw[1][2] = 0;",
        &["double (*clacc__w)[clacc__w_0][clacc__w_1] = clacc_v->w;"],
    );
}

#[test]
fn loops_keep_their_counters() {
    check("#pragma omp for\nfor (int i = n; i >= 0; i -= 2) a[i] = 1;", &["i >= clacc_j", "i -= 2)"]);
    check(
        "#pragma omp for\nfor (unsigned long i = n; i > 0; i -= 3000000000) a[i] = 1;",
        &["i -= (unsigned long)3000000000ULL"],
    );
    check(
        "#pragma omp for schedule(static, 4)\nfor (int i = 0; i < n; ++i) a[i] = 1;",
        &["clacc_t->count *"],
    );
    check(
        "#pragma omp for schedule(simd, monotonic: static, 4)\nfor (int i = 0; i < n; ++i) a[i] = 1;",
        &["clacc_t->count *"],
    );
    check(
        "#pragma omp for schedule(dynamic)\nfor (int i = 0; i < n; ++i) a[i] = 1;",
        &["CLACC_DYNAMIC", "clacc_loop_next("],
    );
    check("#pragma omp for nowait\nfor (double *p = a; p != a + n; p++) *p = 1;", &["clacc_self()"]);
    check(
        "#pragma omp for collapse(2)\nfor (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) a[i * m + j] = 1;",
        &["while (clacc_lo", "clacc_barrier(clacc_t);"],
    );
}

/// Names that new code has for types may be anything in the program.
#[test]
fn words_of_the_program_are_no_types_of_new_code() {
    check(
        "#pragma omp parallel for num_threads(sizeof \"size_t\" - 5)\nfor (int i = sizeof \"int32_t\"; i < n; ++i) a[i] = m;",
        &["(int)(sizeof \"size_t\" - 5)", "= sizeof \"int32_t\";"],
    );
}

#[test]
fn copies_hide_their_originals() {
    check(
        "double s = 0;\n#pragma omp parallel for reduction(+: s)\nfor (int i = 0; i < n; ++i) s += a[i];",
        &["clacc_reduce(clacc_t,", "s = 0;"],
    );
    // No address of the copy: it stays in a register. Elements are reached through pointers.
    check(
        "double s = 0;\n#pragma omp parallel for reduction(+: s)\nfor (int i = 0; i < n; ++i) s += a[i];",
        &["double m0;", ".m0 = s;"],
    );
    check(
        "#pragma omp parallel for reduction(+: a[0:2])\nfor (int i = 0; i < n; ++i) a[0] += i;",
        &["double *m0;"],
    );
    check("#pragma omp parallel for lastprivate(m)\nfor (int i = 0; i < n; ++i) m = i;", &["if (clacc_last"]);
    check("#pragma omp parallel private(m)\nm = 1;", &["{ int m;"]);
    check("#pragma omp parallel default(firstprivate)\ng(m);", &["int m = clacc_f"]);
}

#[test]
fn reductions_are_combined_by_what_is_declared() {
    const DECLARED: &str = "#pragma omp declare reduction(most : int : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = 7)\n";
    const LOOP: &str = "#pragma omp parallel for reduction(most : m)\nfor (int i = 0; i < n; ++i) m = i;";
    check(
        &format!("{DECLARED}{LOOP}"),
        &["(void)((*clacc_out) = (*clacc_in) >", "int omp_priv = 7; *clacc_priv = omp_priv;", "_combined(&"],
    );
    let elsewhere = format!("{{\n{DECLARED};\n}}\n{LOOP}");
    check_refused(&elsewhere, "GEN0002");
    check_refused(
        "float x = 0;\n#pragma omp declare reduction(most : int : omp_out = omp_in)\n#pragma omp parallel reduction(most : x)\nx = 1;",
        "GEN0002",
    );
    check_refused(
        "#pragma omp declare reduction(most : int : omp_out = omp_in + n)\n#pragma omp parallel reduction(most : m)\nm = 1;",
        "GEN0030",
    );
    let of_unit =
        format!("{DECLARED}void f(int m) {{\n#pragma omp parallel reduction(most : m)\nm = 1;\n}}\n");
    let (text, codes) = Program::new(&of_unit).generated();
    assert!(codes.is_empty() && text.contains("omp_priv = 7"), "{codes:?}\n{text}");
}

#[test]
fn reductions_of_parts_know_where_they_begin() {
    check(
        "#pragma omp parallel for reduction(+: a[n:3])\nfor (int i = 0; i < n; ++i) a[n] += i;",
        &["(size_t)((n)) * (sizeof (a[0]) / sizeof (double))".replace("size_t", "unsigned long").as_str()],
    );
    let program = |list: &str| {
        format!(
            "int t[4][5];\n#pragma omp parallel for reduction(+: {list})\nfor (int i = 0; i < n; ++i) t[1][1] += i;"
        )
    };
    check(&program("t[1:2][0:5]"), &["clacc_reduce("]);
    check(&program("t[1][2:3]"), &["clacc_reduce("]);
    for not_a_block in ["t[1:2][1:2]", "t[:][2]"] {
        check_refused(&program(not_a_block), "GEN0002");
    }
    check_refused(&program("t[0:1][:]) reduction(+: t[2:1][:]"), "GEN0031");
    check_refused(
        "#pragma omp parallel for reduction(inscan, +: m)\nfor (int i = 0; i < n; ++i) m += i;",
        "GEN0002",
    );
}

#[test]
fn loops_have_values_by_iteration() {
    let counted = "for (int i = 0; i < n; ++i) a[i] = m;";
    check(
        &format!("#pragma omp for linear(m: 2)\n{counted}"),
        &["m = (int)((unsigned long)clacc_b", "if (clacc_last"],
    );
    check(&format!("#pragma omp simd linear(m: step(n))\n{counted}"), &["m = (int)((unsigned long)clacc_b"]);
    check("int i;\n#pragma omp for simd\nfor (i = 0; i < n; ++i) a[i] = m;", &["if (clacc_last"]);
    check(
        "#pragma omp for collapse(2)\nfor (int i = 0; i < n; ++i) for (int j = i; j < m; ++j) g(j);",
        &["clacc_n", "+= clacc_n"],
    );
    check_refused(
        "int j;\n#pragma omp for collapse(2) lastprivate(j)\nfor (int i = 0; i < n; ++i) for (j = i; j < m; ++j) g(j);",
        "GEN0032",
    );
    check_refused(&format!("#pragma omp for linear(a[0:2])\n{counted}"), "GEN0002");
}

#[test]
fn iterations_wait_for_those_that_they_name() {
    let program = |ordered: &str, clauses: &str| {
        format!(
            "#pragma omp for ordered({ordered})\nfor (int i = 1; i < n; ++i) {{\n#pragma omp ordered {clauses}\ng(i);\n}}"
        )
    };
    check(&program("1", "doacross(sink: i - 1)"), &["clacc_doacross_begin(", "clacc_doacross_wait("]);
    check(&program("1", "depend(source)"), &["clacc_doacross_post("]);
    check_refused(&program("1", "depend(sink: i - 1, n)"), "GEN0002");
    check_refused("#pragma omp ordered depend(source)\ng(1);", "GEN0033");
    check("#pragma omp ordered\ng(1);", &["clacc_ordered_begin(clacc_t, (unsigned long)-1);"]);
    check_refused("#pragma omp parallel\n{\n#pragma omp ordered\ng(1);\n}", "GEN0001");
}

#[test]
fn loops_bind_to_teams_or_threads() {
    const LOOP: &str = "for (int i = 0; i < n; ++i) a[i] = m;";
    check(&format!("#pragma omp parallel loop\n{LOOP}"), &["clacc_static_range("]);
    check(&format!("#pragma omp loop bind(parallel)\n{LOOP}"), &["clacc_static_range("]);
    let (text, codes) = Program::new(&format!(
        "void f(double *a, int n, int m) {{\n#pragma omp loop bind(thread)\n{LOOP}\n}}\n"
    ))
    .generated();
    assert!(codes.is_empty() && !text.contains("clacc_static_range"), "{codes:?}\n{text}");
    check(&format!("#pragma omp loop bind(teams)\n{LOOP}"), &["clacc_gang_range(", "clacc_fork("]);
}

#[test]
fn constructs_of_all_threads_are_not_in_code_of_some() {
    const LOOP: &str = "#pragma omp for\nfor (int i = 0; i < n; ++i) g(i);";
    for around in ["master", "single", "task", "for\nfor (int j = 0; j < n; ++j)"] {
        check_refused(
            &format!("#pragma omp parallel\n{{\n#pragma omp {around}\n{{\n{LOOP}\n}}\n}}"),
            "GEN0035",
        );
        check(
            &format!(
                "#pragma omp parallel\n{{\n#pragma omp {around}\n{{\n#pragma omp parallel\n{{\n{LOOP}\n}}\n}}\n}}"
            ),
            &["clacc_static_range("],
        );
    }
}

#[test]
fn some_threads_execute_blocks() {
    check("#pragma omp masked filter(n)\ng(1);", &["clacc_t->id == (n)"]);
    check("#pragma omp parallel masked\ng(1);", &["clacc_t->id == 0"]);
    check("#pragma omp scope reduction(+: m)\nm += 1;", &["clacc_reduce(", "clacc_barrier("]);
}

#[test]
fn directives_become_calls() {
    check("#pragma omp barrier", &["clacc_barrier(clacc_t);"]);
    check("#pragma omp flush", &["clacc_flush();"]);
    check("#pragma omp critical (q)\ng(1);", &["clacc_critical_begin(&clacc_critical_q);"]);
    check("#pragma omp single\ng(1);", &["clacc_single(clacc_t)"]);
    check("#pragma omp master\ng(1);", &["clacc_t->id == 0"]);
    check("#pragma omp task\ng(m);", &["clacc_task(clacc_t,", "int m = clacc_v->m;"]);
    check("#pragma omp taskwait", &["clacc_task_wait(clacc_t, 0, 0);"]);
    check("#pragma omp sections\n{\ng(1);\n#pragma omp section\ng(2);\n}", &["== 0) {", "== 1) {"]);
}

#[test]
fn tasks_get_what_their_data_environment_says() {
    check(
        "int x = m;\n#pragma omp parallel\n{\nint y = 0;\n#pragma omp task\ng(x++ + y++);\n}",
        &["struct clacc_f_2 { int (*x); int y; }", "clacc_a.x = &(*clacc__x);"],
    );
    // The function of the region has a copy of the value, and may have returned when the task begins.
    check(
        "#pragma omp parallel\n{\n#pragma omp task\na[m] = 1;\n}",
        &["struct clacc_f_2 { double *a; int m; }", "clacc_a.a = a;"],
    );
    check("int x = m;\n#pragma omp task\ng(x++);", &["struct clacc_f_1 { int x; }"]);
    check("static int x;\n#pragma omp task\ng(x++);", &["struct clacc_f_1 { int (*x); }"]);
    check("#pragma omp task default(shared)\ng(m++);", &["struct clacc_f_1 { int (*m); }"]);
    check(
        "double w[n];\n#pragma omp task firstprivate(w)\nw[0] = 1;",
        &["clacc_f_1_copy(void *to, const void *from)", ".copy = clacc_f_1_copy;", "clacc__w_bytes"],
    );
    check("#pragma omp task detach(n)\ng(1);", &["clacc_event(); n =", "clacc_task_detached("]);
}

#[test]
fn copies_of_what_is_declared_outside_hide_it() {
    let text = "int k, r[3];\nvoid f(void) {\n#pragma omp task firstprivate(k, r)\n{\nk = r[1];\n#pragma omp parallel\nk = 2;\n}\n}\n";
    let (generated, codes) = Program::new(text).generated();
    assert!(codes.is_empty(), "{codes:?}");
    for part in ["struct clacc_f_1 { int k; int r[3]; }", "k = (*clacc__r) [ 1 ]", "(*clacc__k) = 2"] {
        assert!(generated.contains(part), "no `{part}` in\n{generated}");
    }
}

#[test]
fn dependences_of_all_kinds() {
    check(
        "#pragma omp task depend(mutexinoutset: n) depend(inoutset: a[m])\ng(1);",
        &["CLACC_MUTEXINOUTSET", "CLACC_INOUTSET"],
    );
    check(
        "#pragma omp task depend(iterator(int k = 0:n:2), in: a[k])\ng(1);",
        &["for (int k = (0);", "clacc_n2 += 1;", "&(a [ k ])"],
    );
}

#[test]
fn iterations_become_tasks() {
    check(
        "#pragma omp taskloop\nfor (int i = 0; i < n; ++i) a[i] = i;",
        &["clacc_group_begin(clacc_t);", "clacc_block(", "clacc_group_end(clacc_t);"],
    );
    check(
        "#pragma omp taskloop nogroup grainsize(strict: m)\nfor (int i = 0; i < n; ++i) g(i);",
        &["% clacc_g"],
    );
    check(
        "#pragma omp taskloop lastprivate(m) collapse(2)\nfor (int i = 0; i < n; ++i) for (int j = 0; j < 3; ++j) m = j;",
        &["if (clacc_last", "while (clacc_lo"],
    );
    check(
        "#pragma omp parallel master taskloop simd\nfor (int i = 0; i < n; ++i) a[i] = i;",
        &["clacc_t->id == 0", "clacc_task(", "<omp simd>"],
    );
    check(
        "#pragma omp taskloop reduction(+: m)\nfor (int i = 0; i < n; ++i) m += i;",
        &["clacc_group_reduce(clacc_t, 1,", "clacc_reduction_copy(clacc_t, clacc_v->m)"],
    );
    check_refused("#pragma omp taskloop\nfor (int i = 0; i * i < n; ++i) g(i);", "GEN0004");
}

#[test]
fn tasks_reduce() {
    check(
        "#pragma omp taskgroup task_reduction(max: a[m:n])\n{\n#pragma omp task in_reduction(max: a[m:n])\na[m] = 1;\n}",
        &[
            "_combine(void *to",
            ".original = (void *)((double *)a + (",
            "clacc_reduction_copy(clacc_t, (double *)clacc_v->a + clacc_l",
        ],
    );
    check_refused("#pragma omp taskgroup task_reduction(mine: m)\ng(1);", "GEN0002");
}

#[test]
fn tasks_participate_in_reductions_of_other_constructs() {
    check(
        "#pragma omp parallel reduction(task, +: m)\n{\n#pragma omp task in_reduction(+: m)\nm += n;\n}",
        &[
            "m = 0;\nclacc_group_begin(clacc_t);",
            "clacc_group_reduce(clacc_t, 1,",
            "clacc_group_end(clacc_t);\n{ struct",
        ],
    );
}

#[test]
fn cancelled_constructs_are_left() {
    check(
        "#pragma omp parallel for\nfor (int i = 0; i < n; ++i) {\n#pragma omp cancel for if(i > m)\n}",
        &[
            "clacc_loop_begin(",
            "? clacc_cancel(clacc_t, CLACC_CANCEL_LOOP)",
            "goto clacc_end",
            ":;\nclacc_loop_end(",
        ],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp cancel parallel\n#pragma omp for\nfor (int i = 0; i < n; ++i) g(i);\n#pragma omp barrier\n}",
        &["clacc_cancellable_barrier(clacc_t)) goto clacc_end", "CLACC_CANCEL_PARALLEL"],
    );
    check(
        "#pragma omp taskgroup\n{\n#pragma omp task\n{\n#pragma omp cancellation point taskgroup\ng(1);\n}\n}",
        &["clacc_cancellation_point(clacc_t, CLACC_CANCEL_TASKGROUP)"],
    );
    check(
        "#pragma omp sections\n{\n#pragma omp section\n{\n#pragma omp cancel sections\ng(1);\n}\n}",
        &["CLACC_CANCEL_SECTIONS"],
    );
    // What is taken has to be given back.
    check_refused(
        "#pragma omp parallel\n{\n#pragma omp critical\n{\n#pragma omp cancel parallel\n}\n}",
        "GEN0020",
    );
    check_refused(
        "#pragma omp parallel\n{\n#pragma omp cancel parallel\n#pragma omp for reduction(+: m)\nfor (int i = 0; i < n; ++i) m += i;\n}",
        "GEN0020",
    );
}

#[test]
fn a_directive_that_becomes_nothing_leaves_its_statement() {
    check(
        "#pragma omp parallel\ng(1);\nif (n)\n#pragma acc data copy(a[0:n])\n  g(2);",
        &["clacc_fork(", "g ( 2 ) ;"],
    );
    let text = "void g(int);\nvoid f(int n) {\nif (n)\n#pragma omp nothing\ng(2);\n}\n";
    assert!(!Program::new(text).generated().0.contains("if ( n ) ;"));
}

#[test]
fn what_is_not_generated_is_refused() {
    check_refused("#pragma omp interop init(target: m)", "GEN0001");
    check_refused("static int t;\n#pragma omp parallel copyin(t)\ng(t);", "GEN0002");
    check_refused(
        "#pragma omp parallel for lastprivate(conditional: m)\nfor (int i = 0; i < n; ++i) m = i;",
        "GEN0002",
    );
    check_refused(
        "#pragma omp for collapse(2)\nfor (int i = 0; i < n; ++i) { g(i); for (int j = i; j < m; ++j) g(j); }",
        "GEN0004",
    );
    check_refused(
        "#pragma omp for collapse(2) firstprivate(m)\nfor (int i = 0; i < n; ++i) for (int j = i; j < m; ++j) g(m++);",
        "GEN0004",
    );
    check_refused("l: g(0);\nvoid *p = &&l;\n#pragma omp parallel\ng(p != 0);", "GEN0005");
}

#[test]
fn target_regions_are_leagues_of_one_team() {
    check(
        "#pragma omp target\ng(m);",
        &[
            "clacc_target_device(0, CLACC_DEFAULT_DEVICE);",
            "clacc_teams(0, clacc_f_1, &clacc_a, 1, 1, 0, 0);",
        ],
    );
    check(
        "#pragma omp target if(n > 2) device(m) thread_limit(4)\ng(1);",
        &["if ((n > 2)) clacc_target_device(0, (int)(m));", "1, 1, (int)(4), 0);"],
    );
    check("#pragma omp target device(ancestor: n)\ng(1);", &["((void)(n), -1)"]);
    check("#pragma omp target teams num_teams(n) thread_limit(m)\ng(1);", &[", 0, (int)(n), (int)(m), 0);"]);
    check("#pragma omp target teams num_teams(2: n)\ng(1);", &[", (int)(2), (int)("]);
}

#[test]
fn target_regions_have_copies_of_what_is_not_mapped() {
    check("#pragma omp target\n{ m = 7; g(m); }", &["int m = clacc_v->m;", "{ m = 7 ;"]);
    check("#pragma omp target map(m)\nm = 7;", &["int (*clacc__m) = clacc_v->m;", "(*clacc__m) = 7"]);
    check("#pragma omp target defaultmap(tofrom: scalar)\nm = 7;", &["(*clacc__m) = 7"]);
    check("#pragma omp target map(tofrom: a[0:n])\na = a + 1;", &["double *a = clacc_v->a;", "a = a + 1"]);
    check("#pragma omp target map(tofrom: a, a[0:n])\na = a + 1;", &["(*clacc__a) = (*clacc__a) + 1"]);
    check("#pragma omp target is_device_ptr(a)\na++;", &["double *a = clacc_v->a;"]);
    check(
        "int w[4];\n#pragma omp target firstprivate(w)\nw[0] = 1;",
        &["int w[4];", "int (*clacc__w)[4] = &clacc_v->w;"],
    );
    check("int w[4];\n#pragma omp target\nw[0] = 1;", &["int (*clacc__w)[4] = clacc_v->w;"]);
    check("double w[n];\n#pragma omp target firstprivate(w)\nw[0] = 1;", &["double w[clacc_d"]);
    check("#pragma omp target teams\n{ m = 1; g(m); }", &["{ int m = clacc_f"]);
    check("#pragma omp target teams\n{\n#pragma omp atomic\nm++;\n}", &["&((*clacc__m))"]);
    check("#pragma omp target private(m)\nm = 1;", &["{ int m;"]);
}

#[test]
fn copies_of_variables_of_file_scope_hide_them_in_regions_inside() {
    let text = "int k;\nvoid f(void) {\n#pragma omp target\n{\nk = 1;\n#pragma omp parallel\nk = 2;\n}\n}\n";
    let (generated, codes) = Program::new(text).generated();
    assert!(codes.is_empty() && generated.contains("int k = clacc_v->k;"), "{generated}");
    assert!(generated.contains("(*clacc__k) = 2"), "{generated}");
    let declared = format!(
        "#pragma omp declare target\n{}",
        text.replacen(";\n", ";\n#pragma omp end declare target\n", 1)
    );
    let (generated, codes) = Program::new(&declared).generated();
    assert!(codes.is_empty() && !generated.contains("clacc_v->k"), "{generated}");
}

#[test]
fn target_tasks_have_the_values_of_now() {
    check(
        "#pragma omp target nowait depend(in: a[0]) thread_limit(m)\na[1] = n;",
        &[
            "const int clacc_s",
            "double *a = clacc_v->a;",
            "clacc_task(clacc_t,",
            ".kind = CLACC_IN;",
            ".flags = 0;",
        ],
    );
    check("#pragma omp target depend(out: m) map(m)\nm = 1;", &[".flags = CLACC_TASK_UNDEFERRED;"]);
    check("#pragma omp target teams nowait num_teams(n)\ng(1);", &["int clacc_s", ", 0, clacc_s"]);
    check_refused("double w[n];\n#pragma omp target nowait firstprivate(w)\nw[0] = 1;", "GEN0003");
}

#[test]
fn loops_are_distributed_among_teams() {
    let nest = "\nfor (int i = 0; i < n; ++i) a[i] = m;";
    for (directive, expected) in [
        ("target teams distribute", &["clacc_gang_range(clacc_t,", "CLACC_TEAMS_SHARE);"][..]),
        ("target teams distribute dist_schedule(static, m)", &["clacc_t->gangs *"]),
        ("target teams distribute simd", &["clacc_gang_range(clacc_t,", "<omp simd>"]),
        (
            "target teams distribute parallel for schedule(dynamic) collapse(1)",
            &[
                "clacc_gang_range(clacc_t,",
                "clacc_fork(",
                "unsigned long clacc_lo",
                "CLACC_DYNAMIC",
                "0, 0, 0, 0);",
            ],
        ),
        ("target parallel for", &["clacc_fork(", "clacc_static_range("]),
        ("target teams distribute parallel for simd lastprivate(m)", &["clacc_last"]),
        ("target teams distribute allocate(omp_default_mem_alloc: m) private(m)", &["int m;"]),
    ] {
        check(&format!("#pragma omp {directive}{nest}"), expected);
    }
    check(
        "double s = 0;\n#pragma omp target teams distribute reduction(+: s)\nfor (int i = 0; i < n; ++i) s += a[i];",
        &["clacc_league_partial(clacc_t,", "clacc_league_done(clacc_t);"],
    );
    check_refused(
        &format!("#pragma omp target teams distribute allocate(align(64): m) private(m){nest}"),
        "GEN0002",
    );
}

#[test]
fn loop_constructs_bind_to_what_is_around() {
    let nest = "\nfor (int i = 0; i < n; ++i) a[i] = m;";
    let at = |directives: &str| format!("#pragma omp {directives}{nest}");
    check(&at("teams loop"), &["clacc_gang_range(clacc_t,", "clacc_fork(", "clacc_static_range(clacc_t,"]);
    check(&at("target teams loop bind(teams) collapse(1)"), &["clacc_gang_range(", "clacc_fork("]);
    check(&at("parallel loop"), &["clacc_static_range(clacc_t,"]);
    check(
        &format!("#pragma omp parallel\n{{\n#pragma omp loop{nest}\ng(1); }}"),
        &["clacc_static_range(clacc_t,", "clacc_barrier(clacc_t);"],
    );
    check(&at("teams\n#pragma omp loop"), &["clacc_gang_range(clacc_t,", "clacc_fork("]);
    check(&at("loop bind(parallel)"), &["clacc_self()", "clacc_static_range("]);
    check(&at("loop bind(thread)"), &[" = 0, clacc_hi"]);
    check(&at("parallel\n#pragma omp critical\n#pragma omp loop"), &[" = 0, clacc_hi"]);
    // The counter has the value that the loop leaves in it.
    check(
        "int i;\n#pragma omp parallel loop\nfor (i = 0; i < n; i += 2) a[i] = m;",
        &["int (*clacc_o", "if (clacc_last", " * 2ULL);"],
    );
    check(
        "double s = 0;\n#pragma omp teams loop reduction(+: s)\nfor (int i = 0; i < n; ++i) s += a[i];",
        &["clacc_reduce(", "clacc_league_partial("],
    );
    check_refused(&at("parallel loop bind(thread)"), "GEN0002");
    check_refused(
        "double s = 0;\n#pragma omp teams\n#pragma omp loop reduction(+: s)\nfor (int i = 0; i < n; ++i) s += a[i];",
        "GEN0002",
    );
}

#[test]
fn allocators_of_openmp_are_the_memory_of_the_host() {
    check(
        "#pragma omp target uses_allocators(omp_low_lat_mem_alloc) allocate(omp_low_lat_mem_alloc: m) private(m)\nm = 1;",
        &["int m;"],
    );
    check("#pragma omp parallel allocate(m) private(m)\nm = 1;", &["int m;"]);
    check_refused("#pragma omp target uses_allocators(n)\ng(1);", "GEN0002");
    check_refused("#pragma omp parallel allocate(allocator(m): n) private(n)\nn = 1;", "GEN0002");
}

#[test]
fn data_directives_keep_what_they_evaluate() {
    check("#pragma omp target data map(a[0:n])\ng(1);", &["clacc_target_device(0, CLACC_DEFAULT_DEVICE);"]);
    check("#pragma omp target data map(a[0:n]) use_device_ptr(a)\na++;", &["double *a = clacc_f"]);
    check("#pragma omp target update to(a[m++:n])", &["(void)(m ++);"]);
    check("#pragma omp target enter data map(to: a[0:n]) if(m++)", &["if ((m ++))"]);
    check("#pragma omp target exit data map(from: m) depend(inout: m) nowait", &["clacc_task(clacc_t,"]);
    check("#pragma omp target exit data map(mapper(default), from: a[m++:n])", &["(void)(m ++);"]);
    check("#pragma omp target exit data map(always, from: m)", &["clacc_target_device("]);
    check_refused("#pragma omp target enter data map(iterator(int i = 0:9), to: a[i + m++])", "GEN0040");
    let ordered = "#pragma omp requires atomic_default_mem_order(seq_cst)\nvoid f(int *x) {\n#pragma omp atomic write\n*x = 1;\n}\n";
    assert!(Program::new(ordered).generated().0.contains(", 5);"));
    check_refused("#pragma omp target data map(m) nowait\ng(1);", "GEN0002");
    let (generated, codes) = Program::new(
        "#pragma omp requires unified_shared_memory\nstruct s { int n, *p; };\n#pragma omp declare mapper(struct s v) map(v, v.p[0:v.n])\n",
    )
    .generated();
    assert!(codes.is_empty(), "{codes:?} {generated}");
}

#[test]
fn names_of_the_function_are_told_from_those_of_the_region() {
    check("enum { TWO = 2, LOW = -3 };\n#pragma omp parallel\ng(TWO + LOW);", &["g ( 2 + (-2 - 1) ) ;"]);
    check("#pragma omp parallel\n{ enum { TWO = 2 }; typedef short T; T t = TWO; g(t); }", &["T t = 2"]);
    // A type of a block that ended, and one of the region, have the same name.
    check(
        "{ struct t { int x; } t; t.x = 1; g(t.x); }\n#pragma omp parallel\n{ struct t { int y; } t; t.y = 1; }",
        &["t . y = 1"],
    );
}

#[test]
fn copies_are_aligned_as_their_originals() {
    check(
        "_Alignas(64) int w = 1;\n#pragma omp parallel firstprivate(w)\ng(w);",
        &["int w __attribute__((aligned(64))) = clacc_f"],
    );
    check(
        "int w[2] __attribute__((aligned(32)));\n#pragma omp parallel private(w)\nw[0] = 1;",
        &["int w[2] __attribute__((aligned(32)));"],
    );
    check(
        "typedef int far __attribute__((aligned(128)));\nfar w = 1;\n#pragma omp task\ng(w);",
        &[
            "int w __attribute__((aligned(128))) = clacc_v->w;",
            ".align = __alignof__(struct clacc_f_1) > 16 ? (unsigned int)__alignof__(struct clacc_f_1) : 0U;",
        ],
    );
    check("int w = 1;\n#pragma omp parallel private(w)\nw = 1;", &["{ int w;"]);
}

#[test]
fn variables_without_addresses_are_not_shared() {
    check(
        "register int w = 1, v = 2;\n#pragma omp parallel\n{ w = 2; g(v); }",
        &["int w = 1 , v = 2 ;", "(*clacc__w) = 2", "int v = clacc_v->v;"],
    );
    check("for (register int k = 0; k < 2; ++k) {\n#pragma omp parallel\ng(k); }", &["for ( int k = 0 ;"]);
    check(
        "register long w __asm__(\"r12\") = 1;\n#pragma omp parallel\ng(n + w);",
        &["register long w __asm__", "long w = clacc_v->w;"],
    );
    check_refused("register long w __asm__(\"r12\") = 1;\n#pragma omp parallel\nw = 2;", "GEN0050");
    check_refused("static _Thread_local int w;\n#pragma omp parallel\nw = 2;", "GEN0050");
    check_refused("static __thread int w;\n#pragma omp task shared(w)\ng(w);", "GEN0050");
    check("static _Thread_local int w;\n#pragma omp parallel firstprivate(w)\nw = 2;", &["int w = clacc_f"]);
    check(
        "static _Thread_local int w;\n#pragma omp parallel firstprivate(w)\n{\n#pragma omp parallel\nw = 2;\n}",
        &["(*clacc__w) = 2"],
    );
    check("static __thread int w;\n#pragma omp task firstprivate(w)\ng(w);", &["int w = clacc_v->w;"]);
}

#[test]
fn hidden_writers_make_variables_travel_by_address() {
    check(
        "int w = 1; void set(void) { w = 2; }\nvoid (*p)(void) = set;\n#pragma omp parallel\n{ p(); g(w); }",
        &["(*clacc__w)"],
    );
    check("int w = 1; __asm__(\"\" : \"+r\"(n));\n#pragma omp parallel\ng(w);", &["(*clacc__w)"]);
}

#[test]
fn jumps_stay_in_their_regions() {
    check_refused("#pragma omp parallel\nlongjmp((long *)a, 1);", "GEN0051");
    check_refused("_setjmp((long *)a);\n#pragma omp task\n__builtin_longjmp((void **)a, 1);", "GEN0051");
    check_refused("#pragma omp parallel\ng(__builtin_frame_address(0) != 0);", "GEN0005");
}

#[test]
fn values_for_copies_reach_the_functions_that_begin_with_them() {
    check(
        "long part = 0, total = 5;\n#pragma acc parallel firstprivate(part) reduction(+:total)\n{\n#pragma acc loop gang\nfor (int i = 0; i < n; i++) part += i;\ntotal += part;\n}",
        &["long clacc_copy_part = clacc_v->clacc_copy_part;", "clacc_a.clacc_copy_part = clacc_copy_part;"],
    );
}

#[test]
fn new_names_differ_from_those_of_the_declaration() {
    check("int clacc_x = 1;\n#pragma omp parallel\nclacc_x = 2;", &["(*clacc1__clacc_x)"]);
}

#[test]
fn an_edit_lowers_one_function_again() {
    const TEXT: &str = "void f(int *x) {\n#pragma omp parallel\n*x = 1;\n}\nvoid h(int *x) {\n#pragma omp parallel\n*x = 2;\n}\n";
    let mut program = Program::new(TEXT);
    let lowered = |program: &Program| {
        program.db.log().start();
        program.generated();
        let executed = program.db.log().finish(&program.db);
        executed.iter().filter(|each| each.query == "lower").count()
    };
    assert_eq!(lowered(&program), 2);
    assert_eq!(lowered(&program), 0);
    let edited = TEXT.replace("= 2", "= 3");
    set_text(&mut program.db, "main.c", Some(edited.as_bytes().into()), Volatility::Edited);
    assert_eq!(lowered(&program), 1);
    // Where constructs stand is written with the unit: lines above a function do not lower it again.
    let moved = format!("// Lines before.\n\n\n{edited}");
    set_text(&mut program.db, "main.c", Some(moved.as_bytes().into()), Volatility::Edited);
    assert_eq!(lowered(&program), 0);
}

#[test]
fn addresses_of_arrays_of_variable_length_are_not_left_to_tcc() {
    let macros = format!("#define __TINYC__ 927\n{}", Target::default().macros).into();
    let tcc = Target { macros, ..Target::default() };
    let text = "void f(int n) { int v[n];\n#pragma omp parallel\nv[0] = 1;\n}\n";
    assert_eq!(Program::for_target(text, tcc).generated().1, ["GEN0005"]);
}

/// A compiler with nothing beside C99.
fn plain_compiler() -> Target {
    let gcc = Target::default();
    let is_kept = |line: &&str| !line.contains("__GNUC__") && !line.contains("COMPARE_AND_SWAP");
    let macros = gcc.macros.lines().filter(is_kept).collect::<Vec<_>>().join("\n");
    Target { macros: macros.into(), ..gcc }
}

/// Checks that a program becomes code that holds some texts and not others, which begin with `!`.
fn check_program(target: Target, text: &str, expected: &[&str]) {
    let (generated, codes) = Program::for_target(text, target).generated();
    assert!(codes.is_empty(), "{codes:?} for\n{text}");
    for part in expected {
        match part.strip_prefix('!') {
            Some(unwanted) => assert!(!generated.contains(unwanted), "`{unwanted}` in\n{generated}"),
            None => assert!(generated.contains(part), "no `{part}` in\n{generated}"),
        }
    }
}

#[test]
fn threadprivate_variables_are_those_of_threads_where_they_are_declared() {
    for (text, expected) in [
        (
            "static int x = 3;\n#pragma omp threadprivate(x)\nint f(void) { return x; }\n",
            &["static __thread int x = 3 ;", "!threadprivate"][..],
        ),
        ("int x;\n#pragma omp threadprivate(x)\nint x = 1;\n", &["__thread int x = 1 ;"]),
        (
            "extern int a, x[], *b;\n#pragma omp threadprivate(x)\n",
            &["extern int a ; extern __thread int x [ ] ; extern int * b ;"],
        ),
        (
            "struct s { int i; } x, a = { 1 };\n#pragma omp threadprivate(x)\n",
            &["__thread struct s { int i ; } x ; struct s a = { 1 } ;"],
        ),
        (
            "static const struct { int i; } a, x = { 1 };\n#pragma omp threadprivate(x)\n",
            &[
                "typedef const struct { int i ; } clacc_type_of_a ; static clacc_type_of_a a ;",
                "static __thread clacc_type_of_a x = { 1 } ;",
            ],
        ),
        (
            "int f(int), (*x)(int) = f, a[2] = { 1, 2 };\n#pragma omp threadprivate(x)\n",
            &["int f ( int ) ; __thread int ( * x ) ( int ) = f ; int a [ 2 ] = { 1 , 2 } ;"],
        ),
        (
            "int x;\n#pragma omp threadprivate(x)\nint g(void) { extern int x; return x; }\n",
            &["extern __thread int x;", "{ extern __thread int x ; return x ; }"],
        ),
        (
            "int g(void) { static int a = 1, x[2] = { 2 }, y;\n#pragma omp threadprivate(x, y)\nreturn a + x[0] + y; }\n",
            &[
                "static __thread int clacc_threadprivate_g_x1 [ 2 ] = { 2 } ;",
                "{ static int a = 1 ; return a + clacc_threadprivate_g_x1 [ 0 ] +",
            ],
        ),
    ] {
        check_program(Target::default(), text, expected);
    }
}

#[test]
fn the_library_has_the_copies_where_the_compiler_knows_no_threads() {
    for (text, expected) in [
        (
            "static int x = 3, a;\n#pragma omp threadprivate(x)\nint f(void) { return x + a; }\n",
            &[
                "static int clacc_original_x = 3 , a ;",
                "static void *clacc_cell_x;",
                "return (*(__typeof__(clacc_original_x) *)clacc_threadprivate(&clacc_cell_x,",
                "!__thread",
            ][..],
        ),
        (
            "extern int x;\n#pragma omp threadprivate(x)\nint f(void) { return sizeof x; }\n",
            &["extern void *clacc_cell_x __attribute__((weak));", "return sizeof (*(__typeof__("],
        ),
        (
            "int g(void) { static int x;\n#pragma omp threadprivate(x)\n{ int x = 2; return x; }\nreturn x; }\n",
            &["static int clacc_threadprivate_g_x1 ;", "{ int x = 2 ; return x ; }", "return (*("],
        ),
    ] {
        check_program(plain_compiler(), text, expected);
    }
}

#[test]
fn regions_are_given_no_threadprivate_variables() {
    check_program(
        Target::default(),
        "static int x;\n#pragma omp threadprivate(x)\nvoid f(void) { static int y;\n#pragma omp threadprivate(y)\n#pragma omp parallel copyin(x, y)\n{ x += y; } }\n",
        &[
            "{ x += clacc_threadprivate_f_y1 ; }",
            "!clacc_v->y",
            "(const void *)&clacc_threadprivate_f_y1;",
            "if (clacc_t->id != 0) {",
            "clacc_barrier(clacc_t);",
        ],
    );
}

#[test]
fn what_cannot_be_threadprivate_is_refused() {
    for (text, code) in [
        ("void f(void) { int x = 1;\n#pragma omp threadprivate(x)\n(void)x; }\n", "GEN0010"),
        ("int x;\nvoid f(void) {\n#pragma omp threadprivate(x)\n(void)x; }\n", "GEN0010"),
        (
            "void f(void) { struct s { int i; }; static struct s x;\n#pragma omp threadprivate(x)\n(void)x; }\n",
            "GEN0011",
        ),
        (
            "void f(void) { static int a; static int *x = &a;\n#pragma omp threadprivate(x)\n(void)x; }\n",
            "GEN0011",
        ),
        (
            "static int x;\n#pragma omp threadprivate(x)\nvoid f(void) {\n#pragma omp for\nfor (x = 0; x < 9; x++) ;\n}\n",
            "GEN0010",
        ),
        ("static int x;\n#pragma omp threadprivate(x)\nint *p = &x;\n", "GEN0012"),
        (
            "static int x;\n#pragma omp threadprivate(x)\nvoid f(void) { static int *p = &x; (void)p; }\n",
            "GEN0012",
        ),
    ] {
        let (generated, codes) = Program::new(text).generated();
        assert_eq!(codes, [code], "for\n{text}\n{generated}");
    }
    check_program(
        Target::default(),
        "static int x;\n#pragma omp threadprivate(x)\nint a[sizeof x] = { sizeof(x) };\n",
        &["__thread"],
    );
}

#[test]
fn an_edit_of_a_body_lowers_no_declaration_of_a_threadprivate_variable() {
    let text =
        "static int x;\n#pragma omp threadprivate(x)\nint f(void) { return x; }\nint g(void) { return x; }\n";
    let mut program = Program::new(text);
    program.generated();
    let edited = text.replace("{ return x; }\nint g", "{ return x + 1; }\nint g");
    set_text(&mut program.db, "main.c", Some(edited.as_bytes().into()), Volatility::Edited);
    program.db.log().start();
    program.generated();
    let executed = program.db.log().finish(&program.db);
    assert_eq!(executed.iter().filter(|each| each.query == "lower").count(), 1);
}

#[test]
fn atomic_statements_are_executed_in_one_step() {
    for (body, expected) in [
        ("#pragma omp atomic\nm += n;", &["__atomic_fetch_add(clacc_x1, (int )clacc_v2, 0);"][..]),
        ("#pragma omp atomic seq_cst\nm = 2 | m;", &["__atomic_fetch_or(clacc_x1, (int )(2), 5);"]),
        ("#pragma omp atomic\nm--;", &["__atomic_fetch_sub(clacc_x1, (int )1, 0);"]),
        ("#pragma omp atomic\na[n++] += 2;", &["double *clacc_x1 = (double *)&(a [ n ++ ]);", "+= 2 ;"]),
        ("#pragma omp atomic\nm += 1.5;", &["while (!__atomic_compare_exchange(clacc_x1,", "+= clacc_v2 ;"]),
        ("#pragma omp atomic\nm = n - m;", &["= clacc_v2 - clacc_n4 ;", "!fetch"]),
        (
            "#pragma omp atomic read acquire\nn = m;",
            &["__atomic_load(clacc_x1, &clacc_r3, 2);", "n = clacc_c2;"],
        ),
        ("#pragma omp atomic write release\nm = n;", &["__atomic_store(clacc_x1, &clacc_w3, 3);"]),
        (
            "#pragma omp atomic capture\n{ n = m; m++; }",
            &["clacc_c2 = clacc_n4 ; clacc_n4 ++ ;", " n = clacc_c2;"],
        ),
        (
            "#pragma omp atomic compare\nif (m < n + 1) { m = n + 1; }",
            &["if ( clacc_n4 < clacc_v2 ) { clacc_n4 = clacc_v2 ; }"],
        ),
        (
            "volatile int w = 0;\n#pragma omp atomic\nw++;",
            &["volatile int *clacc_x1 = (volatile int *)&(w);"],
        ),
        ("_Bool w = 0;\n#pragma omp atomic\nw ^= 1;", &["__atomic_compare_exchange"]),
    ] {
        let text = format!("void f(double *a, int n, int m) {{\n{body}\n}}\n");
        check_program(Target::default(), &text, expected);
    }
}

#[test]
fn the_type_decides_whether_an_object_is_locked() {
    for (body, expected) in [
        (
            "long double w = 0;\n#pragma omp atomic\nw += n;",
            &["clacc_atomic_begin((const void *)clacc_x1);"][..],
        ),
        (
            "float _Complex w = 0;\n#pragma omp atomic\nw += n;",
            &["clacc_atomic_begin((const void *)clacc_x1);"],
        ),
        (
            "struct { int b : 3; } w, *p = &w;\n#pragma omp atomic\np->b++;",
            &[
                "__typeof__(&*(p)) clacc_x1 = &*(p); clacc_atomic_begin((const void *)clacc_x1); clacc_x1->b ++ ;",
            ],
        ),
    ] {
        let text = format!("void f(double *a, int n, int m) {{\n{body}\n}}\n");
        check_program(Target::default(), &text, expected);
        check_program(plain_compiler(), &text, expected);
    }
    let text = "void f(int *p) {\n#pragma omp atomic\n++*p;\n#pragma omp atomic write\n*p = 1;\n}\n";
    check_program(
        plain_compiler(),
        text,
        &["clacc_atomic_replace(", "clacc_atomic_load(", "clacc_atomic_store(", "!clacc_atomic_begin"],
    );
}

#[test]
fn objects_that_no_access_is_atomic_for_are_refused() {
    check_refused(
        "struct __attribute__((packed)) { char c; int i; } w;\n#pragma omp atomic\nw.i++;",
        "GEN0013",
    );
    check_refused("_Atomic long double w;\n#pragma omp atomic\nw += 1;", "GEN0013");
    check("struct { char c; int i[2]; } w;\n#pragma omp atomic\nw.i[1]++;", &["__atomic_fetch_add"]);
    check("_Atomic int w = 0;\n#pragma omp atomic\nw = w * 2;", &["int *clacc_x1 = (int *)&(w);"]);
}
