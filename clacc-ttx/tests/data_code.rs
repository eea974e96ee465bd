//! Data clauses that become code: rows behind tables of pointers, memory that is set to zero, updates for one
//! direction, attached pointers.

#![expect(clippy::needless_raw_string_hashes, reason = "expect_test writes them")]

mod common;

use clacc_ttx::dialect::{CLACC, Dialect, GCC, LLVM, PORTABLE};
use clacc_ttx::rewrite::RewriteOptions;
use common::Program;
use expect_test::{Expect, expect};

/// What a directive becomes, without the code around it, and the codes of findings.
fn translated(directive: &str, dialect: Dialect) -> String {
    let head = "struct s { int *p; int x; }; int next(void);";
    let source = format!(
        "{head}\nvoid f(double **a, double ***t, int *q, struct s *r, struct s o, int n, int m) {{\n#pragma acc {directive}\n{{ }}\n}}\n"
    );
    let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
    let text = translated.lossy();
    let body = text.split_once("int m) {\n").map_or("", |(_, body)| body);
    let lines = body.lines().map(str::trim).filter(|line| !matches!(*line, "{" | "}" | "{ }"));
    let codes = translated.translation.findings.iter().map(|finding| finding.code.id);
    lines.chain(codes).flat_map(|line| [line, "\n"]).collect()
}

fn check(directive: &str, dialect: Dialect, expected: &Expect) {
    expected.assert_eq(&translated(directive, dialect));
}

/// The codes of the findings about a directive that keeps its text; none if it is translated.
fn kept(directive: &str, dialect: Dialect) -> String {
    let text = translated(directive, dialect);
    if !text.contains("#pragma acc") {
        return String::new();
    }
    text.lines().filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_needs_code_around_a_region_is_kept_where_the_code_does_not_fit() {
    for (directive, expected) in [
        ("parallel copy(a[0:n][0:m])", ""),
        ("parallel copy(a[0:n][0:m]) async", ""),
        ("parallel copy(a[0:n][0:m]) wait(1)", ""),
        ("parallel copy(a[0:n][0:m]) if(n)", ""),
        ("parallel copy(a[0:n][0:m]) copy(o.x)", ""),
        ("parallel copy(a[0:n][0:m]) create(zero: o) copy(o.x)", "MAP0066"),
        ("parallel present(a[0:n][0:m]) async", ""),
        ("data copy(a[0:n][0:m]) if(n > 1)", ""),
        ("data copy(a[0:n][0:m]) if(next())", ""),
        ("data copy(a[0:n][1:m])", "MAP0003"),
        ("data copy(a[0:next()][0:m])", "MAP0003"),
        ("data create(zero: o.x)", "MAP0066"),
        ("parallel create(zero: q[0:n]) async", ""),
        ("enter data create(zero: q[0:n]) async", ""),
        ("data copy(alwaysin: o.x)", ""),
        ("parallel copy(alwaysout: o.p[2:n])", ""),
        ("data copy(alwaysout: q[0:next()])", "MAP0066"),
        ("data copyin(always: q[0:n]) copyout(q[0:n])", "MAP0003"),
        ("data copyin(q[0:n]) copyout(zero: q[0:n])", ""),
        ("data copyout(zero: q[0:n]) copyin(q[0:n])", "MAP0003"),
        ("parallel attach(r->p) self", ""),
        ("exit data detach(r->p) if(next())", "MAP0003"),
        ("parallel copy(r[n].p[0:r[n].x]) async", ""),
        ("data create(r[n].p[n:m]) if(next())", ""),
        ("parallel copyin(r[n].p[0:m]) copy(o.x)", ""),
        ("parallel copyin(r[n].p[0:m]) copy(r->x)", "MAP0066"),
        ("data copy(r[next()].p[0:m])", "MAP0066"),
        ("parallel create(zero: r[n].p[0:m])", "MAP0066"),
        ("parallel copy(r[n].x)", "MAP0003"),
        ("parallel present(r[n].p[0:m])", ""),
        ("parallel present(r[n].p[0:m]) async", ""),
    ] {
        let found = kept(directive, PORTABLE);
        assert_eq!(found, expected, "{directive}");
    }
}

#[test]
fn memory_behind_members_of_elements_is_mapped_and_attached_around_the_construct() {
    check(
        "parallel copyin(r[0:2]) copyin(always: r[n].p[0:m])",
        PORTABLE,
        &expect![[r#"
        #pragma omp target data map(to: r[0:2])
        __typeof__(&r[n].p[0]) __clacc_target__ = r[n].p; (void)__clacc_target__;
        #pragma omp target enter data map(always,to: __clacc_target__[0:m])
        acc_attach((void **)&r[n].p);
        #pragma omp target teams map(to: r[0:2]) shared(r)
        __typeof__(&r[n].p[0]) __clacc_target__ = r[n].p; (void)__clacc_target__;
        #pragma omp target exit data map(release: __clacc_target__[0:m])
        acc2omp_detach_part((void **)&r[n].p, &__clacc_target__[0]);
    "#]],
    );
    check(
        "parallel present(r[n].p[1:m])",
        PORTABLE,
        &expect![[r#"
        __typeof__(&r[n].p[0]) __clacc_target__ = r[n].p; (void)__clacc_target__;
        acc2omp_attach_part((void **)&r[n].p, &__clacc_target__[1]);
        #pragma omp target teams
        __typeof__(&r[n].p[0]) __clacc_target__ = r[n].p; (void)__clacc_target__;
        acc2omp_detach_part((void **)&r[n].p, &__clacc_target__[1]);
        MAP0007
    "#]],
    );
    check(
        "data copyin(r[0:2]) copyout(r[1].p[0:m]) if(n)",
        LLVM,
        &expect![[r#"
        #pragma omp target data map(ompx_hold,to: r[0:2]) if(n)
        if (n) {
        __typeof__(&r[1].p[0]) __clacc_target__ = r[1].p; (void)__clacc_target__;
        #pragma omp target enter data map(alloc: __clacc_target__[0:m])
        acc_attach((void **)&r[1].p);
        if (n) {
        __typeof__(&r[1].p[0]) __clacc_target__ = r[1].p; (void)__clacc_target__;
        #pragma omp target exit data map(from: __clacc_target__[0:m])
        acc2omp_detach_part((void **)&r[1].p, &__clacc_target__[0]);
    "#]],
    );
    check(
        "parallel copy(r[n].p[0:m])",
        CLACC,
        &expect![[r#"
        #pragma acc parallel copy(r[n].p[0:m])
        ACC0081
    "#]],
    );
}

/// `present` and `delete` of a pointer are about what it points to, unless the function maps the pointer itself and the construct
/// needs nothing else.
#[test]
fn a_pointer_that_is_mapped_itself_is_found_itself() {
    for (directives, form) in [
        ("data copyin(q)\n{\n#pragma acc parallel present(q)\n g = q != 0;\n}", "alloc: q)"),
        ("declare create(q)\n#pragma acc parallel present(q)\n g = q != 0;", "alloc: q)"),
        ("data copyin(q)\n{\n#pragma acc parallel present(q)\n g = q[1];\n}", "alloc: q[0:0])"),
        ("data copyin(q[0:n])\n{\n#pragma acc parallel present(q)\n g = q != 0;\n}", "alloc: q[0:0])"),
        ("parallel present(q)\n g = q != 0;", "alloc: q[0:0])"),
        ("enter data copyin(q)\n#pragma acc exit data delete(q)", "release: q)"),
        ("enter data copyin(q[0:n])\n#pragma acc exit data delete(q)", "release: q[0:0])"),
        ("exit data delete(q)", "release: q[0:0])"),
    ] {
        let source = format!("int g;\nvoid f(int *q, int n) {{\n#pragma acc {directives}\n}}\n");
        for dialect in [PORTABLE, LLVM] {
            let text = Program::new(&source).translate(dialect, RewriteOptions::default()).lossy().clone();
            assert!(text.contains(form), "{form}: {text}");
        }
    }
}

/// Another function may have mapped a pointer at file scope itself; which is said of the unit.
#[test]
fn an_update_of_a_pointer_at_file_scope_asks_the_unit() {
    for (unit, is_itself) in [
        ("void g(void) {\n#pragma acc enter data copyin(p)\n}", true),
        ("void g(void) {\n#pragma acc data create(s, p)\n{ }\n}", true),
        ("#pragma acc declare create(p)", true),
        ("void g(int n) {\n#pragma acc enter data copyin(p[0:n])\n}", false),
        ("void g(void) {\n#pragma acc parallel present(p)\n{ }\n}", false),
        ("void g(void) {\n#pragma acc exit data delete(p)\n}", false),
        ("", false),
    ] {
        for pointer in ["static int *p", "extern int *p"] {
            let source =
                format!("int s;\n{pointer};\n{unit}\nvoid f(void) {{\n#pragma acc update device(p)\n}}\n");
            for (dialect, form) in [(PORTABLE, "to(p)"), (LLVM, "to(present: p)")] {
                let text =
                    Program::new(&source).translate(dialect, RewriteOptions::default()).lossy().clone();
                assert_eq!(text.contains(form), is_itself, "{text}");
                assert_eq!(text.contains("#pragma acc update device(p)"), !is_itself, "{text}");
            }
        }
    }
}

/// LLVM checks the pointer of a member too, which is on the device only with its struct.
#[test]
fn a_member_is_found_by_its_struct_only_where_that_is_certainly_there() {
    for (region, is_certain) in [
        ("data copyin(s[0:1])\n", true),
        ("data copyin(s[0:1]) if(n)\n", false),
        ("data copyin(n)\n", false),
        ("data no_create(s[0:1])\n", false),
        ("enter data copyin(s[0:1])\n", true),
        ("enter data copyin(s[0:1])\nf(s, acc_get_device_num(n));\n", true),
        ("enter data copyin(s[0:1])\nacc_delete(s, sizeof *s);\n", false),
        ("enter data copyin(s[0:1])\nacc_copyout_finalize(s, sizeof *s);\n", false),
        ("acc_delete(s, sizeof *s);\n#pragma acc enter data copyin(s[0:1])\n", true),
    ] {
        let pragma = if region.starts_with("acc_") { "" } else { "#pragma acc " };
        let head = "#include <openacc.h>\nstruct pair { int n, *q; };\nvoid f(struct pair *s, int n) {\n";
        let source = format!("{head}{pragma}{region}{{\n#pragma acc update self(s->q[0:4])\n}}\n}}\n");
        let text = Program::new(&source).translate(LLVM, RewriteOptions::default()).lossy().clone();
        let form =
            if is_certain { "from(present: s->q[0:4])" } else { "from(present: __clacc_target__[0:4])" };
        assert!(text.contains(form), "{region}: {text}");
    }
}

#[test]
fn an_update_of_a_pointer_copies_the_section_of_a_data_clause() {
    let named = "MAP0094";
    for (region, expected) in [
        ("data copyin(q[0:n])\n{\n#pragma acc update device(q)\n}", ("to(q[0:n])", named)),
        ("data present(q[0:n])\n{\n#pragma acc update self(q)\n}", ("from(q[0:n])", named)),
        ("data copyin(q[0:n])\n{ ++n;\n#pragma acc update device(q)\n}", ("", "MAP0093")),
        ("data copyin(q[0:n])\n{ ++q;\n#pragma acc update device(q)\n}", ("", "MAP0093")),
        ("data copyin(q[0:n])\n{ int n = 1;\n#pragma acc update device(q)\n}", ("", "MAP0093")),
        ("data copyin(q[0:g])\n{ next();\n#pragma acc update device(q)\n}", ("", "MAP0093")),
        ("data copyin(a[0:n][0:m])\n{\n#pragma acc update device(a)\n}", ("", "MAP0093")),
        ("data copyin(q)\n{\n#pragma acc update device(q)\n}", ("to(q)", "")),
        ("enter data create(q[m:n]) async\n#pragma acc update device(q) if_present", ("to(q[m:n])", named)),
        ("enter data create(q[m:n]) if(n)\n#pragma acc update device(q)", ("", "MAP0093")),
        (
            "enter data create(q[m:n])\n#pragma acc exit data delete(q[m:n])\n#pragma acc update device(q)",
            ("", "MAP0093"),
        ),
        ("update device(q)", ("", "MAP0093")),
        ("update device(p)", ("", "MAP0093")),
        ("data copyin(p[0:4])\n{\n#pragma acc update device(p)\n}", ("to(p[0:4])", named)),
        ("data copyin(p[0:g])\n{ next();\n#pragma acc update device(p)\n}", ("", "MAP0093")),
        ("update device(r->p)", ("to(r->p)", "")),
    ] {
        let head = "struct s { int *p; int x; }; int next(void), g, *p;";
        let source = format!(
            "{head}\nvoid f(double **a, int *q, struct s *r, int n, int m) {{\n#pragma acc {region}\n}}\n"
        );
        let translated = Program::new(&source).translate(PORTABLE, RewriteOptions::default());
        let text = translated.lossy();
        let update = text.lines().find_map(|line| line.strip_prefix("#pragma omp target update "));
        let findings = &translated.translation.findings;
        let code = findings.iter().map(|finding| finding.code.id).find(|code| code.starts_with("MAP009"));
        assert_eq!((update.unwrap_or_default(), code.unwrap_or_default()), expected, "{region}");
    }
}

#[test]
fn conditions_and_queues_of_constructs_hold_for_the_code_around_them() {
    check(
        "parallel copy(alwaysout: q[0:n]) if(next()) self(n) async(n) wait(1, 2)",
        PORTABLE,
        &expect![[r#"
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1)) depend(inout : *acc2omp_async2dep(2))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(n))
            const int __clacc_kept_1__ = (next()) && !(n);
            #pragma omp target teams map(tofrom: q[0:n]) if(target: __clacc_kept_1__) shared(q)
            if (__clacc_kept_1__) {
            #pragma omp target update from(q[0:n])
        "#]],
    );
    check(
        "enter data create(zero: q[0:n]) if(m) async(1) wait(2)",
        GCC,
        &expect![[r#"
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(2))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(1))
            const int __clacc_absent_q__ = !acc_is_present((void *)&q[0], sizeof(q[0]) * n);
            #pragma omp target enter data map(alloc: q[0:n]) if(m)
            if (m) {
            if (__clacc_absent_q__) {
            #pragma omp target teams distribute parallel for map(alloc: q[0:n])
            for (unsigned long long __clacc_index_1__ = 0; __clacc_index_1__ < sizeof(q[0]) * n; ++__clacc_index_1__) ((char *)&q[0])[__clacc_index_1__] = 0;
        "#]],
    );
}

#[test]
fn an_update_behind_the_region_needs_the_bounds_of_its_start() {
    for (statement, expected) in [("", true), ("n++;", false), ("q++;", false), ("m++;", true)] {
        let source = format!(
            "void f(int *q, int n, int m) {{\n#pragma acc data copy(alwaysout: q[0:n])\n{{ {statement} }}\n}}\n"
        );
        let text = Program::new(&source).translate(PORTABLE, RewriteOptions::default()).lossy();
        assert_eq!(text.contains("target update from(q[0:n])"), expected, "{text}");
    }
}

#[test]
fn the_data_region_around_a_construct_leaves_structs_with_members_to_it() {
    check(
        "parallel create(zero: q[0:n]) copy(o.x, n) copyin(alwaysin: o.p[0:m])",
        LLVM,
        &expect![[r#"
        const int __clacc_absent_q__ = !acc_is_present((void *)&q[0], sizeof(q[0]) * n);
        #pragma omp target data map(ompx_hold,alloc: q[0:n]) map(ompx_hold,tofrom: n)
        if (__clacc_absent_q__) {
        #pragma omp target teams distribute parallel for map(ompx_hold,alloc: q[0:n])
        for (unsigned long long __clacc_index_1__ = 0; __clacc_index_1__ < sizeof(q[0]) * n; ++__clacc_index_1__) ((char *)&q[0])[__clacc_index_1__] = 0;
        #pragma omp target teams map(ompx_hold,alloc: q[0:n]) map(ompx_hold,tofrom: o.x,n) map(ompx_hold,always,to: o.p[0:m]) shared(q,n)
    "#]],
    );
    check(
        "parallel copy(alwaysin: o.x) copy(alwaysout: o.p[2:m]) if(next())",
        LLVM,
        &expect![[r#"
            const int __clacc_kept_1__ = (next()) != 0;
            if (__clacc_kept_1__) {
            #pragma omp target update to(o.x)
            #pragma omp target teams map(ompx_hold,tofrom: o.x) map(ompx_hold,tofrom: o.p[2:m]) if(target: __clacc_kept_1__)
            if (__clacc_kept_1__) {
            __typeof__(&o.p[0]) __clacc_target__ = o.p; (void)__clacc_target__;
            #pragma omp target update from(__clacc_target__[2:m])
        "#]],
    );
}

#[test]
fn without_devices_nothing_is_released_and_no_code_is_needed() {
    for directive in
        ["data create(zero: o.x)", "data copy(alwaysout: r->p[0:next()])", "enter data create(zero: o.x)"]
    {
        assert_eq!(kept(directive, PORTABLE.without_devices()), "", "{directive}");
    }
    let held = "void f(int *q, int n) {\n#pragma acc data copy(q[0:n])\n{\n#pragma acc exit data delete(q[0:n]) finalize\n}\n}\n";
    for (dialect, expected) in [(PORTABLE, true), (PORTABLE.without_devices(), false), (LLVM, false)] {
        let text = Program::new(held).translate(dialect, RewriteOptions::default()).lossy();
        assert_eq!(text.contains("#pragma acc"), expected, "{text}");
    }
}

#[test]
fn the_design_has_no_words_for_them() {
    for directive in ["data copy(a[0:n][0:m])", "data create(zero: q[0:n])", "data copy(always: q[0:n])"] {
        assert_eq!(kept(directive, CLACC), "MAP0003", "{directive}");
    }
}

#[test]
fn routines_wait_for_a_queue_that_may_be_synchronous() {
    check(
        "enter data copyin(a[0:n][0:m]) attach(r->p) async(n)",
        PORTABLE,
        &expect![[r#"
            #pragma omp target enter data map(to: a[0:n]) nowait depend(inout : *acc2omp_async2dep(n))
            for (long long __clacc_index_1__ = 0; __clacc_index_1__ < n; ++__clacc_index_1__) {
            __typeof__(a[__clacc_index_1__]) __clacc_row_1__ = a[__clacc_index_1__]; (void)__clacc_row_1__;
            #pragma omp target enter data map(to: __clacc_row_1__[0:m]) nowait depend(inout : *acc2omp_async2dep(n))
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            acc_attach_async((void **)&a[__clacc_index_1__], n);
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            acc_attach_async((void **)&r->p, n);
            #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
            MAP0077
        "#]],
    );
    check(
        "exit data delete(a[0:n][0:m]) detach(r->p) async(1) finalize",
        PORTABLE,
        &expect![[r#"
            acc_detach_finalize_async((void **)&r->p, 1);
            for (long long __clacc_index_1__ = 0; __clacc_index_1__ < n; ++__clacc_index_1__) {
            __typeof__(a[__clacc_index_1__]) __clacc_row_1__ = a[__clacc_index_1__]; (void)__clacc_row_1__;
            acc_detach_finalize_async((void **)&a[__clacc_index_1__], 1);
            #pragma omp target exit data map(delete: __clacc_row_1__[0:m]) nowait depend(inout : *acc2omp_async2dep(1))
            #pragma omp target exit data map(delete: a[0:n]) nowait depend(inout : *acc2omp_async2dep(1))
            MAP0077
        "#]],
    );
}

#[test]
fn rows_of_rows_are_attached_to_their_tables() {
    check(
        "enter data create(t[0:n][0:m][0:4]) if(n > 1)",
        GCC,
        &expect![[r#"
            #pragma omp target enter data map(to: t[0:n]) if(n > 1)
            if (n > 1) {
            for (long long __clacc_index_1__ = 0; __clacc_index_1__ < n; ++__clacc_index_1__) {
            __typeof__(t[__clacc_index_1__]) __clacc_row_1__ = t[__clacc_index_1__]; (void)__clacc_row_1__;
            #pragma omp target enter data map(to: __clacc_row_1__[0:m]) if(n > 1)
            acc_attach((void **)&t[__clacc_index_1__]);
            for (long long __clacc_index_2__ = 0; __clacc_index_2__ < m; ++__clacc_index_2__) {
            __typeof__(__clacc_row_1__[__clacc_index_2__]) __clacc_row_2__ = __clacc_row_1__[__clacc_index_2__]; (void)__clacc_row_2__;
            #pragma omp target enter data map(alloc: __clacc_row_2__[0:4]) if(n > 1)
            acc_attach((void **)&__clacc_row_1__[__clacc_index_2__]);
        "#]],
    );
    check(
        "update device(t[0:n][1][0:m])",
        LLVM,
        &expect![[r#"
        #pragma acc update device(t[0:n][1][0:m])
        MAP0003
    "#]],
    );
}

#[test]
fn modifiers_become_words_or_code() {
    check(
        "data copy(always: q[0:n]) copyin(capture, readonly: o)",
        LLVM,
        &expect![[r#"
        #pragma omp target data map(ompx_hold,always,tofrom: q[0:n]) map(ompx_hold,to: o)
        MAP0065
    "#]],
    );
    check(
        "parallel copy(alwaysout: q[0:n]) create(zero: o)",
        PORTABLE,
        &expect![[r#"
        const int __clacc_absent_o__ = !acc_is_present((void *)&o, sizeof(o));
        #pragma omp target data map(tofrom: q[0:n]) map(alloc: o)
        if (__clacc_absent_o__) {
        #pragma omp target teams distribute parallel for map(alloc: o)
        for (unsigned long long __clacc_index_1__ = 0; __clacc_index_1__ < sizeof(o); ++__clacc_index_1__) ((char *)&o)[__clacc_index_1__] = 0;
        #pragma omp target teams map(tofrom: q[0:n]) map(alloc: o) shared(q,o)
        #pragma omp target update from(q[0:n])
    "#]],
    );
    check(
        "enter data create(zero: q[1:n]) if(n > 1)",
        PORTABLE,
        &expect![[r#"
        const int __clacc_absent_q__ = !acc_is_present((void *)&q[1], sizeof(q[1]) * n);
        #pragma omp target enter data map(alloc: q[1:n]) if(n > 1)
        if (n > 1) {
        if (__clacc_absent_q__) {
        #pragma omp target teams distribute parallel for map(alloc: q[1:n])
        for (unsigned long long __clacc_index_1__ = 0; __clacc_index_1__ < sizeof(q[1]) * n; ++__clacc_index_1__) ((char *)&q[1])[__clacc_index_1__] = 0;
    "#]],
    );
    check(
        "exit data copyout(alwaysout, zero: q[0:n])",
        PORTABLE,
        &expect![[r#"
        #pragma omp target exit data map(always,from: q[0:n])
    "#]],
    );
}

/// The struct may be absent, which the modifier would report through the member.
#[test]
fn updates_demand_the_memory_behind_a_member_and_not_the_struct() {
    check(
        "update device(r->p[0:n])",
        LLVM,
        &expect![[r#"
        __typeof__(&r->p[0]) __clacc_target__ = r->p; (void)__clacc_target__;
        #pragma omp target update to(present: __clacc_target__[0:n])
    "#]],
    );
    check(
        "update self(r->p[2:n], r->x, q[0:n]) if(n > 1) async(1)",
        LLVM,
        &expect![[r#"
        #pragma omp target update from(present: r->x,q[0:n]) if(n > 1) nowait depend(inout : *acc2omp_async2dep(1))
        if (n > 1) {
        __typeof__(&r->p[0]) __clacc_target__ = r->p; (void)__clacc_target__;
        #pragma omp target update from(present: __clacc_target__[2:n]) nowait depend(inout : *acc2omp_async2dep(1))
    "#]],
    );
    check(
        "update self(r->p[next():n])",
        LLVM,
        &expect![[r#"
        #pragma omp target update from(r->p[next():n])
        MAP0007
    "#]],
    );
    check(
        "update self(r->p[0:n]) if_present",
        LLVM,
        &expect![[r#"
        #pragma omp target update from(r->p[0:n])
    "#]],
    );
    check(
        "update self(r->p[0:n])",
        CLACC,
        &expect![[r#"
        #pragma omp target update from(present: r->p[0:n])
    "#]],
    );
}
