//! Which names refer to variables of which constructs.

use expect_test::expect;

use super::{check, describe};

#[test]
fn references_pass_through_nested_constructs() {
    check(
        "#pragma omp parallel\n{\n#pragma omp parallel private(x)\n{ x = y; }\n}",
        expect![[r#"
        parallel
        - y: shared imp ParallelShared
          parallel
          - x: private exp Clause
          - y: shared imp ParallelShared
    "#]],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp parallel firstprivate(x)\n{ z = x; }\n}",
        expect![[r#"
        parallel
        - x: shared imp ParallelShared
        - z: shared imp ParallelShared
          parallel
          - x: firstprivate exp Clause
          - z: shared imp ParallelShared
    "#]],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp critical\n{ x = 1; }\n#pragma omp master\n{ y = 1; }\n#pragma omp atomic\nz += 1;\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - y: shared imp ParallelShared
            - z: shared imp ParallelShared
        "#]],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp target update to(a[x:y])\n#pragma omp flush(z)\n}",
        expect![[r#"
            parallel
            - a: shared imp ParallelShared
            - x: shared imp ParallelShared
            - y: shared imp ParallelShared
            - z: shared imp ParallelShared
        "#]],
    );
}

#[test]
fn directives_that_stand_alone_end_no_construct() {
    check(
        "#pragma omp parallel\n{\n#pragma omp barrier\n#pragma omp task\nx = y;\n#pragma omp taskwait\n#pragma omp single\nz = 1;\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - y: shared imp ParallelShared
            - z: shared imp ParallelShared
              task
              - x: shared imp TaskShared
              - y: shared imp TaskShared
              single
              - z: enclosing imp Enclosing
        "#]],
    );
}

#[test]
fn clauses_refer_to_variables_of_the_constructs_around() {
    check(
        "#pragma omp parallel default(none)\n#pragma omp parallel shared(x)\n;",
        expect![[r#"
        parallel
        - x: shared imp Unlisted
          parallel
          - x: shared exp Clause
        ! OMP0110 `x` needs a clause, because of `default(none)`
    "#]],
    );
    check(
        "#pragma omp parallel default(none)\n#pragma omp parallel private(x)\n;",
        expect![[r#"
        parallel
          parallel
          - x: private exp Clause
    "#]],
    );
    check(
        "#pragma omp parallel default(none)\n#pragma omp task depend(in: x) priority(y)\n;",
        expect![[r#"
            parallel
            - x: shared imp Unlisted
            - y: shared imp Unlisted
              task
            ! OMP0110 `x` needs a clause, because of `default(none)`
            ! OMP0110 `y` needs a clause, because of `default(none)`
        "#]],
    );
    check(
        "#pragma omp target parallel for simd if(x)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
        target
        - i: map(tofrom) pre LastIteration
        - x: firstprivate imp TargetScalar
        - n: firstprivate imp TargetScalar
          parallel
          - i: shared pre LastIteration
          - x: shared imp ParallelShared
          - n: shared imp ParallelShared
            for
            - i: lastprivate pre LastIteration
            - x: enclosing imp Enclosing
            - n: enclosing imp Enclosing
              simd
              - i: linear pre SimdLinear
              - n: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel for simd default(none) shared(n) if(x)\nfor (int c = 0; c < n; c++) ;",
        expect![[r#"
            parallel
            - n: shared exp Clause
            - x: shared imp Unlisted
            - c: private pre DeclaredInside
              for
              - x: enclosing imp Enclosing
              - c: private pre IterationPrivate
              - n: enclosing imp Enclosing
                simd
                - c: linear pre SimdLinear
                - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp taskloop simd in_reduction(+: sum)\nfor (int c = 0; c < 8; c++) sum += 1;",
        expect![[r#"
            taskloop
            - sum: in_reduction(+) exp Clause
            - c: private pre IterationPrivate
              simd
              - sum: reduction(+) exp CombinedEffect
              - c: linear pre SimdLinear
        "#]],
    );
}

#[test]
fn what_is_long_takes_no_longer_than_its_length() {
    let names: Vec<String> = (0..5000).map(|number| format!("v{number}")).collect();
    let list = names.join(", ");
    // No variable is in both clauses on a directive that distributes iterations (OpenMP 5.2 11.6).
    let (first, last) = (names[..2500].join(", "), names[2500..].join(", "));
    let uses = names.join(" += 1; ");
    let again = "map(tofrom: v0) firstprivate(v1) ".repeat(2000);
    let source = format!(
        "int {list};\nvoid f(int n) {{\n#pragma omp target teams distribute parallel for firstprivate({first}) lastprivate({last}) {again}\nfor (int i = 0; i < n; i++) {{ {uses} += 1; }}\n}}\n"
    );
    assert_eq!(describe(&source).lines().count(), 5 + 5 * 5000 + 5 * 2);
}

#[test]
fn names_that_clauses_introduce_are_not_referred_to() {
    check(
        "#pragma omp parallel\n#pragma omp task depend(iterator(it = 0:n), in: a[it])\nx = 1;",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
            - x: shared imp ParallelShared
              task
              - x: shared imp TaskShared
        "#]],
    );
    check(
        "#pragma omp declare reduction(plus: int: omp_out += omp_in) initializer(omp_priv = 0)\n#pragma omp parallel reduction(plus: x)\nx += 1;",
        expect![[r#"
            parallel
            - x: reduction exp Clause
        "#]],
    );
    check(
        "#pragma omp parallel\n{\n#pragma omp target update to(iterator(it = 0:n): a[it])\n}",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
        "#]],
    );
    check(
        "#pragma omp parallel private(x) allocate(x)\nx = 1;",
        expect![[r#"
        parallel
        - x: private exp Clause
    "#]],
    );
    // The construct makes variables that are its allocators private.
    check(
        "#pragma omp parallel\n#pragma omp target uses_allocators(traits(table): k)\n{ }",
        expect![[r#"
            parallel
            - table: shared imp ParallelShared
              target
        "#]],
    );
    check(
        "#pragma omp target map(mapper(default), to: x) map(iterator(it = 0:n), to: a[it])\nx = a[0];",
        expect![[r#"
            target
            - x: map(to) exp Clause
            - a: map(to) exp Clause + firstprivate pre BasePointer
        "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp ordered\n{\n#pragma omp cancel parallel if(x)\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
        "#]],
    );
}

#[test]
fn clauses_with_errors_and_all_their_modifiers_name_variables() {
    check(
        "#pragma omp parallel default(none) reduction(wrong, +: x) private(y, \"z\") lastprivate(wrong: k)\nx = y;",
        expect![[r#"
            parallel
            - x: reduction(+) exp Clause
            - y: private exp Clause
            - k: shared exp CombinedEffect
        "#]],
    );
    check(
        "#pragma omp target map(attach(never), tofrom: x) map(wrong, to: y) map(attach(wrong): z)\nx = y + z;",
        expect![[r#"
            target
            - x: map(attach(never),tofrom) exp Clause
            - y: map(to) exp Clause
            - z: map(tofrom) exp Clause
        "#]],
    );
}

#[test]
fn array_sections_in_reductions() {
    check(
        "#pragma omp parallel for reduction(+: a[0:n])\nfor (i = 0; i < 8; i++) a[i] += 1;",
        expect![[r#"
            parallel
            - a: shared exp CombinedEffect
            - n: shared imp ParallelShared
              for
              - a: reduction(+) exp Clause
              - i: private pre IterationPrivate
        "#]],
    );
    check(
        "#pragma omp parallel reduction(-: x) reduction(task, +: y)\n{ x -= 1; y += 1; }",
        expect![[r#"
            parallel
            - x: reduction(+) exp Clause
            - y: reduction(+) exp Clause
        "#]],
    );
}

#[test]
fn threads_may_share_what_their_own_pointers_lead_to() {
    check(
        "#pragma omp for reduction(+: a[0:4])\nfor (i = 0; i < 8; i++) a[i & 3] += 1;",
        expect![[r#"
        for
        - a: reduction(+) exp Clause
        - i: private pre IterationPrivate
    "#]],
    );
    check(
        "#pragma omp for reduction(+: g)\nfor (i = 0; i < 8; i++) g += 1;",
        expect![[r#"
        for
        - g: reduction(+) exp Clause
        - i: private pre IterationPrivate
    "#]],
    );
}

#[test]
fn loops_below_transformations_count() {
    check(
        "#pragma omp for\n#pragma omp tile sizes(4)\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
        for
        - i: private pre IterationPrivate
        - n: enclosing imp Enclosing
        - a: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel for collapse(2)\n#pragma omp tile sizes(4, 4)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = 0;",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - m: shared imp ParallelShared
              for
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - j: private pre IterationPrivate
              - m: enclosing imp Enclosing
        "#]],
    );
}
