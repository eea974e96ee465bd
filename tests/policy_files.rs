//! Policies in files: what rules make of programs, what is said of it, and which files are refused.

mod one_file;

use std::sync::Arc;

use clacc::policy::{PolicyFile, PolicyFileErrorKind, testing};
use clacc::translate::{Fidelity, TranslateOptions, Translation};
use clacc::{Dialect, dialect};
use one_file::open;
use proptest::prelude::*;

const PROGRAM: &str = "\
void f(int n, double *x, double s) {
#pragma acc parallel loop gang vector num_gangs(8) copy(x[0:n]) reduction(+:s)
  for (int i = 0; i < n; ++i)
    s += x[i];
#pragma acc update self(x[0:n]) async
}
";

/// The beginning of a file; rules follow.
const HEAD: &str = "name = \"mine\"\nversion = \"7\"\n";

fn parsed(text: &str) -> PolicyFile {
    PolicyFile::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn translated(file: &PolicyFile, program: &str, dialect: Dialect) -> Arc<Translation> {
    let (session, unit) = open(program);
    let options = TranslateOptions::default().with_policy(file.policy()).with_dialect(dialect);
    session.translate(unit, &options)
}

fn text(translation: &Translation) -> String {
    String::from_utf8_lossy(&translation.text).into_owned()
}

/// The line of the text that begins with a directive.
fn line<'t>(text: &'t str, directive: &str) -> &'t str {
    let begins = |line: &&str| line.strip_prefix("#pragma ").is_some_and(|rest| rest.starts_with(directive));
    text.lines().find(begins).unwrap_or_else(|| panic!("no {directive}: {text}"))
}

/// A rule, a dialect, a directive of the result, what its line has, and what it has not.
type Made = (&'static str, Dialect, &'static str, &'static [&'static str], &'static [&'static str]);

const MADE: &[Made] = &[
    (
        "construct = 'parallel'\nreplace = { num_teams = 4 }",
        dialect::PORTABLE,
        "omp target teams",
        &["num_teams(4)"],
        &[],
    ),
    (
        "construct = ['kernels', 'parallel']\nadd = { thread_limit = 64, device = 1 }",
        dialect::PORTABLE,
        "omp target teams",
        &["thread_limit(64) device(1)"],
        &[],
    ),
    (
        "construct = 'kernels'\nadd = { num_teams = 4 }",
        dialect::PORTABLE,
        "omp target teams",
        &[],
        &["num_teams"],
    ),
    (
        "construct = 'loop'\nreplace = { if = { of = 'parallel', condition = false } }",
        dialect::PORTABLE,
        "omp distribute",
        &["if(parallel: 0)"],
        &["n >"],
    ),
    (
        "construct = 'loop'\nremove = ['if', 'reduction']\nadd = { num_threads = 0x10 }",
        dialect::HOST,
        "omp parallel for simd",
        &["num_threads(16)"],
        &["if(", "reduction"],
    ),
    (
        "construct = 'loop'\ndirective = 'parallel for'",
        dialect::HOST,
        "omp parallel for",
        &["if("],
        &["simd"],
    ),
    (
        "on = 'distribute parallel for simd'\ndirective = 'distribute parallel for'",
        dialect::PORTABLE,
        "omp distribute parallel for",
        &["if("],
        &["simd"],
    ),
    ("on = 'teams'\ndirective = 'target'", dialect::PORTABLE, "omp target teams", &[], &[]),
    (
        "construct = 'loop'\nlevel = ['gang', 'vector']\nadd = { schedule = 'dynamic' }",
        dialect::HOST,
        "omp parallel for simd",
        &["schedule(dynamic)"],
        &[],
    ),
    ("level = 'gang'\nkeep = 'by hand'", dialect::PORTABLE, "omp target update", &[], &[]),
    (
        "construct = 'loop'\nadd = { schedule = { kind = 'guided', chunk = 4 }, dist_schedule = { kind = 'static', chunk = 2 } }",
        dialect::PORTABLE,
        "omp distribute",
        &["schedule(guided, 4)", "dist_schedule(static, 2)"],
        &[],
    ),
    (
        "construct = 'parallel'\nadd = { defaultmap = { behavior = 'tofrom', category = 'scalar' } }",
        dialect::PORTABLE,
        "omp target teams",
        &["defaultmap(tofrom: scalar)"],
        &[],
    ),
    ("dialect = ['host', 'llvm']\nkeep = 'by hand'", dialect::PORTABLE, "omp target teams", &[], &[]),
    (
        "dialect = ['host', 'llvm']\nkeep = 'by hand'",
        dialect::HOST,
        "acc parallel loop",
        &["gang vector"],
        &[],
    ),
    (
        "construct = 'update'\nhas_clause = 'async'\nkeep = 'by hand'",
        dialect::PORTABLE,
        "acc update",
        &[],
        &[],
    ),
    (
        "construct = 'update'\nlacks_clause = ['wait', 'async']\nkeep = 'by hand'",
        dialect::PORTABLE,
        "omp target update",
        &[],
        &[],
    ),
    ("construct = 'update'\nremove = 'nowait'", dialect::PORTABLE, "omp target update", &[], &["nowait"]),
    (
        "construct = 'parallel'\non = ['innermost', 'target teams']\nreplace = { num_teams = 4 }",
        dialect::PORTABLE,
        "omp target teams",
        &["num_teams(4)"],
        &[],
    ),
];

#[test]
fn rules_change_forms() {
    for (rule, dialect, directive, has, lacks) in MADE {
        let file = parsed(&format!("{HEAD}[[rule]]\n{rule}\n"));
        let translation = translated(&file, PROGRAM, *dialect);
        let text = text(&translation);
        let line = line(&text, directive);
        assert!(has.iter().all(|word| line.contains(word)), "{rule}: {line}");
        assert!(!lacks.iter().any(|word| line.contains(word)), "{rule}: {line}");
        testing::check_pure(&file.policy(), *dialect, [PROGRAM]).expect("rules are pure");
    }
}

const DIVIDED: &str = "\
void f(int n, double *x) {
#pragma acc kernels copy(x[0:n])
  {
    for (int i = 0; i < n; ++i)
      x[i] = i;
    x[0] = 1;
  }
}
";

#[test]
fn the_parts_of_a_divided_construct_are_innermost() {
    for (on, of_data, of_parts) in
        [("innermost", false, true), ("outermost", true, false), ("each", true, true)]
    {
        let rule = format!("construct = 'kernels'\non = '{on}'\nadd = {{ device = 7 }}");
        let file = parsed(&format!("{HEAD}[[rule]]\n{rule}\n"));
        let text = text(&translated(&file, DIVIDED, dialect::PORTABLE));
        let has = |begins: &str| {
            let mut lines = text.lines().filter(|line| line.trim_start().starts_with(begins));
            lines.all(|line| line.contains("device(7)"))
        };
        assert_eq!(has("#pragma omp target data"), of_data, "{on}: {text}");
        assert_eq!(has("#pragma omp target teams"), of_parts, "{on}: {text}");
    }
}

#[test]
fn a_directive_can_be_left_out() {
    let file = parsed(&format!("{HEAD}[[rule]]\nconstruct = 'update'\nleave_out = 'one memory'\n"));
    let translation = translated(&file, PROGRAM, dialect::PORTABLE);
    assert!(!text(&translation).contains("update"), "{}", text(&translation));
    let of_update = translation.verdicts.iter().filter(|line| line.reason == "one memory");
    assert!(of_update.clone().all(|line| line.fidelity == Fidelity::Dropped) && of_update.count() > 1);
}

/// Rules, and what is said of `update` and its clauses: the fidelities, and the reasons of the first.
const SAID: &[(&str, &[Fidelity], &str)] = &[
    ("remove = 'nowait'", &[Fidelity::Approximated; 2], "as policy mine 7 has it"),
    ("remove = 'nowait'\nreason = 'it is slow'", &[Fidelity::Approximated; 2], "it is slow"),
    (
        "remove = 'nowait'\nfidelity = 'dropped'\nreason = 'it is fast'",
        &[Fidelity::Exact, Fidelity::Dropped],
        "it is fast",
    ),
    (
        "remove = 'depend'\nfidelity = 'exact'\nreason = 'no'\n[[rule]]\nconstruct = 'update'\nremove = 'nowait'",
        &[Fidelity::Approximated],
        "as policy mine 7 has it",
    ),
    (
        "remove = 'nowait'\n[[rule]]\nconstruct = 'update'\nremove = 'depend'\nfidelity = 'exact'\nreason = 'r'",
        &[Fidelity::Approximated],
        "as policy mine 7 has it; r",
    ),
    ("remove = 'simdlen'\nfidelity = 'approximated'\nreason = 'nothing is there'", &[], ""),
];

#[test]
fn what_a_rule_changes_is_said() {
    for (rule, fidelities, reason) in SAID {
        let file = parsed(&format!("{HEAD}[[rule]]\nconstruct = 'update'\n{rule}\n"));
        let translation = translated(&file, PROGRAM, dialect::PORTABLE);
        let said =
            translation.verdicts.iter().filter(|line| !reason.is_empty() && line.reason.contains(reason));
        let said: Vec<Fidelity> = said.map(|line| line.fidelity).collect();
        assert!(said.starts_with(fidelities), "{rule}: {:#?}", translation.verdicts);
        let without = translation.verdicts.iter().any(|line| line.reason.contains("nothing is there"));
        assert!(!without, "{rule}");
    }
}

/// Rules that OpenMP does not permit, and the code of the finding.
const UNCHECKED: &[(&str, &str)] = &[
    ("construct = 'loop'\nadd = { thread_limit = 4 }", "OMP9001"),
    ("construct = 'parallel'\nadd = { num_teams = 4, num_threads = 2 }", "OMP9001"),
    ("construct = 'parallel'\ndirective = 'distribute'", "OMP9001"),
    ("construct = 'loop'\ndirective = 'teams'\nremove = 'if'", "OMP9002"),
    ("construct = 'parallel'\nreplace = { num_teams = 0 }", "OMP9004"),
    ("construct = 'loop'\nreplace = { collapse = 3 }", "OMP9005"),
    ("construct = 'loop'\nreplace = { collapse = -3 }", "OMP9004"),
];

#[test]
fn no_rule_gives_a_form_that_openmp_does_not_permit() {
    for (rule, code) in UNCHECKED {
        let file = parsed(&format!("{HEAD}[[rule]]\n{rule}\n"));
        let translation = translated(&file, PROGRAM, dialect::PORTABLE);
        let found: Vec<_> = translation.diagnostics.iter().map(|finding| finding.code.id).collect();
        assert!(found.contains(code), "{rule}: {found:?}\n{}", text(&translation));
        line(&text(&translation), "acc parallel loop");
    }
}

use PolicyFileErrorKind::{BuiltInName, Contradiction, Impossible, Missing, Syntax, Unknown, Value};

/// Files that are refused: the kind of the fault, and its text with the place.
const REFUSED: &[(&str, PolicyFileErrorKind, &str)] = &[
    ("", Missing, "1:1: `name` is missing"),
    ("name = ", Syntax, "1:8: "),
    ("name = 1\nversion = '1'", Value, "1:8: `name` must be a string, not an integer"),
    ("name = 'a b'\nversion = '1'", Value, "1:8: `name` is made of letters, digits, `-`, `_` and `.`"),
    ("name = ''\nversion = '1'", Value, "1:8: `name` is text in one line, which is not empty"),
    (
        "name = 'performance'\nversion = '1'",
        BuiltInName,
        "1:8: `performance` is the name of a built-in policy",
    ),
    ("name = 'a'", Missing, "1:1: `version` is missing"),
    ("name = 'a'\nversion = 1", Value, "2:11: `version` must be a string, not an integer"),
    ("name = 'a'\nversion = \"1\\n2\"", Value, "2:11: `version` is text in one line, which is not empty"),
    ("name = 'a'\nversion = '1'", Missing, "1:1: `rule` is missing"),
    ("name = 'a'\nversion = '1'\nrule = []", Value, "3:8: `rule` is an array with at least one value"),
    ("name = 'a'\nversion = '1'\nrule = [1]", Value, "3:9: `rule` must be a table, not an integer"),
    ("name = 'a'\nversion = '1'\nrules = 1", Unknown, "3:1: unknown key `rules`; did you mean `rule`?"),
    ("name = 'a'\nname = 'b'", Syntax, "2:1: "),
    (
        "name = 'a'\nversion = '1'\nbase = 'perfomance'",
        Unknown,
        "3:8: unknown policy `perfomance`; did you mean `performance`?",
    ),
];

/// Rules that are refused; they begin in the fourth line.
const REFUSED_RULES: &[(&str, PolicyFileErrorKind, &str)] = &[
    ("", Missing, "3:1: the rule does nothing"),
    ("construct = 'loop'", Missing, "3:1: the rule does nothing"),
    ("on = 'each'\nreason = 'r'", Missing, "3:1: the rule does nothing"),
    ("constuct = 'loop'", Unknown, "4:1: unknown key `constuct`; did you mean `construct`?"),
    (
        "construct = 'paralel'",
        Unknown,
        "4:13: unknown directive of OpenACC `paralel`; did you mean `parallel`?",
    ),
    ("construct = ['loop', 3]", Value, "4:22: `construct` must be a string, not an integer"),
    ("construct = []", Value, "4:13: `construct` is an array with at least one value"),
    ("construct = 3", Value, "4:13: `construct` must be an array, not an integer"),
    (
        "construct = 'parallel loop'",
        Value,
        "4:13: `parallel loop` is two constructs, `parallel` and `loop`: name one of them",
    ),
    (
        "has_clause = 'num_gang'",
        Unknown,
        "4:14: unknown clause of OpenACC `num_gang`; did you mean `num_gangs`?",
    ),
    ("level = 'seq'", Unknown, "4:9: unknown level of parallelism `seq`"),
    ("dialect = 'gc'", Unknown, "4:11: unknown dialect `gc`; did you mean `gcc`?"),
    ("keep = 'a'\nadd = { nowait = true }", Contradiction, "5:1: a rule with `keep` takes no `add`"),
    ("leave_out = 'a'\nkeep = 'b'", Contradiction, "4:1: a rule with `keep` takes no `leave_out`"),
    ("keep = true", Value, "4:8: `keep` must be a string, not `true`"),
    (
        "on = 'outmost'\nremove = 'if'",
        Unknown,
        "4:6: unknown directive of OpenMP `outmost`; did you mean `outermost`?",
    ),
    (
        "directive = 'paralel for'",
        Unknown,
        "4:13: unknown directive of OpenMP `paralel for`; did you mean `parallel for`?",
    ),
    ("remove = 'nowai'", Unknown, "4:10: unknown clause of OpenMP `nowai`; did you mean `nowait`?"),
    ("remove = 'if'\nadd = { if = true }", Contradiction, "5:9: the rule names the clause `if` twice"),
    (
        "add = { num_thread = 8 }",
        Unknown,
        "4:9: unknown clause of OpenMP `num_thread`; did you mean `num_threads`?",
    ),
    ("add = { num_threads = 'n' }", Value, "4:23: `num_threads` must be an integer, not a string"),
    ("add = { num_threads = 8.0 }", Value, "4:23: `num_threads` must be an integer, not a float"),
    ("add = { num_threads = 99999999999999999999 }", Value, "4:23: `num_threads` is an integer of 64 bits"),
    ("add = { nowait = 1 }", Value, "4:18: `nowait` must be `true`, not an integer"),
    ("add = { nowait = false }", Value, "4:18: `nowait` must be `true`, not `false`"),
    ("add = { sizes = 4 }", Value, "4:17: `sizes` must be an array, not an integer"),
    (
        "add = { proc_bind = 'close' }",
        Impossible,
        "4:9: a policy file cannot make `proc_bind`: its argument is no constant",
    ),
    (
        "add = { private = 'x' }",
        Impossible,
        "4:9: a policy file cannot make `private`: its argument is no constant",
    ),
    (
        "add = { schedule = 'statc' }",
        Unknown,
        "4:20: unknown kind of `schedule` `statc`; did you mean `static`?",
    ),
    ("add = { schedule = { chunk = 4 } }", Missing, "4:20: `kind` is missing"),
    (
        "add = { schedule = { kind = 'static', chunks = 4 } }",
        Unknown,
        "4:39: unknown key `chunks`; did you mean `chunk`?",
    ),
    ("add = { dist_schedule = 'dynamic' }", Unknown, "4:25: unknown kind of `dist_schedule` `dynamic`"),
    ("add = { defaultmap = 'tofrom' }", Value, "4:22: `defaultmap` must be a table, not a string"),
    ("add = { if = 1 }", Value, "4:14: `if` must be `true`, `false` or a table, not an integer"),
    ("add = 1", Value, "4:7: `add` must be a table, not an integer"),
    (
        "remove = 'if'\nfidelity = 'exakt'\nreason = 'r'",
        Unknown,
        "5:12: unknown fidelity `exakt`; did you mean `exact`?",
    ),
    ("remove = 'if'\nfidelity = 'exact'", Missing, "5:1: `reason` is missing: a `fidelity` has one"),
    (
        "add = { if = true }\nfidelity = 'dropped'\nreason = 'r'",
        Contradiction,
        "5:12: `dropped` is said of clauses that are left out",
    ),
];

#[test]
fn faults_have_their_places() {
    let rules =
        REFUSED_RULES.iter().map(|(rule, kind, says)| (format!("{HEAD}[[rule]]\n{rule}\n"), kind, says));
    let files = REFUSED.iter().map(|(file, kind, says)| ((*file).to_owned(), kind, says));
    for (text, kind, says) in files.chain(rules) {
        let error = PolicyFile::parse(&text).expect_err(&text);
        assert!(error.to_string().starts_with(says), "{text}: {error}");
        assert_eq!(error.kind(), *kind, "{text}: {error}");
        let nearest = error.nearest().map(|word| format!("did you mean `{word}`?"));
        assert!(nearest.is_none_or(|nearest| says.ends_with(&nearest)), "{error}");
    }
    let error = PolicyFile::parse(b"name = '\xff'").expect_err("it is not UTF-8");
    assert_eq!(error.to_string(), "1:9: the text is not UTF-8");
    for deep in ["[", "{a=", "a."] {
        let error =
            PolicyFile::parse(format!("name = {}", deep.repeat(100_000))).expect_err("it is too deep");
        assert_eq!(error.kind(), Syntax);
    }
}

#[test]
fn equal_rules_are_one_policy() {
    let rule = "[[rule]]\nconstruct = 'loop'\nadd = { collapse = 2 }\n";
    let number = |text: &str| parsed(text).policy().fingerprint();
    let first = number(&format!("{HEAD}{rule}"));
    assert_eq!(
        first,
        number(&format!("# more\n{HEAD}\nbase = \"performance\"\n{}", rule.replace(" = ", "=")))
    );
    for other in ["collapse = 3", "safelen = 2"] {
        assert_ne!(first, number(&format!("{HEAD}{}", rule.replace("collapse = 2", other))));
    }
    assert_ne!(first, number(&format!("{HEAD}base = 'clacc'\n{rule}")));
    let policy = parsed(&format!("{HEAD}base = 'clacc'\n{rule}"));
    assert_eq!(
        (policy.base().name(), policy.policy().name(), policy.policy().version()),
        ("clacc", "mine", "7")
    );
}

/// The example of the page does what the page says.
#[test]
fn the_page_has_a_complete_example() {
    let page = include_str!("../docs/policy-files.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let file = parsed(example.expect("the page has an example"));
    let translation = translated(&file, PROGRAM, dialect::PORTABLE);
    let text = text(&translation);
    assert!(line(&text, "omp target teams").contains("thread_limit(128)"), "{text}");
    let inner = line(&text, "omp distribute parallel for");
    assert!(inner.contains("schedule(static, 4)") && !inner.contains("simd"), "{text}");
    line(&text, "acc update");
}

proptest! {
    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        _ = PolicyFile::parse(&bytes);
    }

    /// A file with a part of it replaced by parts of others.
    #[test]
    fn no_changed_file_panics(rule in 0..MADE.len(), other in 0..REFUSED_RULES.len(), cut in 0usize..120, end in 0usize..120) {
        let whole = format!("{HEAD}[[rule]]\n{}\n", MADE[rule].0);
        let start: String = whole.chars().take(cut).collect();
        let rest: String = whole.chars().skip(end).collect();
        _ = PolicyFile::parse(format!("{start}{}{rest}", REFUSED_RULES[other].0));
    }
}
