//! What variables are in regions of threads, in loops, sections and tasks.

use expect_test::expect;

use super::check;

#[test]
fn parallel_shares_what_it_names() {
    check(
        "#pragma omp parallel\n{ x = n + g + local[0] + table[1] + kept + limit; int own = x; static int once; once += own; }",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - n: shared imp ParallelShared
            - g: shared imp ParallelShared
            - local: shared imp ParallelShared
            - table: shared imp ParallelShared
            - kept: shared imp ParallelShared
            - limit: shared imp ParallelShared
            - once: shared pre StaticInside
            - own: private pre DeclaredInside
        "#]],
    );
}

#[test]
fn variables_that_are_only_measured_are_not_referred_to() {
    check(
        "#pragma omp parallel\n{ x = sizeof(local) + sizeof n; }",
        expect![[r#"
        parallel
        - x: shared imp ParallelShared
    "#]],
    );
}

#[test]
fn clauses_of_parallel() {
    check(
        "#pragma omp parallel private(x) firstprivate(y) shared(z) reduction(+: sum) num_threads(n)\n{ x = y + z; sum += x; }",
        expect![[r#"
            parallel
            - x: private exp Clause
            - y: firstprivate exp Clause
            - z: shared exp Clause
            - sum: reduction(+) exp Clause
        "#]],
    );
    check(
        "#pragma omp parallel private(x, y)\n{ x = 1; }",
        expect![[r#"
        parallel
        - x: private exp Clause
        - y: private exp Clause
    "#]],
    );
}

#[test]
fn default_decides_what_no_clause_names() {
    check(
        "#pragma omp parallel default(shared)\nx = y;",
        expect![[r#"
        parallel
        - x: shared imp DefaultClause
        - y: shared imp DefaultClause
    "#]],
    );
    check(
        "#pragma omp parallel default(private)\nx = y;",
        expect![[r#"
        parallel
        - x: private imp DefaultClause
        - y: private imp DefaultClause
    "#]],
    );
    check(
        "#pragma omp parallel default(firstprivate)\nx = y + g;",
        expect![[r#"
            parallel
            - x: firstprivate imp DefaultClause
            - y: firstprivate imp DefaultClause
            - g: shared imp Unlisted
            ! OMP0110 `g` needs a clause, because of `default(firstprivate)`
        "#]],
    );
    check(
        "#pragma omp parallel default(none) shared(x)\nx = y + limit;",
        expect![[r#"
            parallel
            - x: shared exp Clause
            - y: shared imp Unlisted
            - limit: shared imp Unlisted
            ! OMP0110 `y` needs a clause, because of `default(none)`
            ! OMP0110 `limit` needs a clause, because of `default(none)`
        "#]],
    );
    check(
        "#pragma omp parallel default(none) shared(x, y)\n{ int own = y; x = own; }",
        expect![[r#"
        parallel
        - x: shared exp Clause
        - y: shared exp Clause
        - own: private pre DeclaredInside
    "#]],
    );
    check(
        "#pragma omp parallel default(none) shared(a)\n{\n#pragma omp for\nfor (i = 0; i < 8; i++) a[i] = 0;\n}",
        expect![[r#"
            parallel
            - a: shared exp Clause
              for
              - i: private pre IterationPrivate
              - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel for default(none) shared(a, n)\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
            parallel
            - a: shared exp Clause
            - n: shared exp Clause
              for
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel for default(none) shared(a) schedule(static, n)\nfor (i = 0; i < 8; i++) a[i] = 0;",
        expect![[r#"
            parallel
            - a: shared exp Clause
            - n: shared imp Unlisted
              for
              - i: private pre IterationPrivate
              - a: enclosing imp Enclosing
            ! OMP0110 `n` needs a clause, because of `default(none)`
        "#]],
    );
    check(
        "#pragma omp parallel default(none)\n{\n#pragma omp single copyprivate(x)\n;\n}",
        expect![[r#"
            parallel
            - x: shared imp Unlisted
              single
              - x: copyprivate exp Clause + enclosing imp Enclosing
            ! OMP0110 `x` needs a clause, because of `default(none)`
            ! OMP0124 `x` is in `copyprivate`, but the threads of the team share it
        "#]],
    );
}

#[test]
fn iteration_variables_are_private() {
    check(
        "#pragma omp for\nfor (i = 0; i < n; i++) a[i] = j;",
        expect![[r#"
        for
        - i: private pre IterationPrivate
        - n: enclosing imp Enclosing
        - a: enclosing imp Enclosing
        - j: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp for collapse(2)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = k;",
        expect![[r#"
            for
            - i: private pre IterationPrivate
            - n: enclosing imp Enclosing
            - j: private pre IterationPrivate
            - m: enclosing imp Enclosing
            - k: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp for\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) m[i][j] = 0;",
        expect![[r#"
        for
        - i: private pre IterationPrivate
        - n: enclosing imp Enclosing
        - j: enclosing imp Enclosing
        - m: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp for ordered(2)\nfor (i = 1; i < n; i++) for (j = 1; j < n; j++) {\n#pragma omp ordered depend(sink: i - 1, j)\nx = 1;\n#pragma omp ordered depend(source)\n}",
        expect![[r#"
            for
            - i: private pre IterationPrivate
            - n: enclosing imp Enclosing
            - j: private pre IterationPrivate
            - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp for lastprivate(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
            for
            - i: lastprivate exp Clause
            - n: enclosing imp Enclosing
            ! OMP0113 `i` is in `lastprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp for private(i)\nfor (i = 0; i < n; i++) ;",
        expect![[r#"
        for
        - i: private exp Clause
        - n: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel for\nfor (int c = 0; c < n; c++) a[c] = 0;",
        expect![[r#"
        parallel
        - c: private pre DeclaredInside
        - n: shared imp ParallelShared
        - a: shared imp ParallelShared
          for
          - c: private pre IterationPrivate
          - n: enclosing imp Enclosing
          - a: enclosing imp Enclosing
    "#]],
    );
}

#[test]
fn simd_has_linear_or_lastprivate_iteration_variables() {
    check(
        "#pragma omp simd\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
        simd
        - i: linear pre SimdLinear
        - n: enclosing imp Enclosing
        - a: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp simd collapse(2)\nfor (i = 0; i < 4; i++) for (j = 0; j < 4; j++) m[i][j] = 0;",
        expect![[r#"
            simd
            - i: lastprivate pre SimdLastprivate
            - j: lastprivate pre SimdLastprivate
            - m: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp simd linear(x: 2) aligned(a: 64) safelen(4)\nfor (i = 0; i < n; i++) a[x] = 0;",
        expect![[r#"
            simd
            - x: linear exp Clause
            - i: linear pre SimdLinear
            - n: enclosing imp Enclosing
            - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp loop bind(thread)\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
        loop
        - i: lastprivate pre LoopLastprivate
        - n: enclosing imp Enclosing
        - a: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp simd\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
        parallel
        - i: shared imp ParallelShared
        - n: shared imp ParallelShared
        - a: shared imp ParallelShared
          simd
          - i: linear pre SimdLinear
          - n: enclosing imp Enclosing
          - a: enclosing imp Enclosing
    "#]],
    );
}

#[test]
fn sections_single_and_scope() {
    check(
        "#pragma omp parallel\n#pragma omp sections lastprivate(x) firstprivate(y)\n{\n#pragma omp section\nx = y;\n#pragma omp section\nx = z;\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - y: shared imp ParallelShared
            - z: shared imp ParallelShared
              sections
              - x: lastprivate exp Clause
              - y: firstprivate exp Clause
              - z: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp single private(x) firstprivate(y)\nx = y + z;",
        expect![[r#"
            single
            - x: private exp Clause
            - y: firstprivate exp Clause
            - z: enclosing imp Enclosing
            ! OMP0113 `y` is in `firstprivate`, but each thread of the team has one of its own
        "#]],
    );
    check(
        "#pragma omp parallel private(x)\n#pragma omp single copyprivate(x)\nx = 1;",
        expect![[r#"
        parallel
        - x: private exp Clause
          single
          - x: copyprivate exp Clause + enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp scope private(x) reduction(+: sum)\n{ x = 1; sum += x; }",
        expect![[r#"
            scope
            - x: private exp Clause
            - sum: reduction(+) exp Clause
            ! OMP0113 `sum` is in `reduction`, but each thread of the team has one of its own
        "#]],
    );
}

#[test]
fn tasks_copy_what_the_team_does_not_share() {
    check(
        "#pragma omp task\nx = g + kept;",
        expect![[r#"
        task
        - x: firstprivate imp TaskFirstprivate
        - g: shared imp TaskStatic
        - kept: shared imp TaskStatic
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp task\nx = g;",
        expect![[r#"
        parallel
        - x: shared imp ParallelShared
        - g: shared imp ParallelShared
          task
          - x: shared imp TaskShared
          - g: shared imp TaskShared
    "#]],
    );
    check(
        "#pragma omp parallel private(x)\n#pragma omp task\nx = y;",
        expect![[r#"
        parallel
        - x: private exp Clause
        - y: shared imp ParallelShared
          task
          - x: firstprivate imp TaskFirstprivate
          - y: shared imp TaskShared
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp single\n{ int own = 0;\n#pragma omp task\nx = own;\n}",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - own: private pre DeclaredInside
              single
              - x: enclosing imp Enclosing
              - own: private pre DeclaredInside
                task
                - x: shared imp TaskShared
                - own: firstprivate imp TaskFirstprivate
        "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp task\n#pragma omp task\nx = 1;",
        expect![[r#"
        parallel
        - x: shared imp ParallelShared
          task
          - x: shared imp TaskShared
            task
            - x: shared imp TaskShared
    "#]],
    );
    check(
        "#pragma omp task shared(x)\n#pragma omp task\nx = 1;",
        expect![[r#"
        task
        - x: shared exp Clause
          task
          - x: firstprivate imp TaskFirstprivate
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp task private(x)\n#pragma omp task\nx = y;",
        expect![[r#"
        parallel
        - y: shared imp ParallelShared
          task
          - x: private exp Clause
          - y: shared imp TaskShared
            task
            - x: firstprivate imp TaskFirstprivate
            - y: shared imp TaskShared
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp task default(none)\nx = g;",
        expect![[r#"
            parallel
            - x: shared imp ParallelShared
            - g: shared imp ParallelShared
              task
              - x: shared imp Unlisted
              - g: shared imp Unlisted
            ! OMP0110 `x` needs a clause, because of `default(none)`
            ! OMP0110 `g` needs a clause, because of `default(none)`
        "#]],
    );
    check(
        "#pragma omp parallel reduction(+: x)\n#pragma omp task\ny = x;",
        expect![[r#"
        parallel
        - x: reduction(+) exp Clause
        - y: shared imp ParallelShared
          task
          - y: shared imp TaskShared
          - x: firstprivate imp TaskFirstprivate
    "#]],
    );
    check(
        "#pragma omp task depend(in: x, a[n]) if(y) final(z)\nwork(1);",
        expect![[r#"
        task
    "#]],
    );
    check(
        "#pragma omp task default(shared)\nx = 1;",
        expect![[r#"
        task
        - x: shared imp DefaultClause
    "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp taskloop grainsize(n)\nfor (i = 0; i < n; i++) a[i] = x;",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
            - x: shared imp ParallelShared
              taskloop
              - i: private pre IterationPrivate
              - n: shared imp TaskShared
              - a: shared imp TaskShared
              - x: shared imp TaskShared
        "#]],
    );
    check(
        "#pragma omp taskloop lastprivate(x) firstprivate(x)\nfor (i = 0; i < n; i++) x = i;",
        expect![[r#"
            taskloop
            - x: lastprivate exp Clause + firstprivate exp Clause
            - i: private pre IterationPrivate
            - n: firstprivate imp TaskFirstprivate
        "#]],
    );
    check(
        "#pragma omp parallel\n#pragma omp for\nfor (i = 0; i < n; i++) {\n#pragma omp task\na[i] = x;\n}",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
            - x: shared imp ParallelShared
              for
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
              - x: enclosing imp Enclosing
                task
                - a: shared imp TaskShared
                - i: firstprivate imp TaskFirstprivate
                - x: shared imp TaskShared
        "#]],
    );
    check(
        "#pragma omp taskgroup task_reduction(+: x)\n{\n#pragma omp task in_reduction(+: x)\nx += y;\n}",
        expect![[r#"
            taskgroup
            - x: task_reduction(+) exp Clause + enclosing imp Enclosing
              task
              - x: in_reduction(+) exp Clause
              - y: firstprivate imp TaskFirstprivate
        "#]],
    );
}
