//! Kinds of variables: of each thread, on the device, of variable length.

use expect_test::expect;

use super::check_unit;

#[test]
fn threadprivate_variables() {
    check_unit(
        "static int t; extern int u;\n#pragma omp threadprivate(t, u)\nvoid f(void) {\nstatic int v;\n#pragma omp threadprivate(v)\n#pragma omp parallel copyin(t)\n{ t = u + v;\n#pragma omp single copyprivate(u)\nu = t;\n#pragma omp task\nt = 1;\n}\n}\n",
        expect![[r#"
            parallel
            - t: copyin exp Clause + threadprivate pre Threadprivate
            - u: threadprivate pre Threadprivate
            - v: threadprivate pre Threadprivate
              single
              - u: copyprivate exp Clause + threadprivate pre Threadprivate
              - t: threadprivate pre Threadprivate
              task
              - t: threadprivate pre Threadprivate
        "#]],
    );
    check_unit(
        "_Thread_local int t;\nvoid f(void) {\n#pragma omp parallel default(none)\nt = 1;\n}\n",
        expect![[r#"
            parallel
            - t: threadprivate pre Threadprivate
        "#]],
    );
    check_unit(
        "static int t;\n#pragma omp threadprivate(t)\nvoid f(void) {\n#pragma omp parallel private(t)\nt = 1;\n}\n",
        expect![[r#"
            parallel
            - t: private exp Clause
            ! OMP0112 `t` is threadprivate and may not be in `private`
        "#]],
    );
}

#[test]
fn variables_on_the_device() {
    check_unit(
        "#pragma omp begin declare target\nint x; double y[4];\n#pragma omp end declare target\nint z;\n#pragma omp declare target(z)\nint w;\n#pragma omp declare target link(w)\nint plain;\nvoid f(void) {\n#pragma omp target\n{ x = y[0] + z + w + plain; }\n}\n",
        expect![[r#"
            target
            - x: map(tofrom) imp DeclareTarget
            - y: map(tofrom) imp DeclareTarget
            - z: map(tofrom) imp DeclareTarget
            - w: map(tofrom) imp DeclareTarget
            - plain: firstprivate imp TargetScalar
        "#]],
    );
    check_unit(
        "#pragma omp declare target\nint x;\n#pragma omp end declare target\nint y;\nvoid f(void) {\n#pragma omp target\nx = y;\n}\n",
        expect![[r#"
            target
            - x: map(tofrom) imp DeclareTarget
            - y: firstprivate imp TargetScalar
        "#]],
    );
}

#[test]
fn programs_without_constructs() {
    check_unit("void f(int n) {\n#pragma omp barrier\n#pragma omp taskwait\nn = 1;\n}\n", expect![[r#""#]]);
    check_unit("void f(int n) {\n#pragma acc parallel\nn = 1;\n}\n", expect![[r#""#]]);
}

#[test]
fn variable_length_arrays_and_pointers_to_them() {
    check_unit(
        "void f(int n, double v[n][n]) {\ndouble w[n];\n#pragma omp target\nw[0] = v[0][0];\n#pragma omp parallel\nw[0] = v[0][0];\n}\n",
        expect![[r#"
            target
            - w: map(tofrom) imp TargetAggregate
            - v: map(alloc) imp TargetPointer + firstprivate pre BasePointer
            parallel
            - w: shared imp ParallelShared
            - v: shared imp ParallelShared
        "#]],
    );
}

#[test]
fn unions_and_typedefs() {
    check_unit(
        "typedef double row[4]; union u { int a; float b; };\nvoid f(union u v, float _Complex c, enum { A } e) {\nrow r;\n#pragma omp target\nr[0] = v.a + e + (c == 0);\n}\n",
        expect![[r#"
            target
            - r: map(tofrom) imp TargetAggregate
            - v: map(tofrom) imp TargetAggregate
            - e: firstprivate imp TargetScalar
            - c: firstprivate imp TargetScalar
        "#]],
    );
}
