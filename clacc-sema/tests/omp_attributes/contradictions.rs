//! Clauses that contradict each other or a rule.

use expect_test::expect;

use super::check;

#[test]
fn clauses_that_contradict_each_other() {
    check(
        "#pragma omp parallel private(x) shared(x)\nx = 1;",
        expect![[r#"
        parallel
        - x: private exp Clause + shared exp Clause
        ! OMP0111 `x` is in `private` and in `shared`
    "#]],
    );
    check(
        "#pragma omp parallel for private(x) firstprivate(x)\nfor (i = 0; i < n; i++) x = 1;",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - n: shared imp ParallelShared
              for
              - x: private exp Clause + firstprivate exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
            ! OMP0111 `x` is in `private` and in `firstprivate`
        "#]],
    );
    check(
        "#pragma omp parallel for firstprivate(x) lastprivate(x)\nfor (i = 0; i < n; i++) x = 1;",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - n: shared imp ParallelShared
              for
              - x: firstprivate exp Clause + lastprivate exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel reduction(+: x) reduction(*: x)\nx = 1;",
        expect![[r#"
        parallel
        - x: reduction(+) exp Clause + reduction(*) exp Clause
        ! OMP0111 `x` is in two clauses `reduction`
    "#]],
    );
    check(
        "#pragma omp target teams is_device_ptr(a) shared(a)\na[0] = 1;",
        expect![[r#"
        target
        - a: is_device_ptr exp Clause
          teams
          - a: shared exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(x) private(x)\nx = 1;",
        expect![[r#"
        target
        - x: map(tofrom) exp Clause + private exp Clause
        ! OMP0111 `x` is in `map` and in `private`
    "#]],
    );
    check(
        "#pragma omp target map(a[0:n]) firstprivate(a)\na[0] = 1;",
        expect![[r#"
            target
            - a: map(tofrom) exp Clause + firstprivate pre BasePointer + firstprivate exp Clause
            ! OMP0111 `a` is in `map` and in `firstprivate`
        "#]],
    );
    check(
        "#pragma omp target parallel map(x) private(x)\nx = 1;",
        expect![[r#"
        target
        - x: map(tofrom) exp Clause
          parallel
          - x: private exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(to: a) is_device_ptr(a)\na[0] = 1;",
        expect![[r#"
        target
        - a: map(to) exp Clause + is_device_ptr exp Clause
        ! OMP0111 `a` is in `map` and in `is_device_ptr`
    "#]],
    );
    check(
        "#pragma omp single copyprivate(x) private(x)\nx = 1;",
        expect![[r#"
        single
        - x: copyprivate exp Clause + private exp Clause
        ! OMP0111 `x` is in `copyprivate` and in `private`
    "#]],
    );
}

#[test]
fn clauses_against_predetermined_attributes() {
    check(
        "#pragma omp parallel for shared(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
        parallel
        - i: shared exp Clause
        - n: shared imp ParallelShared
          for
          - i: private pre IterationPrivate
          - n: enclosing imp Enclosing
        ! OMP0112 `i` is the iteration variable of an associated loop and may not be in `shared`
    "#]],
    );
    check(
        "#pragma omp for firstprivate(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
            for
            - i: firstprivate exp Clause
            - n: enclosing imp Enclosing
            ! OMP0112 `i` is the iteration variable of an associated loop and may not be in `firstprivate`
            ! OMP0113 `i` is in `firstprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp for reduction(+: i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
            for
            - i: reduction(+) exp Clause
            - n: enclosing imp Enclosing
            ! OMP0112 `i` is the iteration variable of an associated loop and may not be in `reduction`
            ! OMP0113 `i` is in `reduction`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp simd linear(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
        simd
        - i: linear exp Clause
        - n: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel copyin(x)\nx = 1;",
        expect![[r#"
        parallel
        - x: copyin exp Clause + shared imp ParallelShared
        ! OMP0112 `x` is in `copyin` and is not threadprivate
    "#]],
    );
}

#[test]
fn worksharing_needs_variables_of_the_team() {
    check(
        "#pragma omp parallel private(x)\n#pragma omp for lastprivate(x)\nfor (i = 0; i < n; i++) x = 1;",
        expect![[r#"
            parallel
            - x: private exp Clause
            - n: shared imp ParallelShared
              for
              - x: lastprivate exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
            ! OMP0113 `x` is in `lastprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel\n{ int own = 0;\n#pragma omp for reduction(+: own)\nfor (i = 0; i < n; i++) own += 1;\n}",
        expect![[r#"
            parallel
            - own: private pre DeclaredInside
            - n: shared imp ParallelShared
              for
              - own: reduction(+) exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
            ! OMP0113 `own` is in `reduction`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp for reduction(+: x)\nfor (i = 0; i < n; i++) x += 1;",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - n: shared imp ParallelShared
              for
              - x: reduction(+) exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp for reduction(+: x)\nfor (i = 0; i < n; i++) x += 1;",
        expect![[r#"
            for
            - x: reduction(+) exp Clause
            - i: private pre IterationPrivate
            - n: enclosing imp Enclosing
            ! OMP0113 `x` is in `reduction`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel firstprivate(x)\n#pragma omp for firstprivate(x)\nfor (i = 0; i < n; i++) y = x;",
        expect![[r#"
            parallel
            - x: firstprivate exp Clause
            - n: shared imp ParallelShared
            - y: shared imp ParallelShared
              for
              - x: firstprivate exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - y: enclosing imp Enclosing
            ! OMP0113 `x` is in `firstprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel\n{ static int own;\n#pragma omp for reduction(+: own)\nfor (i = 0; i < n; i++) own += 1;\n}",
        expect![[r#"
            parallel
            - own: shared pre StaticInside
            - n: shared imp ParallelShared
              for
              - own: reduction(+) exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
        "#]],
    );
}
