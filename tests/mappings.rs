//! The commands about mappings: the lists of policies and dialects, the comparison of two, and texts with two
//! sides.

mod commands;

use commands::{clacc, folder_with, status, text};

const PROGRAM: &str = "\
void f(int n, int *x) {
#pragma acc data copy(x[0:n])
  {
#pragma acc parallel loop num_workers(4) worker
    for (int i = 0; i < n; ++i) x[i] = i;
  }
}
";

#[test]
fn policies_and_dialects_are_listed() {
    let folder = folder_with(&[]);
    let list = text(&clacc(&["policies"], folder.path()).stdout);
    for policy in clacc::policy::Policy::all() {
        assert!(list.contains(&format!("  {:<14}{}", policy.name(), policy.about())), "{list}");
    }
    for dialect in clacc::Dialect::all() {
        assert!(list.contains(&format!("  {:<14}{}", dialect.name(), dialect.about())), "{list}");
    }
    let json = clacc(&["policies", "--format", "json"], folder.path());
    let value: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!(value["policies"][0]["name"], "performance");
    assert_eq!(value["dialects"].as_array().map(Vec::len), Some(clacc::Dialect::all().len()));
}

#[test]
fn mappings_are_compared() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    let compare = |mappings: &[&str]| {
        let words = ["translate", "a.c", "--compare"].iter().chain(mappings).copied().collect::<Vec<_>>();
        let output = clacc(&words, folder.path());
        (status(&output), text(&output.stdout), text(&output.stderr))
    };
    let (status, found, _) = compare(&["clacc:portable", "clacc-latest:portable"]);
    let expected = "\
a.c:4:1: acc parallel loop
    clacc:portable         #pragma omp target teams shared(x) firstprivate(n) defaultmap(tofrom: scalar)
                           #pragma omp distribute parallel for num_threads(4) shared(n,x)
    clacc-latest:portable  #pragma omp target teams thread_limit(4) firstprivate(n)
                           #pragma omp distribute parallel for
";
    assert_eq!((status, found.as_str()), (1, expected));
    assert_eq!(compare(&["llvm", "llvm-19"]), (0, String::new(), String::new()));
    let (status, found, _) = compare(&["clacc", "clacc-latest", "--format", "json"]);
    let value: serde_json::Value = serde_json::from_str(&found).expect("JSON");
    assert_eq!((status, &value["second"]), (1, &"clacc-latest:clacc-latest".into()));
    assert_eq!(value["differences"].as_array().map(Vec::len), Some(2));
    assert_eq!(value["differences"][0]["first"][0], "#pragma omp target data map(hold,tofrom: x[0:n])");
    let (status, _, message) = compare(&["clacc", "fortran"]);
    assert_eq!((status, message.contains("neither a policy nor a dialect")), (2, true), "{message}");
    assert_eq!(compare(&["clacc:fortran", "clacc"]).0, 2);
}

/// Makes a text with two sides, and checks what an edit of it leads to.
fn check_drift(options: &[&str]) {
    // A loop with enough work has no condition, which would need a declaration.
    let folder = folder_with(&[("a.c", &PROGRAM.replace("i < n", "i < 1000000"))]);
    let run = |words: &[&str]| {
        let words: Vec<&str> = words.iter().chain(options).copied().collect();
        clacc(&words, folder.path())
    };
    let drift = |expected: i32| {
        let output = run(&["check", "--drift", "a.c"]);
        assert_eq!(status(&output), expected, "{}", text(&output.stderr));
        text(&output.stderr).matches("[MAP0071]").count()
    };
    assert_eq!(drift(1), 2, "no directive has an OpenMP side");
    assert_eq!(status(&run(&["translate", "--mode", "dual", "--in-place", "a.c"])), 0);
    let path = folder.path().join("a.c");
    let once = std::fs::read_to_string(&path).unwrap();
    assert_eq!(once.matches("/* dual */").count(), 2, "{once}");
    assert_eq!(drift(0), 0);
    assert_eq!(status(&run(&["translate", "--mode", "dual", "--check", "a.c"])), 0);
    std::fs::write(&path, once.replace("acc data copy(", "acc data copyin(")).unwrap();
    assert_eq!(drift(1), 1);
    assert_eq!(status(&run(&["translate", "--mode", "dual", "--in-place", "a.c"])), 0);
    assert_eq!(drift(0), 0);
    std::fs::write(&path, once.replace("map(tofrom: x", "map(to: x")).unwrap();
    assert_eq!(drift(1), 1, "the OpenMP side was edited");
}

#[test]
fn sides_that_no_longer_match_are_reported() {
    check_drift(&[]);
    check_drift(&["--guard", "USE_ACC"]);
    check_drift(&["--dialect", "openmp-5.1", "--policy", "clacc-latest"]);
}

#[test]
fn a_side_needs_a_macro() {
    let folder = folder_with(&[("a.c", PROGRAM)]);
    let output = clacc(&["translate", "--mode", "dual", "--guard", "A B", "a.c"], folder.path());
    assert_eq!(status(&output), 2);
    assert_eq!(status(&clacc(&["check", "--guard", "A", "a.c"], folder.path())), 2, "without --drift");
}
