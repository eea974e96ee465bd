//! After any series of edits, every answer equals that of a fresh database.

use std::sync::Arc;

use clacc_sema::acc::AccAnalysis;
use clacc_sema::c::model::DeclModel;
use clacc_sema::db::external_decls::{DeclKind, declarations};
use clacc_sema::db::files::{NoFiles, Volatility};
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::functions::{acc_directives, acc_facts, tuned_facts};
use clacc_sema::db::models::{model, program};
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Db, Unit};
use clacc_sema::program::Program;
use clacc_sema::tuning::Tuned;
use clacc_syntax::Name;
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::{Define, Options};
use salsa::Setter;

/// The parts that the main file may have, each with alternatives. Every part may also be left out.
const PARTS: &[&[&str]] = &[
    &["#include \"a.h\"\n", "#include <a.h>\n"],
    &["#include \"b.h\"\n", "/* no b */\n", "\n\n"],
    &["#define SCALE(x) ((x) * 2)\n", "#define SCALE(x) ((x) + 2)\n", "#define SCALE(x) scale(x)\n"],
    &["typedef double real;\n", "typedef float real;\n", "struct real { int r; };\n"],
    &["struct point { real x, y; };\n", "struct point { int x; };\n", "typedef struct { int x; } point;\n"],
    &["int length = COUNT;\n", "enum { length = COUNT };\n", "static long length;\n"],
    &["#pragma acc routine seq\n", "#pragma acc routine(scale) worker\n", "#pragma acc routine seq gang\n"],
    &[
        "real scale(real x) { return x; }\n",
        "real scale(real x) { return x + 1; }\n",
        "real scale(real x) { return length + x; }\n",
        "real scale(real x) { static int calls; length = ++calls; return x; }\n",
        "real scale(real x) {\n#pragma acc routine(scale) seq\nreturn length; }\n",
        "int scale(int x);\n",
        "double scale(x) double x; { return x }\n",
    ],
    &[
        "void f(real *a) {\n#pragma acc parallel loop copy(a[0:length])\nfor (int i = 0; i < length; i++) a[i] = SCALE(a[i]);\n}\n",
        "void f(real *a) {\n#pragma acc data copy(a[0:length])\n{ a[0] = SCALE(1); }\n}\n",
        "void f(struct point *p) {\n#pragma acc parallel\np->x = COUNT;\n}\n",
    ],
    &[
        "int g(void) {\nint s = 0;\n#pragma acc parallel loop reduction(+:s)\nfor (int i = 0; i < COUNT; i++) s += i;\nreturn s; }\n",
        "int g(int n) {\nreal v[n];\n#pragma acc parallel loop num_gangs(sizeof(struct point))\nfor (int i = 0; i < n; ++i) v[i] = 0;\nreturn v[0]; }\n",
        "int g(void) { return 0; \n",
        "int g(real *restrict a) {\n#pragma acc kernels loop copy(a[0:8])\nfor (int i = 0; i < 8; i++) a[i] = scale(a[i]);\nreturn 0; }\n",
        "int g(real *a) {\n#pragma acc data copyin(a[0:8])\n{ a[0] = 1; a[1] = scale(a[0]); }\nreturn 0; }\n",
    ],
    &["#pragma acc declare create(length)\n", "#pragma acc declare device_resident(length)\n"],
    &["#pragma omp parallel\n", "_Static_assert(COUNT > 1, \"\");\n", "}\n"],
    &[
        "void h(void) {\n#pragma acc wait(1) async\n}\n",
        "void f(void) {\n#pragma acc update self(length)\n}\n",
    ],
];

/// The headers, each with alternative texts. The last alternative means that the file does not exist.
const HEADERS: &[(&str, &[&str])] = &[
    ("a.h", &["#define COUNT 10\n", "#define COUNT 11\nint scale(int);\n", "#define COUNT (length)\n", ""]),
    ("sys/a.h", &["#define COUNT 20\ntypedef int real2;\n", "#define COUNT sizeof(int)\n", ""]),
    ("b.h", &["#include \"a.h\"\nstruct point;\n", "#define length 5\n", ""]),
];

/// A pseudo-random number generator that gives the same numbers on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % limit
    }
}

/// The sources at one time.
#[derive(Clone, PartialEq, Debug)]
struct Sources {
    /// The parts of the main file, in order, each with the chosen alternative.
    parts: Vec<(usize, usize)>,
    headers: Vec<usize>,
    defines: usize,
}

impl Sources {
    fn new() -> Sources {
        Sources {
            parts: (0..PARTS.len()).map(|part| (part, 0)).collect(),
            headers: vec![0, 0, 2],
            defines: 0,
        }
    }

    fn edit(&mut self, numbers: &mut Numbers) {
        let at = numbers.below(self.parts.len().max(1));
        match numbers.below(7) {
            0 if self.parts.len() > 4 => drop(self.parts.remove(at)),
            1 if !self.parts.is_empty() => {
                let other = numbers.below(self.parts.len());
                self.parts.swap(at, other);
            }
            2 => {
                let part = numbers.below(PARTS.len());
                self.parts.insert(at, (part, numbers.below(PARTS[part].len())));
            }
            3 => {
                let header = numbers.below(HEADERS.len());
                self.headers[header] = numbers.below(HEADERS[header].1.len());
            }
            4 => self.defines = numbers.below(3),
            _ => {
                if let Some((part, alternative)) = self.parts.get_mut(at) {
                    *alternative = numbers.below(PARTS[*part].len());
                }
            }
        }
    }

    fn main(&self) -> String {
        self.parts.iter().map(|(part, alternative)| PARTS[*part][*alternative]).collect()
    }

    fn options(&self) -> Options {
        let defines: &[&str] = [&[][..], &["UNUSED"], &["COUNT=3"]][self.defines];
        Options {
            include_system: vec!["sys".into()],
            standard_includes: false,
            defines: defines.iter().map(|define| Define::Define((*define).into())).collect(),
            ..Options::default()
        }
    }

    /// Sets the inputs of a database to these sources.
    fn apply(&self, db: &mut Database, unit: Option<Unit>) -> Unit {
        for ((path, texts), chosen) in HEADERS.iter().zip(&self.headers) {
            let text = texts[*chosen];
            let text = (!text.is_empty()).then(|| text.as_bytes().into());
            set_text(db, path, text, Volatility::Stable);
        }
        let main = set_text(db, "main.c", Some(self.main().as_bytes().into()), Volatility::Edited);
        let Some(unit) = unit else {
            return Unit::new(db, main, Arc::new(self.options()), ParseLimits::default());
        };
        if *unit.options(db) != self.options() {
            unit.set_options(db).to(Arc::new(self.options()));
        }
        unit
    }
}

/// Everything that a user can observe about a declaration.
#[derive(PartialEq, Debug)]
struct Answers {
    name: Name,
    kind: DeclKind,
    first_token: u32,
    model: Arc<DeclModel>,
    program: Arc<Program>,
    acc: Arc<AccAnalysis>,
    tuned: Arc<Tuned>,
    directives: usize,
}

fn answers(db: &Database, unit: Unit) -> (Vec<Answers>, Vec<String>) {
    let decls = declarations(db, unit).iter().map(|decl| Answers {
        name: decl.name(db),
        kind: decl.kind(db),
        first_token: decl.first_token(db),
        model: model(db, *decl),
        program: program(db, *decl),
        acc: acc_facts(db, *decl),
        tuned: tuned_facts(db, *decl, true),
        directives: acc_directives(db, *decl).len(),
    });
    let findings = diagnostics(db, unit).iter().map(|finding| {
        let path = db.files().get(finding.primary.at.file).map(|file| file.path(db));
        let place = (finding.primary.at.start, finding.primary.at.end);
        format!("{path:?} {place:?} {} {:?}", finding.code.id, finding.message)
    });
    (decls.collect(), findings.collect())
}

#[test]
fn answers_after_edits_equal_those_of_a_fresh_database() {
    let mut seen_findings = 0;
    for seed in 0..8 {
        let mut numbers = Numbers(seed);
        let mut sources = Sources::new();
        let mut db = Database::default();
        let unit = sources.apply(&mut db, None);
        for _ in 0..40 {
            sources.edit(&mut numbers);
            sources.apply(&mut db, Some(unit));
            // After some edits nothing is computed, so that several edits come between two computations.
            if numbers.below(3) == 0 {
                continue;
            }
            let edited = answers(&db, unit);
            // The answers contain names, which can be compared only between databases with the same table.
            let mut fresh = Database::with_names(Arc::new(NoFiles), db.names().clone());
            let fresh_unit = sources.apply(&mut fresh, None);
            seen_findings += edited.1.len();
            assert_eq!(edited, answers(&fresh, fresh_unit), "seed {seed}, {}", sources.main());
        }
    }
    assert!(seen_findings > 50);
}
