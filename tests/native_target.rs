//! Tests of target regions in generated code: they run on the host, as the specification says of a device, and teams share what
//! they should. Uses gcc.

mod commands;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use commands::{command, folder_with, is_installed, status, text};

/// Functions of a program, and what each prints. `N` is a constant, `a` an array of so many numbers, each one its index.
const CASES: &[(&str, &str)] = &[
    // Scalars are copies, of static storage too, and mapped ones are not.
    ("int x = 3;\n#pragma omp target\n{ x = 7; k = 9; }\nprintf(\"%d %d\", x, k);", "3 5"),
    ("int x = 3;\n#pragma omp target map(tofrom: x)\nx = 7;\nprintf(\"%d\", x);", "7"),
    ("int x = 3;\n#pragma omp target defaultmap(tofrom: scalar)\nx = 7;\nprintf(\"%d\", x);", "7"),
    ("int w[3] = {1, 2, 3};\n#pragma omp target firstprivate(w)\nw[0] = 9;\nprintf(\"%d\", w[0]);", "1"),
    ("int w[3] = {1, 2, 3};\n#pragma omp target\nw[0] = 9;\nprintf(\"%d\", w[0]);", "9"),
    ("struct pair p = {1, 2};\n#pragma omp target map(p)\np.x = 5;\nprintf(\"%d %d\", p.x, p.y);", "5 2"),
    ("struct pair p = {1, 2};\n#pragma omp target firstprivate(p)\np.x = 5;\nprintf(\"%d\", p.x);", "1"),
    (
        "double *p = a;\n#pragma omp target map(p[0:N])\n{ p += 2; p[0] = 40; }\nprintf(\"%g %d\", a[2], p == a);",
        "40 1",
    ),
    ("double *p = a;\n#pragma omp target map(p, p[0:N])\np += 2;\nprintf(\"%d\", (int)(p - a));", "2"),
    (
        "double *p = a;\n#pragma omp target data map(a) use_device_ptr(p)\n{ p += 2; p[0] = 8; }\nprintf(\"%g %d\", a[2], p == a);",
        "8 1",
    ),
    ("int w[2] = {1, 2};\n#pragma omp target is_device_ptr(w)\nw[0] = 7;\nprintf(\"%d\", w[0]);", "7"),
    ("#pragma omp target\n{ linked = 2; declared = 3; }\nprintf(\"%d %d\", linked, declared);", "2 3"),
    ("static int x = 5;\n#pragma omp target\nx = 6;\nprintf(\"%d\", x);", "5"),
    // A copy of a variable of file scope is what regions inside share.
    (
        "int seen = 0;\n#pragma omp target map(seen)\n{\nk = 1;\n#pragma omp parallel num_threads(2)\n{\n#pragma omp atomic\nk++;\n}\nseen = k - omp_get_max_threads();\n}\nprintf(\"%d %d\", k, seen <= 2);",
        "5 1",
    ),
    // Leagues.
    (
        "int count = 0, sum = 0, bad = 0;\n#pragma omp target teams num_teams(5) map(count, sum, bad)\n{\n#pragma omp atomic\ncount++;\n#pragma omp atomic\nsum += omp_get_team_num();\nif (omp_get_num_teams() != 5 || omp_get_num_threads() != 1 || omp_get_level() != 0) bad = 1;\n}\nprintf(\"%d %d %d %d\", count, sum, bad, omp_get_num_teams());",
        "5 10 0 1",
    ),
    (
        "int bad = 0;\n#pragma omp target teams num_teams(3) map(bad)\n{\n#pragma omp parallel num_threads(2)\nif (omp_get_num_teams() != 3 || omp_get_team_num() > 2 || omp_get_level() != 1) bad = 1;\n}\nprintf(\"%d\", bad);",
        "0",
    ),
    (
        "int most = 0;\n#pragma omp target teams num_teams(2) thread_limit(1) map(most)\n{\n#pragma omp parallel num_threads(4)\nmost = omp_get_num_threads();\n}\nprintf(\"%d\", most);",
        "1",
    ),
    (
        "int n = 0;\n#pragma omp teams num_teams(4) reduction(+: n)\nn += omp_get_team_num();\nprintf(\"%d\", n);",
        "6",
    ),
    // Loops of leagues.
    (
        "#pragma omp target teams distribute parallel for map(a) num_teams(3)\nfor (int i = 0; i < N; ++i) a[i] *= 2;\nprintf(\"%g\", sum(a));",
        "9900",
    ),
    (
        "#pragma omp target teams distribute map(a) dist_schedule(static, 7)\nfor (int i = N - 1; i >= 0; --i) a[i] += 1;\nprintf(\"%g\", sum(a));",
        "5050",
    ),
    (
        "#pragma omp target teams distribute parallel for collapse(2) schedule(dynamic, 3) dist_schedule(static, 11) num_teams(4)\nfor (int i = 0; i < 10; ++i)\nfor (int j = 0; j < 10; ++j) a[10 * i + j] = 1;\nprintf(\"%g\", sum(a));",
        "100",
    ),
    (
        "#pragma omp target teams distribute parallel for schedule(static, 3) dist_schedule(static, 17) num_teams(3)\nfor (int i = 0; i < N; ++i) a[i] = 2;\nprintf(\"%g\", sum(a));",
        "200",
    ),
    (
        "int last = -1;\n#pragma omp target teams distribute parallel for lastprivate(last) num_teams(7)\nfor (int i = 0; i < N; ++i) last = i;\nprintf(\"%d\", last);",
        "99",
    ),
    (
        "int last = -1;\n#pragma omp target teams distribute lastprivate(last)\nfor (int i = 0; i < N; i += 3) last = i;\nprintf(\"%d\", last);",
        "99",
    ),
    (
        "double s = 0, most = 0;\n#pragma omp target teams distribute parallel for simd reduction(+: s) reduction(max: most) num_teams(6)\nfor (int i = 0; i < N; ++i) { s += a[i]; if (a[i] > most) most = a[i]; }\nprintf(\"%g %g\", s, most);",
        "4950 99",
    ),
    (
        "int h[4] = {1, 1, 1, 1};\n#pragma omp target teams distribute reduction(+: h[0:4]) num_teams(9)\nfor (int i = 0; i < N; ++i) h[i % 4]++;\nprintf(\"%d %d\", h[0], h[3]);",
        "26 26",
    ),
    (
        "int t = 0, bad = 0;\n#pragma omp target teams distribute map(bad)\nfor (int i = 0; i < N; ++i) { t = i; for (int j = 0; j < 9; ++j) t++; if (t != i + 9) bad = 1; }\nprintf(\"%d\", bad);",
        "0",
    ),
    // Iterations in any order.
    (
        "int i, j; double s = 0;\n#pragma omp target teams loop collapse(2) reduction(+: s) num_teams(3)\nfor (i = 0; i < 10; i += 3)\nfor (j = 9; j >= 0; --j) s += a[10 * i + j];\nprintf(\"%g %d %d\", s, i, j);",
        "1980 12 -1",
    ),
    (
        "int i;\n#pragma omp parallel num_threads(2)\n{\n#pragma omp loop\nfor (i = 0; i < N; i += 7) a[i] = 0;\n}\nprintf(\"%g %d\", sum(a), i);",
        "4215 105",
    ),
    (
        "#pragma omp teams num_teams(3)\n{\n#pragma omp loop\nfor (int i = 0; i < N; ++i) a[i] += 1;\n}\nprintf(\"%g\", sum(a));",
        "5050",
    ),
    // Tasks.
    (
        "int x = 1, y = 0;\n#pragma omp parallel num_threads(2)\n#pragma omp single\n{\n#pragma omp task shared(x) depend(out: x)\nx = 5;\n#pragma omp target enter data map(to: x) depend(in: x) depend(out: y) nowait\n#pragma omp target map(x, y) depend(inout: y) nowait\ny = x + 1;\n#pragma omp target update from(y) depend(in: y)\nx = y + 1;\n}\nprintf(\"%d %d\", x, y);",
        "7 6",
    ),
    (
        "int n = 2, w[2] = {1, 2}, s = 0;\n#pragma omp parallel num_threads(2)\n#pragma omp single\n{\n#pragma omp target teams nowait num_teams(n) firstprivate(w) map(s)\n{\n#pragma omp atomic\ns += w[0] + w[1] + n;\n}\n#pragma omp taskwait\nn = 9; w[0] = 9;\n}\nprintf(\"%d\", s);",
        "10",
    ),
    // Inside a region, each thread is the initial thread of its target region.
    (
        "int bad = 0;\n#pragma omp parallel num_threads(3)\n{\nint own = 0;\n#pragma omp target map(own, bad)\n{\nif (omp_get_num_threads() != 1 || omp_get_thread_num() != 0 || omp_get_level() != 0) bad = 1;\n#pragma omp for\nfor (int i = 0; i < N; ++i) own++;\n}\nif (own != N) bad = 2;\n}\nprintf(\"%d\", bad);",
        "0",
    ),
    ("printf(\"%d %d\", omp_get_num_devices(), omp_is_initial_device());", "0 1"),
    (
        "int n = 0;\n#pragma omp target data map(a[n++:N])\n;\n#pragma omp target update to(a[0:1]) if(n++ > 5)\nprintf(\"%d\", n);",
        "2",
    ),
];

fn program() -> String {
    let mut text = "#include <stdio.h>\n#include <omp.h>\nenum { N = 100 };\nint k = 5, linked, declared;\n#pragma omp declare target link(linked)\n#pragma omp declare target to(declared)\nstruct pair { int x, y; };\n\
        static double sum(const double *v) { double s = 0; for (int i = 0; i < N; ++i) s += v[i]; return s; }\n"
        .to_owned();
    for (number, (body, _)) in CASES.iter().enumerate() {
        let _ = write!(text, "void f{number}(double a[N]) {{\n{body}\nputs(\"\");\n}}\n");
    }
    text += "int main(void) {\ndouble a[N];\n";
    for number in 0..CASES.len() {
        let _ = write!(text, "for (int i = 0; i < N; ++i) a[i] = i;\nf{number}(a);\n");
    }
    text + "return 0;\n}\n"
}

fn build(folder: &Path, compiler: &str, source: &str, program: &str) {
    let mut driver = command(folder);
    driver.env("XDG_CACHE_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/driver-cache"));
    driver.env_remove("CLACC_RUNTIME").args(["cc", "--native", "--backend", compiler]);
    if compiler != "tcc" {
        driver.args(["-Wall", "-Wextra", "-Werror", "-Wno-unused-parameter"]);
    }
    let output = driver.args([source, "-o", program]).output().expect("clacc runs");
    assert_eq!(status(&output), 0, "{compiler}: {}", text(&output.stderr));
}

#[test]
fn target_regions_run_on_the_host() {
    let source = program();
    let expected: Vec<&str> = CASES.iter().map(|(_, printed)| *printed).collect();
    for compiler in ["gcc", "clang-19", "tcc"] {
        if !is_installed(compiler) {
            continue;
        }
        let folder = folder_with(&[("main.c", &source)]);
        build(folder.path(), compiler, "main.c", "program");
        for threads in ["1", "2", "5"] {
            let mut run = Command::new(folder.path().join("program"));
            let output = run.env("OMP_NUM_THREADS", threads).output().expect("the program runs");
            let printed = text(&output.stdout);
            let found: Vec<&str> = printed.lines().collect();
            for (number, (body, printed)) in CASES.iter().enumerate() {
                assert_eq!(found.get(number), Some(printed), "{compiler}, {threads} threads:\n{body}");
            }
            assert_eq!(found, expected, "{compiler}, {threads} threads");
        }
    }
}

#[test]
fn regions_that_may_not_run_on_the_host_end_the_program() {
    let source = "#include <stdlib.h>\nint main(int count, char **words) {\nint device = count > 1 ? atoi(words[1]) : -1;\n\
        #pragma omp target device(device) if(device != -9)\n{ }\nif (count > 1) return 0;\n#pragma omp target\n{ }\nreturn 0;\n}\n";
    let folder = folder_with(&[("main.c", source)]);
    build(folder.path(), "gcc", "main.c", "program");
    for (arguments, environment, told) in [
        (&["0"][..], "default", None),
        (&["-1"], "mandatory", None),
        (&["3"], "disabled", None),
        (&["-9"], "default", None),
        (&["-4"], "default", Some("acc2omp: target: -4 is the number of no device")),
        (&[], "mandatory", Some("acc2omp: target: OMP_TARGET_OFFLOAD=mandatory asks for a device")),
        (&["0"], "often", Some("acc2omp: OMP_TARGET_OFFLOAD: 'often' is not mandatory, disabled or default")),
    ] {
        let mut run = Command::new(folder.path().join("program"));
        let output = run.args(arguments).env("OMP_TARGET_OFFLOAD", environment).output().expect("it runs");
        let errors = text(&output.stderr);
        assert!(told.map_or(errors.is_empty(), |told| errors.starts_with(told)), "{arguments:?}: {errors}");
        let is_ended = told.is_some() && environment != "often";
        assert_eq!(output.status.success(), !is_ended, "{arguments:?} {environment}: {errors}");
    }
}
