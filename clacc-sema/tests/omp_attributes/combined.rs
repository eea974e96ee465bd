//! What combined constructs and constructs for devices give to variables.

use expect_test::expect;

use super::check;

#[test]
fn combined_constructs_share_out_clauses() {
    check(
        "#pragma omp parallel for firstprivate(x) lastprivate(y) reduction(max: sum) private(z)\nfor (i = 0; i < n; i++) { z = x; y = z; sum = y; }",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - y: shared exp CombinedEffect
            - sum: shared exp CombinedEffect
            - n: shared imp ParallelShared
              for
              - x: firstprivate exp Clause
              - y: lastprivate exp Clause
              - sum: reduction(max) exp Clause
              - z: private exp Clause
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel sections firstprivate(x)\n{ y = x; }",
        expect![[r#"
        parallel
        - x: shared exp CombinedEffect
        - y: shared imp ParallelShared
          sections
          - x: firstprivate exp Clause
          - y: enclosing imp Enclosing
    "#]],
    );
    check(
        "#pragma omp parallel for simd linear(x) lastprivate(y)\nfor (i = 0; i < n; i++) y = x;",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - y: shared exp CombinedEffect
            - i: shared pre LastIteration
            - n: shared imp ParallelShared
              for
              - x: lastprivate exp CombinedEffect + firstprivate exp CombinedEffect
              - y: lastprivate exp Clause
              - i: lastprivate pre LastIteration
              - n: enclosing imp Enclosing
                simd
                - x: linear exp Clause
                - y: lastprivate exp Clause
                - i: linear pre SimdLinear
                - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp teams distribute parallel for firstprivate(x) lastprivate(y)\nfor (i = 0; i < n; i++) y = x;",
        expect![[r#"
            teams
            - x: shared exp CombinedEffect
            - y: shared exp CombinedEffect
            - n: shared imp TeamsShared
              distribute
              - x: firstprivate exp Clause
              - y: lastprivate exp Clause
              - n: enclosing imp Enclosing
              - i: private pre IterationPrivate
                parallel
                - x: shared exp CombinedEffect
                - y: shared exp CombinedEffect
                - n: shared imp ParallelShared
                  for
                  - x: firstprivate exp Clause
                  - y: lastprivate exp Clause
                  - i: private pre IterationPrivate
                  - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp teams distribute parallel for simd reduction(+: sum) collapse(2)\nfor (i = 0; i < n; i++) for (j = 0; j < n; j++) sum += m[i][j];",
        expect![[r#"
            teams
            - sum: reduction(+) exp Clause
            - i: shared pre LastIteration
            - j: shared pre LastIteration
            - n: shared imp TeamsShared
            - m: shared imp TeamsShared
              distribute
              - i: lastprivate pre LastIteration
              - j: lastprivate pre LastIteration
              - n: enclosing imp Enclosing
              - sum: enclosing imp Enclosing
              - m: enclosing imp Enclosing
                parallel
                - sum: shared exp CombinedEffect
                - i: shared pre LastIteration
                - j: shared pre LastIteration
                - n: shared imp ParallelShared
                - m: shared imp ParallelShared
                  for
                  - sum: reduction(+) exp Clause
                  - i: lastprivate pre LastIteration
                  - j: lastprivate pre LastIteration
                  - n: enclosing imp Enclosing
                  - m: enclosing imp Enclosing
                    simd
                    - sum: reduction(+) exp Clause
                    - i: lastprivate pre SimdLastprivate
                    - n: enclosing imp Enclosing
                    - j: lastprivate pre SimdLastprivate
                    - m: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel master taskloop simd firstprivate(x) reduction(+: sum)\nfor (i = 0; i < n; i++) sum += x;",
        expect![[r#"
            parallel
            - x: shared exp CombinedEffect
            - sum: shared exp CombinedEffect
            - i: shared pre LastIteration
            - n: shared imp ParallelShared
              taskloop
              - x: firstprivate exp Clause
              - sum: reduction(+) exp Clause
              - i: lastprivate pre LastIteration
              - n: shared imp TaskShared
                simd
                - sum: reduction(+) exp Clause
                - i: linear pre SimdLinear
                - n: enclosing imp Enclosing
                - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp teams loop reduction(+: sum)\nfor (i = 0; i < n; i++) sum += a[i];",
        expect![[r#"
            teams
            - sum: shared exp CombinedEffect
            - i: shared pre LastIteration
            - n: shared imp TeamsShared
            - a: shared imp TeamsShared
              loop
              - sum: reduction(+) exp Clause
              - i: lastprivate pre LoopLastprivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel loop firstprivate(x)\nfor (i = 0; i < n; i++) a[i] = x;",
        expect![[r#"
            parallel
            - x: firstprivate exp Clause
            - i: shared pre LastIteration
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
              loop
              - i: lastprivate pre LoopLastprivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
              - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp for simd\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
            for
            - i: lastprivate pre LastIteration
            - n: enclosing imp Enclosing
            - a: enclosing imp Enclosing
              simd
              - i: linear pre SimdLinear
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp parallel for if(parallel: x) if(simd: y) num_threads(z)\nfor (i = 0; i < n; i++) a[i] = 0;",
        expect![[r#"
            parallel
            - n: shared imp ParallelShared
            - a: shared imp ParallelShared
              for
              - i: private pre IterationPrivate
              - n: enclosing imp Enclosing
              - a: enclosing imp Enclosing
        "#]],
    );
}

#[test]
fn target_maps_or_copies() {
    check(
        "#pragma omp target\n{ x = n + g; local[0] = a[0] + s.a; m[0][0] = call(1); }",
        expect![[r#"
        target
        - x: firstprivate imp TargetScalar
        - n: firstprivate imp TargetScalar
        - g: firstprivate imp TargetScalar
        - local: map(tofrom) imp TargetAggregate
        - a: map(alloc) imp TargetPointer + firstprivate pre BasePointer
        - s: map(tofrom) imp TargetAggregate
        - m: map(alloc) imp TargetPointer + firstprivate pre BasePointer
        - call: firstprivate imp TargetFunctionPointer
    "#]],
    );
    check(
        "#pragma omp target map(to: a[0:n]) map(from: x)\n{ x = a[0]; }",
        expect![[r#"
        target
        - a: map(to) exp Clause + firstprivate pre BasePointer
        - x: map(from) exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(local, sum)\nsum = local[0];",
        expect![[r#"
        target
        - local: map(tofrom) exp Clause
        - sum: map(tofrom) exp Clause
    "#]],
    );
    check(
        "#pragma omp target private(x) firstprivate(y, local)\nx = y + local[0];",
        expect![[r#"
        target
        - x: private exp Clause
        - y: firstprivate exp Clause
        - local: firstprivate exp Clause
    "#]],
    );
    check(
        "#pragma omp target is_device_ptr(a) has_device_addr(local)\na[0] = local[0];",
        expect![[r#"
        target
        - a: is_device_ptr exp Clause
        - local: has_device_addr exp Clause
    "#]],
    );
    check(
        "#pragma omp target map(always, present, to: x) map(alloc: s.p[0:n])\ny = x + s.p[0];",
        expect![[r#"
            target
            - x: map(present,always,to) exp Clause
            - y: firstprivate imp TargetScalar
            - s: map(tofrom) imp TargetAggregate
        "#]],
    );
    check(
        "#pragma omp target defaultmap(tofrom: scalar) defaultmap(firstprivate: aggregate)\nx = local[0] + a[0];",
        expect![[r#"
            target
            - x: map(tofrom) imp DefaultmapClause
            - local: firstprivate imp DefaultmapClause
            - a: map(alloc) imp TargetPointer + firstprivate pre BasePointer
        "#]],
    );
    check(
        "#pragma omp target defaultmap(none)\nx = a[0];",
        expect![[r#"
            target
            - x: firstprivate imp Unlisted
            - a: map(alloc) imp Unlisted
            ! OMP0110 `x` needs a clause, because of `defaultmap(none)`
            ! OMP0110 `a` needs a clause, because of `defaultmap(none)`
        "#]],
    );
    check(
        "#pragma omp target defaultmap(present: aggregate) defaultmap(default: scalar)\nx = local[0];",
        expect![[r#"
            target
            - x: firstprivate imp TargetScalar
            - local: map(present,alloc) imp DefaultmapClause
        "#]],
    );
    check(
        "#pragma omp target data map(to: a[0:n], x) use_device_ptr(b)\n{\n#pragma omp target\na[0] = b[0] + x;\n}",
        expect![[r#"
            target data
            - a: map(to) exp Clause
            - x: map(to) exp Clause
            - b: use_device_ptr exp Clause
              target
              - a: map(alloc) imp TargetPointer + firstprivate pre BasePointer
              - b: map(alloc) imp TargetPointer + firstprivate pre BasePointer
              - x: firstprivate imp TargetScalar
        "#]],
    );
    check(
        "#pragma omp target\n#pragma omp parallel for\nfor (i = 0; i < n; i++) local[i] = x;",
        expect![[r#"
            target
            - n: firstprivate imp TargetScalar
            - local: map(tofrom) imp TargetAggregate
            - x: firstprivate imp TargetScalar
              parallel
              - n: shared imp ParallelShared
              - local: shared imp ParallelShared
              - x: shared imp ParallelShared
                for
                - i: private pre IterationPrivate
                - n: enclosing imp Enclosing
                - local: enclosing imp Enclosing
                - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target\n#pragma omp task\nx = local[0];",
        expect![[r#"
        target
        - x: firstprivate imp TargetScalar
        - local: map(tofrom) imp TargetAggregate
          task
          - x: firstprivate imp TaskFirstprivate
          - local: firstprivate imp TaskFirstprivate
    "#]],
    );
}

/// A clause about the pointee of a pointer in a struct says nothing about the struct. gcc asks for a clause for it too.
#[test]
fn structs_of_which_clauses_name_pointees() {
    check(
        "#pragma omp target map(to: s.p[0:n]) defaultmap(present: aggregate)\nx = s.p[0];",
        expect![[r#"
            target
            - x: firstprivate imp TargetScalar
            - s: map(present,alloc) imp DefaultmapClause
        "#]],
    );
    check(
        "#pragma omp target map(to: s.p[0:n])\nx = 0;",
        expect![[r#"
        target
        - x: firstprivate imp TargetScalar
    "#]],
    );
    check(
        "#pragma omp target map(to: s.p[0:n]) map(s.a)\nx = s.p[0];",
        expect![[r#"
        target
        - s: map(tofrom) exp Clause
        - x: firstprivate imp TargetScalar
    "#]],
    );
    check(
        "#pragma omp target map(to: s.p[0:n]) defaultmap(none: aggregate)\nx = s.p[0];",
        expect![[r#"
        target
        - x: firstprivate imp TargetScalar
        - s: map(tofrom) imp Unlisted
        ! OMP0110 `s` needs a clause, because of `defaultmap(none)`
    "#]],
    );
    check(
        "#pragma omp target map(to: s.p[0:n]) private(s)\nx = s.a;",
        expect![[r#"
        target
        - s: private exp Clause
        - x: firstprivate imp TargetScalar
        ! OMP0111 `s` is in `map` and in `private`
    "#]],
    );
}

#[test]
fn combined_targets() {
    check(
        "#pragma omp target teams distribute parallel for reduction(+: sum) map(to: a[0:n])\nfor (i = 0; i < n; i++) sum += a[i] * x;",
        expect![[r#"
            target
            - sum: map(tofrom) exp CombinedEffect
            - a: map(to) exp Clause + firstprivate pre BasePointer
            - n: firstprivate imp TargetScalar
            - x: firstprivate imp TargetScalar
              teams
              - sum: reduction(+) exp Clause
              - n: shared imp TeamsShared
              - a: shared imp TeamsShared
              - x: shared imp TeamsShared
                distribute
                - n: enclosing imp Enclosing
                - sum: enclosing imp Enclosing
                - a: enclosing imp Enclosing
                - x: enclosing imp Enclosing
                - i: private pre IterationPrivate
                  parallel
                  - sum: shared exp CombinedEffect
                  - n: shared imp ParallelShared
                  - a: shared imp ParallelShared
                  - x: shared imp ParallelShared
                    for
                    - sum: reduction(+) exp Clause
                    - i: private pre IterationPrivate
                    - n: enclosing imp Enclosing
                    - a: enclosing imp Enclosing
                    - x: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target parallel for firstprivate(x) lastprivate(y)\nfor (i = 0; i < n; i++) y = x;",
        expect![[r#"
            target
            - x: firstprivate exp Clause
            - y: map(tofrom) exp CombinedEffect
            - n: firstprivate imp TargetScalar
              parallel
              - x: shared exp CombinedEffect
              - y: shared exp CombinedEffect
              - n: shared imp ParallelShared
                for
                - x: firstprivate exp Clause
                - y: lastprivate exp Clause
                - i: private pre IterationPrivate
                - n: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target parallel firstprivate(a) map(a[0:n])\na[0] = 0;",
        expect![[r#"
        target
        - a: map(tofrom) exp Clause + firstprivate pre BasePointer
          parallel
          - a: firstprivate exp Clause
    "#]],
    );
    check(
        "#pragma omp target teams num_teams(x) thread_limit(y) private(z)\nz = n;",
        expect![[r#"
        target
        - n: firstprivate imp TargetScalar
          teams
          - z: private exp Clause
          - n: shared imp TeamsShared
    "#]],
    );
    check(
        "#pragma omp target simd linear(x)\nfor (i = 0; i < n; i++) local[x] = 0;",
        expect![[r#"
            target
            - x: map(tofrom) exp CombinedEffect
            - i: map(tofrom) pre LastIteration
            - n: firstprivate imp TargetScalar
            - local: map(tofrom) imp TargetAggregate
              simd
              - x: linear exp Clause
              - i: linear pre SimdLinear
              - n: enclosing imp Enclosing
              - local: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target teams loop private(z)\nfor (i = 0; i < n; i++) local[i] = z;",
        expect![[r#"
            target
            - i: map(tofrom) pre LastIteration
            - n: firstprivate imp TargetScalar
            - local: map(tofrom) imp TargetAggregate
              teams
              - i: shared pre LastIteration
              - n: shared imp TeamsShared
              - local: shared imp TeamsShared
                loop
                - z: private exp Clause
                - i: lastprivate pre LoopLastprivate
                - n: enclosing imp Enclosing
                - local: enclosing imp Enclosing
        "#]],
    );
    check(
        "#pragma omp target parallel reduction(+: a[0:n])\na[0] += 1;",
        expect![[r#"
        target
        - a: map(tofrom) exp CombinedEffect + firstprivate pre BasePointer
        - n: firstprivate imp TargetScalar
          parallel
          - a: reduction(+) exp Clause
    "#]],
    );
    check(
        "#pragma omp target in_reduction(+: x)\nx += 1;",
        expect![[r#"
        target
        - x: in_reduction(+) exp Clause + map(always,tofrom) exp CombinedEffect
    "#]],
    );
    check(
        "#pragma omp target parallel if(target: x) if(parallel: y)\nz = 1;",
        expect![[r#"
        target
        - y: firstprivate imp TargetScalar
        - z: firstprivate imp TargetScalar
          parallel
          - z: shared imp ParallelShared
    "#]],
    );
}
