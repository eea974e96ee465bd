//! Code before and after declarations, from a policy's rule for a directive at file scope.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::sync::Arc;

use clacc_sema::db::external_decls::{DeclKind, declarations, tree};
use clacc_sema::db::functions::acc_facts;
use clacc_sema::db::models::{self, model};
use clacc_sema::omp::form::{Anchor, Directive, Omp, Origin, UnitForm};
use clacc_sema::program::View;
use clacc_syntax::directive::OmpDirective;
use clacc_syntax::print::print_unit_with;
use clacc_ttx::dialect::{CLACC, GCC, LLVM, PORTABLE};
use clacc_ttx::node::OmpNode;
use clacc_ttx::policy::{Clacc, Context, MappingPolicy};
use clacc_ttx::print::OmpText;
use clacc_ttx::query::{Mapping, function_mapping};
use clacc_ttx::rewrite::{Mode, RewriteOptions};
use common::{Program, mode};
use expect_test::{Expect, expect};

/// The design, except that `routine` becomes a pair of directives around the function.
struct Routines;

impl MappingPolicy for Routines {
    fn id(&self) -> &'static str {
        "routines"
    }
    fn version(&self) -> &'static str {
        "1"
    }
    fn routine(&self, cx: &Context<'_>) -> OmpNode {
        let around = |anchor, kind| {
            let origin = Origin::Directive(cx.construct().directive);
            UnitForm { anchor, omp: Omp::Directive(Directive::standalone(kind, Vec::new(), origin)) }
        };
        OmpNode {
            form: Some(Omp::NOTHING),
            unit_forms: vec![
                around(Anchor::Before, OmpDirective::BeginDeclareTarget),
                around(Anchor::After, OmpDirective::EndDeclareTarget),
            ],
            ..OmpNode::default()
        }
    }
}

const SOURCE: &str = "\
int before;
#pragma acc routine seq
double half(double x)
{
    return x / 2; // half of it
} // half
#pragma acc routine seq
int next(int);   /* declared only */
int behind;
";

fn check(source: &str, options: RewriteOptions, expected: &Expect) {
    let program = Program::new(source);
    expected.assert_eq(&program.translate_by(Arc::new(Routines), CLACC, options).lossy());
}

#[test]
fn code_stands_before_and_behind_the_declaration() {
    check(
        SOURCE,
        RewriteOptions::default(),
        &expect![[r#"
        int before;
        #pragma omp begin declare target
        double half(double x)
        {
            return x / 2; // half of it
        } // half
        #pragma omp end declare target
        #pragma omp begin declare target
        int next(int);   /* declared only */
        #pragma omp end declare target
        int behind;
    "#]],
    );
}

#[test]
fn both_languages_are_shown_around_a_declaration() {
    check(
        SOURCE,
        mode(Mode::OmpAcc),
        &expect![[r#"
        int before;
        #pragma omp begin declare target
        // #pragma acc routine seq
        double half(double x)
        {
            return x / 2; // half of it
        } // half
        #pragma omp end declare target
        #pragma omp begin declare target
        // #pragma acc routine seq
        int next(int);   /* declared only */
        #pragma omp end declare target
        int behind;
    "#]],
    );
    check(
        SOURCE,
        mode(Mode::AccOmp),
        &expect![[r#"
        int before;
        #pragma acc routine seq
        // #pragma omp begin declare target
        double half(double x)
        {
            return x / 2; // half of it
        } // half
        // #pragma omp end declare target
        #pragma acc routine seq
        // #pragma omp begin declare target
        int next(int);   /* declared only */
        // #pragma omp end declare target
        int behind;
    "#]],
    );
}

#[test]
fn a_directive_without_declaration_keeps_its_text() {
    let source = "int x;\n#pragma acc routine seq\n";
    check(
        source,
        RewriteOptions::default(),
        &expect![[r#"
        int x;
        #pragma acc routine seq
    "#]],
    );
}

#[test]
fn a_declaration_in_a_macro_keeps_its_directive() {
    let source = "#define BOTH int f(int); int g;\n#pragma acc routine seq\nBOTH\n";
    check(
        source,
        RewriteOptions::default(),
        &expect![[r#"
        #define BOTH int f(int); int g;
        #pragma acc routine seq
        BOTH
    "#]],
    );
}

const DECLARED: &str = "\
static int tab[4];
#pragma acc declare create(tab)
int g(int n, int *a)
{
  int r = 0;
#pragma acc declare copy(a[0:n])
  a[0] = 1; // kept
#pragma acc parallel loop
  for (int i = 0; i < n; i++) a[i] = tab[0];

  return r;
}
";

#[test]
fn declared_variables_have_forms_before_and_around() {
    let translated = Program::new(DECLARED).translate(PORTABLE, RewriteOptions::default());
    expect![[r#"
        static int tab[4];
        __attribute__((constructor)) static void __clacc_declare_tab__(void)
        {
        #pragma omp target enter data map(alloc: tab)
        }
        int g(int n, int *a)
        {
          int r = 0;
        #pragma omp target data map(tofrom: a[0:n])
        {
          a[0] = 1; // kept
        #pragma omp target teams shared(a,tab) firstprivate(n) defaultmap(tofrom: scalar)
        #pragma omp distribute
          for (int i = 0; i < n; i++) a[i] = tab[0];
        }

          return r;
        }
    "#]]
    .assert_eq(&translated.lossy());
    let shown = Program::new(DECLARED).translate(PORTABLE, mode(Mode::AccOmp));
    expect![[r#"
        static int tab[4];
        #pragma acc declare create(tab)
        // __attribute__((constructor)) static void __clacc_declare_tab__(void)
        // {
        // #pragma omp target enter data map(alloc: tab)
        // }
        int g(int n, int *a)
        {
          int r = 0;
        // v----------ACC----------v
        #pragma acc declare copy(a[0:n])
          a[0] = 1; // kept
        #pragma acc parallel loop
          for (int i = 0; i < n; i++) a[i] = tab[0];
        // ---------ACC->OMP--------
        // #pragma omp target data map(tofrom: a[0:n])
        // {
        //   a[0] = 1; // kept
        // #pragma omp target teams shared(a,tab) firstprivate(n) defaultmap(tofrom: scalar)
        // #pragma omp distribute
        //   for (int i = 0; i < n; i++) a[i] = tab[0];
        // }
        // ^----------OMP----------^

          return r;
        }
    "#]]
    .assert_eq(&shown.lossy());
}

/// Nothing on the host finds a static variable that clang's code for devices has by itself.
#[test]
fn static_variables_of_device_code_are_out_of_reach() {
    let reaching = [
        ("device_resident(tab)", "update self(tab)", true),
        ("device_resident(tab)", "update self(tab[0:2]) if_present", true),
        ("device_resident(tab)", "host_data use_device(tab)", true),
        ("device_resident(tab)", "enter data copyin(tab)", false),
        ("device_resident(tab)", "data present(tab)", false),
        ("link(tab)", "update self(tab)", true),
        ("link(tab)", "host_data use_device(tab)", false),
    ];
    for (declared, directive, is_refused) in reaching {
        let source = format!(
            "static int tab[4];\n#pragma acc declare {declared}\n#pragma acc routine seq\nint get(int i) {{ return tab[i]; }}\n\
             void use(int *);\nvoid f(void) {{\n#pragma acc {directive}\nuse(tab);\n}}\n"
        );
        for (dialect, is_refused) in [(PORTABLE, is_refused), (LLVM, is_refused), (GCC, false)] {
            let translated = Program::new(&source).translate(dialect, RewriteOptions::default());
            let codes: Vec<_> =
                translated.translation.findings.iter().map(|finding| finding.code.id).collect();
            assert_eq!(
                codes.contains(&"MAP0057"),
                is_refused,
                "{declared} {directive} {}: {codes:?}",
                dialect.name()
            );
            let text = translated.lossy();
            assert_eq!(text.contains(&format!("#pragma acc {directive}")), is_refused, "{text}");
        }
    }
}

#[test]
fn the_canonical_print_closes_what_declare_opens() {
    expect![[r#"
        static int tab[4];
        #pragma omp declare target(tab)
        int g(int n, int *a) {
            int r = 0;
            #pragma omp target data map(hold,tofrom: a[0:n])
            {
                a[0] = 1;
                #pragma omp target teams shared(a,tab) firstprivate(n) defaultmap(tofrom: scalar)
                    #pragma omp distribute
                        for (int i = 0; i < n; i++)
                            a[i] = tab[0];
            }
            return r;
        }
    "#]]
    .assert_eq(&printed(&Program::new(DECLARED), Arc::new(Clacc)));
}

#[test]
fn the_canonical_print_shows_the_same() {
    let text = printed(&Program::new(SOURCE), Arc::new(Routines));
    expect![[r#"
        int before;
        #pragma omp begin declare target
        double half(double x) {
            return x / 2;
        }
        #pragma omp end declare target
        #pragma omp begin declare target
        int next(int);
        #pragma omp end declare target
        int behind;
    "#]]
    .assert_eq(&text);
}

/// The canonical print of a program with its OpenMP forms.
fn printed(program: &Program, policy: Arc<dyn MappingPolicy>) -> String {
    let db = &program.db;
    let mapping = Mapping::new(db, policy, CLACC.into());
    let decls = declarations(db, program.unit);
    let trees: Vec<_> = decls.iter().map(|decl| tree(db, *decl)).collect();
    let mut omp = OmpText::default();
    for decl in decls {
        let (model, lowered) = (model(db, *decl), models::program(db, *decl));
        let is_directive = decl.kind(db) == DeclKind::Directive;
        let facts = &acc_facts(db, *decl).facts;
        omp.push(View::of_c(&lowered, &model), facts, &function_mapping(db, *decl, mapping), is_directive);
    }
    let trees: Vec<_> = trees.iter().map(|parsed| &parsed.tree).collect();
    String::from_utf8(print_unit_with(&trees, &omp)).expect("the source is ASCII")
}
