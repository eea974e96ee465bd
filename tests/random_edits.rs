//! A session that is edited answers what a fresh one does.

use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::translate::TranslateOptions;
use clacc::{Analysis, Session, Unit};

/// Numbers that look random (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Functions: `$` is a number, `%` a directive's clauses.
const FUNCTIONS: [&str; 8] = [
    "void f$(int n, double *x) {\n#pragma acc parallel loop%\n  for (int i = 0; i < n; ++i) x[i] += N * $;\n}\n",
    "static int g$(int n) { return n + $; }\n",
    "#pragma acc routine seq\nint r$(int n) { return n * $; }\n",
    "void k$(int n, T x[n]) {\n  T s = 0;\n#pragma acc kernels loop%\n  for (int i = 1; i < n; ++i) x[i] = x[i - 1] + h(i);\n#pragma acc wait\n  x[0] = s;\n}\n",
    "T v$ = $;\n#pragma acc declare create(v$)\n",
    "void d$(int n, T *x) {\n#pragma acc data%\n  {\n#pragma acc update self(x[0:n])\n#pragma omp parallel for\n    for (int i = 0; i < n; ++i) x[i] = LENGTH(i);\n  }\n}\n",
    "#if N > 1\ntypedef double t$;\n#else\ntypedef int t$;\n#endif\n",
    "void e$(int n) {\n#pragma acc loop bind(\n  n += $\n}\n",
];
const CLAUSES: [&str; 6] = [
    "",
    " copy(x[0:n])",
    " copyin(x[0:n]) num_gangs(n)",
    " gang vector",
    " async(n) if(n > 4)",
    " device_type(host) seq",
];
const HEADERS: [&str; 5] = [
    "typedef double T;\nstatic inline int h(int i) { return i; }\n#define LENGTH(i) (i)\n",
    "typedef float T;\nint h(int);\n#define LENGTH(i) ((i) + 1)\n#define M 3\n",
    "#pragma acc routine seq\nint h(int i);\ntypedef int T;\n#define LENGTH(i) i\n",
    "#include \"other.h\"\n",
    "",
];
const OTHER: [&str; 2] = [
    "typedef long T;\n#define LENGTH(i) sizeof(T[i])\n#pragma acc routine worker\nint h(int);\n",
    "struct T { int a; };\n",
];

/// What the sources of a session are, by themselves.
#[derive(Clone)]
struct Program {
    functions: Vec<String>,
    header: usize,
    other: usize,
    /// The value of `N` in each unit.
    units: Vec<usize>,
}

impl Program {
    fn main(&self) -> String {
        format!("#include \"own.h\"\n{}", self.functions.concat())
    }

    fn session(&self) -> (Session, Vec<Unit>) {
        let mut session = Session::new(MemoryFiles::new());
        session.set_source("f.c", self.main());
        session.set_source("own.h", HEADERS[self.header]);
        session.set_source("other.h", OTHER[self.other]);
        let units = self.units.iter().map(|value| add(&mut session, *value)).collect();
        (session, units)
    }
}

fn options(value: usize) -> CompileOptions {
    CompileOptions::default().define(format!("N={value}"))
}

fn add(session: &mut Session, value: usize) -> Unit {
    session.add_unit("f.c", &options(value)).expect("the file is there")
}

fn function(numbers: &mut Numbers) -> String {
    let number = numbers.below(12).to_string();
    let clauses = CLAUSES[numbers.below(CLAUSES.len())];
    FUNCTIONS[numbers.below(FUNCTIONS.len())].replace('$', &number).replace('%', clauses)
}

/// Changes a session and what it should hold in the same way.
fn change(numbers: &mut Numbers, program: &mut Program, session: &mut Session, units: &mut Vec<Unit>) {
    let count = program.functions.len();
    match numbers.below(16) {
        0..6 => program.functions[numbers.below(count)] = function(numbers),
        6..8 if count < 12 => program.functions.insert(numbers.below(count), function(numbers)),
        6..9 if count > 2 => _ = program.functions.remove(numbers.below(count)),
        9 => program.functions.swap(0, numbers.below(count)),
        10 => {
            program.header = numbers.below(HEADERS.len());
            session.set_source("own.h", HEADERS[program.header]);
        }
        11 => {
            program.other = numbers.below(OTHER.len());
            session.set_source("other.h", OTHER[program.other]);
        }
        12 => {
            let (at, value) = (numbers.below(units.len()), numbers.below(4));
            program.units[at] = value;
            session.set_options(units[at], &options(value)).expect("it is there");
        }
        13 if units.len() < 3 => {
            program.units.push(numbers.below(4));
            units.push(add(session, program.units[units.len()]));
        }
        14 if units.len() > 1 => {
            let at = numbers.below(units.len());
            program.units.remove(at);
            session.remove_unit(units.remove(at)).expect("it is there");
        }
        _ => program.functions[0].push_str("/* typed */\n"),
    }
    session.set_source("f.c", program.main());
}

fn answers(analysis: &Analysis, unit: Unit) -> [String; 5] {
    let translation = analysis.translate(unit, &TranslateOptions::default());
    [
        format!("{:?}", analysis.check(unit)),
        format!("{:?}", analysis.check_syntax(unit)),
        format!("{:?}", analysis.attributes(unit)),
        format!(
            "{} {:?} {:?}",
            String::from_utf8_lossy(&translation.text),
            translation.verdicts,
            translation.diagnostics
        ),
        analysis.dump_text(unit, &clacc::omp::MappingChoice::default()),
    ]
}

fn edited_sessions_answer_like_fresh_ones(edits: usize, seed: u64) {
    let mut numbers = Numbers(seed);
    let functions = (0..4).map(|_| function(&mut numbers)).collect();
    let mut program = Program { functions, header: 0, other: 0, units: vec![1] };
    let (mut session, mut units) = program.session();
    for edit in 0..edits {
        change(&mut numbers, &mut program, &mut session, &mut units);
        // What was asked before is what can be out of date.
        let at = numbers.below(units.len());
        let (fresh, fresh_units) = program.session();
        let found = session.snapshot().ask(|analysis| answers(analysis, units[at]));
        let expected = answers(&fresh, fresh_units[at]);
        for (found, expected) in found.expect("nobody edits").iter().zip(&expected) {
            assert_eq!(found, expected, "edit {edit} of seed {seed}: {}", program.main());
        }
    }
}

#[test]
fn some_edits() {
    edited_sessions_answer_like_fresh_ones(40, 0x9e37_79b9_7f4a_7c15);
}

#[test]
#[ignore = "takes minutes"]
fn ten_thousand_edits() {
    for seed in 1..=10 {
        edited_sessions_answer_like_fresh_ones(1000, 0x2545_f491_4f6c_dd1d_u64.wrapping_mul(seed));
    }
}
