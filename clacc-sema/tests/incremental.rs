//! The queries that run again after an edit: those that the edit affects, and no others.
//!
//! Each case checks both: the exact list of queries that ran contains those for the edited declaration, and
//! none for the other declarations.

use std::sync::Arc;

use clacc_sema::db::external_decls::{ExternalDecl, declarations};
use clacc_sema::db::files::{NoFiles, Volatility};
use clacc_sema::db::findings::diagnostics;
use clacc_sema::db::functions::acc_directives;
use clacc_sema::db::set_text;
use clacc_sema::db::{Database, Db, Unit};
use clacc_syntax::parse::ParseLimits;
use clacc_syntax::preprocess::{Define, Options};
use salsa::Setter;
use salsa::plumbing::AsId;

const MAIN: &str = r#"#include "sizes.h"
#define TWICE(x) ((x) * 2)
#define THRICE(x) ((x) * 3)
typedef double real;
int length;
static int helper(int x) { return x; }
void f(real *a) {
    #pragma acc parallel loop copy(a[0:SIZE])
    for (int i = 0; i < SIZE; i++)
        a[i] = TWICE(a[i]);
}
void g(real *b) {
    #pragma acc parallel loop copy(b[0:length])
    for (int i = 0; i < length; i++)
        b[i] = THRICE(helper(b[i]));
}
"#;

const HEADER: &str = "#define SIZE 10\nint unused;\n";

/// The queries whose key is one declaration.
const PER_DECLARATION: &[&str] =
    &["tree", "model", "program", "acc_facts", "omp_findings", "omp_facts", "acc_directives"];

fn bytes(text: &str) -> Arc<[u8]> {
    text.as_bytes().into()
}

fn options() -> Options {
    Options { include: vec!["include".into(), "fallback".into()], ..Options::default() }
}

struct Project {
    db: Database,
    unit: Unit,
}

impl Project {
    fn new() -> Project {
        let mut db = Database::recorded(Arc::new(NoFiles));
        set_text(&mut db, "fallback/sizes.h", Some(bytes(HEADER)), Volatility::Stable);
        let main = set_text(&mut db, "main.c", Some(bytes(MAIN)), Volatility::Edited);
        let unit = Unit::new(&db, main, Arc::new(options()), ParseLimits::default());
        let project = Project { db, unit };
        project.ask();
        project
    }

    /// Computes everything that a session needs of a unit.
    fn ask(&self) -> usize {
        let directives = declarations(&self.db, self.unit)
            .iter()
            .filter(|decl| decl.has_directive(&self.db))
            .map(|decl| acc_directives(&self.db, *decl).len());
        directives.sum::<usize>() + diagnostics(&self.db, self.unit).len()
    }

    fn edit(&mut self, from: &str, to: &str) {
        let text = self.unit.main(&self.db).text(&self.db).expect("the main file has a text");
        let text = String::from_utf8_lossy(&text).replace(from, to);
        set_text(&mut self.db, "main.c", Some(bytes(&text)), Volatility::Edited);
    }

    /// The queries about single declarations that ran when everything was computed again, as
    /// `query function`.
    fn ran(&self) -> Vec<String> {
        self.db.log().start();
        self.ask();
        let executions = self.db.log().finish(&self.db);
        let decls = declarations(&self.db, self.unit);
        let name =
            |key| decls.iter().find(|decl| decl.as_id().index() == key).map(|decl| name_of(&self.db, *decl));
        let per_declaration =
            executions.iter().filter(|execution| PER_DECLARATION.contains(&execution.query.as_str()));
        let mut ran: Vec<_> = per_declaration
            .map(|execution| format!("{} {}", execution.query, name(execution.key).unwrap_or_default()))
            .collect();
        ran.sort();
        ran
    }
}

fn name_of<'db>(db: &'db Database, decl: ExternalDecl<'db>) -> String {
    db.names()[decl.name(db)].to_owned()
}

/// All queries about one function, as `query function`.
fn all_of(function: &str) -> Vec<String> {
    let mut all: Vec<_> = PER_DECLARATION.iter().map(|query| format!("{query} {function}")).collect();
    all.sort();
    all
}

/// Edits the main file, and compares the queries that ran.
fn check(from: &str, to: &str, expected: &[String]) {
    let mut project = Project::new();
    project.edit(from, to);
    assert_eq!(project.ran(), expected, "replacing {from:?} by {to:?}");
}

#[test]
fn asking_again_runs_nothing() {
    let project = Project::new();
    project.db.log().start();
    assert_eq!(project.ask(), 2);
    assert_eq!(project.db.log().finish(&project.db), []);
}

#[test]
fn an_edit_in_a_body_concerns_that_function_only() {
    check("a[i] = ", "a[i] += ", &all_of("f"));
    check("b[i] = ", "b[i] += ", &all_of("g"));
    check("copy(b[0:length])", "copyin(b[0:length])", &all_of("g"));
}

#[test]
fn text_that_is_no_token_concerns_nobody() {
    check("#include", "\n\n// first\n#include", &[]);
    check("void g", "\n/* about g */\nvoid g", &[]);
    check("a[i] = ", "a[i] /* here */ =\n ", &[]);
}

#[test]
fn an_edit_in_a_body_without_directives_runs_nothing_there() {
    check("return x;", "return x + 1;", &[]);
}

#[test]
fn a_renamed_function_is_another_one() {
    check("void f(", "void f2(", &all_of("f2"));
}

#[test]
fn declarations_come_and_go_without_their_neighbours_noticing() {
    check("void g", "void h(void) { }\nvoid g", &[]);
    check("static int helper", "int other; static int helper", &[]);
    check("int length;\n", "int other, length;\n", &[]);
    let added = "void h(int *c) {\n#pragma acc parallel copy(c[0:1])\n c[0] = 1; }\nvoid g";
    check("void g", added, &all_of("h"));
}

#[test]
fn the_order_of_functions_is_not_their_business() {
    let f = &MAIN[MAIN.find("void f").expect("f")..MAIN.find("void g").expect("g")];
    let mut project = Project::new();
    project.edit(f, "");
    let text = project.unit.main(&project.db).text(&project.db).expect("text");
    let swapped = format!("{}{f}", String::from_utf8_lossy(&text));
    // Nothing is computed between the two edits, so the queries see them as one revision.
    set_text(&mut project.db, "main.c", Some(bytes(&swapped)), Volatility::Edited);
    assert_eq!(project.ran(), Vec::<String>::new());
}

#[test]
fn a_macro_concerns_the_functions_that_use_it() {
    check("((x) * 2)", "((x) * 4)", &all_of("f"));
    check("((x) * 3)", "((x) * 4)", &all_of("g"));
    check("#define TWICE", "#define FOUR 4\n#define TWICE", &[]);
}

#[test]
fn a_changed_signature_concerns_those_who_name_it() {
    let names_only: Vec<_> =
        ["acc_facts", "model", "omp_findings"].iter().map(|query| format!("{query} g")).collect();
    let ran = |from: &str, to: &str| {
        let mut project = Project::new();
        project.edit(from, to);
        project.ran()
    };
    assert!(ran("static int helper", "static long helper").contains(&names_only[1]));
    assert!(ran("int length;", "long length;").contains(&names_only[1]));
    assert!(!ran("int length;", "long length;").iter().any(|query| query.ends_with(" f")));
    assert!(ran("typedef double real", "typedef float real").contains(&"model f".to_owned()));
    check("helper(int x)", "helper(int y)", &[]);
}

#[test]
fn a_header_concerns_those_who_use_what_changed() {
    let mut project = Project::new();
    set_text(
        &mut project.db,
        "fallback/sizes.h",
        Some(bytes("#define SIZE 11\nint unused;\n")),
        Volatility::Stable,
    );
    assert_eq!(project.ran(), all_of("f"));
    set_text(
        &mut project.db,
        "fallback/sizes.h",
        Some(bytes("#define SIZE 11\nlong unused;\n")),
        Volatility::Stable,
    );
    assert_eq!(project.ran(), Vec::<String>::new());
}

#[test]
fn a_header_that_appears_earlier_in_the_search_shadows_the_old_one() {
    let mut project = Project::new();
    set_text(&mut project.db, "include/sizes.h", Some(bytes("#define SIZE 12\n")), Volatility::Stable);
    assert_eq!(project.ran(), all_of("f"));
    set_text(&mut project.db, "include/sizes.h", None, Volatility::Stable);
    assert_eq!(project.ran(), all_of("f"));
}

#[test]
fn an_option_concerns_those_who_use_it() {
    let mut project = Project::new();
    let mut changed = options();
    changed.defines.push(Define::Define("UNRELATED=1".into()));
    project.unit.set_options(&mut project.db).to(Arc::new(changed.clone()));
    assert_eq!(project.ran(), Vec::<String>::new());
    changed.defines.push(Define::Define("length=7".into()));
    project.unit.set_options(&mut project.db).to(Arc::new(changed));
    assert_eq!(project.ran(), all_of("g"));
}

#[test]
fn editing_below_the_headers_expands_no_header_again() {
    let mut project = Project::new();
    project.edit("a[i] = ", "a[i] -= ");
    project.db.log().start();
    project.ask();
    let ran: Vec<_> =
        project.db.log().finish(&project.db).into_iter().map(|execution| execution.query).collect();
    let count = |query: &str| ran.iter().filter(|each| *each == query).count();
    assert_eq!((count("prefix_text"), count("prefix")), (1, 0));
    assert_eq!((count("lex"), count("rest"), count("declarations")), (1, 1, 1));
    assert_eq!(count("global") + count("lookup"), 0);
}

#[test]
fn setting_the_same_text_is_no_change() {
    let mut project = Project::new();
    project.edit("nothing of the kind", "");
    project.db.log().start();
    project.ask();
    assert_eq!(project.db.log().finish(&project.db), []);
}
