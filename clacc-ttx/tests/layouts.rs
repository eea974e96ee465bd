//! The exact layouts of the modes of the Clacc compiler, in text that is edited and in text that is printed from
//! the tree.

#![expect(clippy::needless_raw_string_hashes, reason = "expected texts are written by expect-test")]

mod common;

use std::sync::Arc;

use clacc_sema::db::external_decls::{declarations, tree};
use clacc_sema::db::functions::acc_facts;
use clacc_sema::db::models::{self, model};
use clacc_sema::program::View;
use clacc_syntax::print::print_unit_with;
use clacc_ttx::beside::Comments;
use clacc_ttx::dialect::{CLACC, Dialect, PORTABLE};
use clacc_ttx::policy::{Clacc, MappingPolicy, Performance};
use clacc_ttx::print::OmpText;
use clacc_ttx::query::{Mapping, function_mapping};
use clacc_ttx::rewrite::{Mode, RewriteOptions};
use common::{Program, expanded};
use expect_test::{Expect, expect};

/// Checks the edited text in the modes `omp`, `acc-omp` and `omp-acc`.
fn check(source: &str, expected: [&Expect; 3]) {
    let program = Program::new(source);
    for (mode, expected) in [Mode::Omp, Mode::AccOmp, Mode::OmpAcc].into_iter().zip(expected) {
        let options = RewriteOptions { mode, ..expanded() };
        expected.assert_eq(&program.translate(CLACC, options).lossy());
    }
}

/// Checks the text that is printed from the tree, in the same modes.
fn check_tree(source: &str, expected: [&Expect; 3]) {
    check_tree_by(Arc::new(Clacc), CLACC, source, expected);
}

fn check_tree_by(policy: Arc<dyn MappingPolicy>, dialect: Dialect, source: &str, expected: [&Expect; 3]) {
    let program = Program::new(source);
    let db = &program.db;
    let mapping = Mapping::new(db, policy, dialect.into());
    let decls = declarations(db, program.unit);
    let trees: Vec<_> = decls.iter().map(|decl| tree(db, *decl)).collect();
    let modes = [Comments::None, Comments::OfOpenMp, Comments::OfOpenAcc];
    for (comments, expected) in modes.into_iter().zip(expected) {
        let mut omp = OmpText::with_comments(comments);
        for decl in decls {
            let (model, lowered) = (model(db, *decl), models::program(db, *decl));
            let facts = &acc_facts(db, *decl).facts;
            omp.push(View::of_c(&lowered, &model), facts, &function_mapping(db, *decl, mapping), false);
        }
        let trees: Vec<_> = trees.iter().map(|parsed| &parsed.tree).collect();
        expected.assert_eq(&String::from_utf8_lossy(&print_unit_with(&trees, &omp)));
    }
}

/// A combined directive whose loop needs a block: `target teams` and `{` share the column.
const PRIVATE: &str = "\
void f(void) {
  int i;
  #pragma acc parallel loop vector
  for (i = 0; i < 5; ++i)
    ; // why
}
";

/// Below a block around the construct, everything nests, and a block in a loop is the loop's body.
const WORKERS: &str = "\
void f(int w) {
  int i, s;
  #pragma acc parallel loop num_workers(w) gang worker
  for (int j = 0; j < 5; ++j)
    #pragma acc loop vector
    for (i = 0; i < 5; ++i)
      ;
  s++;
}
";

/// An outer directive that keeps its statement, and an inner one that does not.
const INNER: &str = "\
void f(int n) {
  int i;
  #pragma acc parallel \\
      num_gangs(2)   /* several */
  {
 #pragma acc loop seq
    for (int k = 0; k < n; ++k) n++;
    #pragma acc loop vector
    for (i = 0; i < sizeof(i); ++i) { n++; } n--;
  }
}
";

/// Operators are printed from the tree as a whole.
const OPERATOR: &str = "\
void f(int n) {
  _Pragma(\"acc parallel\")
    n = sizeof(n);
#pragma acc parallel loop seq
  for (n = 0; n < 5; ++n) ;
}
";

#[test]
fn edited_text_with_a_block_inside() {
    check(
        PRIVATE,
        [
            &expect![[r#"
        void f(void) {
          int i;
          #pragma omp target teams
          {
              int i;
              #pragma omp distribute simd
                  for (i = 0; i < 5; ++i)
                      ;
          } // why
        }
    "#]],
            &expect![[r#"
        void f(void) {
          int i;
          // v----------ACC----------v
          #pragma acc parallel loop vector
          for (i = 0; i < 5; ++i)
            ;
          // ---------ACC->OMP--------
          // #pragma omp target teams
          // {
          //     int i;
          //     #pragma omp distribute simd
          //         for (i = 0; i < 5; ++i)
          //             ;
          // }
          // ^----------OMP----------^
        // why
        }
    "#]],
            &expect![[r#"
        void f(void) {
          int i;
          // v----------OMP----------v
          #pragma omp target teams
          {
              int i;
              #pragma omp distribute simd
                  for (i = 0; i < 5; ++i)
                      ;
          }
          // ---------OMP<-ACC--------
          // #pragma acc parallel loop vector
          // for (i = 0; i < 5; ++i)
          //   ;
          // ^----------ACC----------^
        // why
        }
    "#]],
        ],
    );
}

#[test]
fn edited_text_with_a_block_around() {
    check(
        WORKERS,
        [
            &expect![[r#"
        void f(int w) {
          int i, s;
          {
              const int __clang_acc_num_workers__ = w;
              #pragma omp target teams
                  #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__)
                      for (int j = 0; j < 5; ++j) {
                          int i;
                          #pragma omp simd
                              for (i = 0; i < 5; ++i)
                                  ;
                      }
          }
          s++;
        }
    "#]],
            &expect![[r#"
        void f(int w) {
          int i, s;
          // v----------ACC----------v
          #pragma acc parallel loop num_workers(w) gang worker
          for (int j = 0; j < 5; ++j)
            #pragma acc loop vector
            for (i = 0; i < 5; ++i)
              ;
          // ---------ACC->OMP--------
          // {
          //     const int __clang_acc_num_workers__ = w;
          //     #pragma omp target teams
          //         #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__)
          //             for (int j = 0; j < 5; ++j) {
          //                 int i;
          //                 #pragma omp simd
          //                     for (i = 0; i < 5; ++i)
          //                         ;
          //             }
          // }
          // ^----------OMP----------^
          s++;
        }
    "#]],
            &expect![[r#"
        void f(int w) {
          int i, s;
          // v----------OMP----------v
          {
              const int __clang_acc_num_workers__ = w;
              #pragma omp target teams
                  #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__)
                      for (int j = 0; j < 5; ++j) {
                          int i;
                          #pragma omp simd
                              for (i = 0; i < 5; ++i)
                                  ;
                      }
          }
          // ---------OMP<-ACC--------
          // #pragma acc parallel loop num_workers(w) gang worker
          // for (int j = 0; j < 5; ++j)
          //   #pragma acc loop vector
          //   for (i = 0; i < 5; ++i)
          //     ;
          // ^----------ACC----------^
          s++;
        }
    "#]],
        ],
    );
}

#[test]
fn edited_text_of_inner_constructs() {
    check(
        INNER,
        [
            &expect![[r#"
        void f(int n) {
          int i;
          #pragma omp target teams num_teams(2) firstprivate(n)   /* several */
          {
            for (int k = 0; k < n; ++k) n++;
            {
                int i;
                #pragma omp distribute simd
                    for (i = 0; i < sizeof (i); ++i) {
                        n++;
                    }
            } n--;
          }
        }
    "#]],
            &expect![[r#"
        void f(int n) {
          int i;
          #pragma acc parallel \
              num_gangs(2)   /* several */
          // #pragma omp target teams num_teams(2) firstprivate(n)
          {
         #pragma acc loop seq // discarded in OpenMP translation
            for (int k = 0; k < n; ++k) n++;
            // v----------ACC----------v
            #pragma acc loop vector
            for (i = 0; i < sizeof(i); ++i) { n++; }
            // ---------ACC->OMP--------
            // {
            //     int i;
            //     #pragma omp distribute simd
            //         for (i = 0; i < sizeof (i); ++i) {
            //             n++;
            //         }
            // }
            // ^----------OMP----------^
        n--;
          }
        }
    "#]],
            &expect![[r#"
        void f(int n) {
          int i;
          #pragma omp target teams num_teams(2) firstprivate(n)
          // #pragma acc parallel \
          //     num_gangs(2)   /* several */
          {
         // #pragma acc loop seq // discarded in OpenMP translation
            for (int k = 0; k < n; ++k) n++;
            // v----------OMP----------v
            {
                int i;
                #pragma omp distribute simd
                    for (i = 0; i < sizeof (i); ++i) {
                        n++;
                    }
            }
            // ---------OMP<-ACC--------
            // #pragma acc loop vector
            // for (i = 0; i < sizeof(i); ++i) { n++; }
            // ^----------ACC----------^
        n--;
          }
        }
    "#]],
        ],
    );
}

#[test]
fn edited_text_of_operators() {
    check(
        OPERATOR,
        [
            &expect![[r#"
        void f(int n) {
          #pragma omp target teams firstprivate(n)
              n = sizeof (n);
        #pragma omp target teams firstprivate(n)
          for (n = 0; n < 5; ++n) ;
        }
    "#]],
            &expect![[r#"
        void f(int n) {
          // v----------ACC----------v
          _Pragma("acc parallel")
            n = sizeof(n);
          // ---------ACC->OMP--------
          // #pragma omp target teams firstprivate(n)
          //     n = sizeof (n);
          // ^----------OMP----------^
        #pragma acc parallel loop seq
        // #pragma omp target teams firstprivate(n)
          for (n = 0; n < 5; ++n) ;
        }
    "#]],
            &expect![[r#"
        void f(int n) {
          // v----------OMP----------v
          #pragma omp target teams firstprivate(n)
              n = sizeof (n);
          // ---------OMP<-ACC--------
          // _Pragma("acc parallel")
          //   n = sizeof(n);
          // ^----------ACC----------^
        #pragma omp target teams firstprivate(n)
        // #pragma acc parallel loop seq
          for (n = 0; n < 5; ++n) ;
        }
    "#]],
        ],
    );
}

#[test]
fn printed_text_with_a_block_inside() {
    check_tree(
        PRIVATE,
        [
            &expect![[r#"
        void f(void) {
            int i;
            #pragma omp target teams
            {
                int i;
                #pragma omp distribute simd
                    for (i = 0; i < 5; ++i)
                        ;
            }
        }
    "#]],
            &expect![[r#"
        void f(void) {
            int i;
            // v----------ACC----------v
            #pragma acc parallel loop vector
                for (i = 0; i < 5; ++i)
                    ;
            // ---------ACC->OMP--------
            // #pragma omp target teams
            // {
            //     int i;
            //     #pragma omp distribute simd
            //         for (i = 0; i < 5; ++i)
            //             ;
            // }
            // ^----------OMP----------^
        }
    "#]],
            &expect![[r#"
        void f(void) {
            int i;
            // v----------OMP----------v
            #pragma omp target teams
            {
                int i;
                #pragma omp distribute simd
                    for (i = 0; i < 5; ++i)
                        ;
            }
            // ---------OMP<-ACC--------
            // #pragma acc parallel loop vector
            //     for (i = 0; i < 5; ++i)
            //         ;
            // ^----------ACC----------^
        }
    "#]],
        ],
    );
}

#[test]
fn printed_text_with_a_block_around() {
    check_tree(
        WORKERS,
        [
            &expect![[r#"
        void f(int w) {
            int i, s;
            {
                const int __clang_acc_num_workers__ = w;
                #pragma omp target teams
                    #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__)
                        for (int j = 0; j < 5; ++j) {
                            int i;
                            #pragma omp simd
                                for (i = 0; i < 5; ++i)
                                    ;
                        }
            }
            s++;
        }
    "#]],
            &expect![[r#"
        void f(int w) {
            int i, s;
            // v----------ACC----------v
            #pragma acc parallel loop num_workers(w) gang worker
                for (int j = 0; j < 5; ++j)
                    #pragma acc loop vector
                        for (i = 0; i < 5; ++i)
                            ;
            // ---------ACC->OMP--------
            // {
            //     const int __clang_acc_num_workers__ = w;
            //     #pragma omp target teams
            //         #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__)
            //             for (int j = 0; j < 5; ++j) {
            //                 int i;
            //                 #pragma omp simd
            //                     for (i = 0; i < 5; ++i)
            //                         ;
            //             }
            // }
            // ^----------OMP----------^
            s++;
        }
    "#]],
            &expect![[r#"
        void f(int w) {
            int i, s;
            // v----------OMP----------v
            {
                const int __clang_acc_num_workers__ = w;
                #pragma omp target teams
                    #pragma omp distribute parallel for num_threads(__clang_acc_num_workers__)
                        for (int j = 0; j < 5; ++j) {
                            int i;
                            #pragma omp simd
                                for (i = 0; i < 5; ++i)
                                    ;
                        }
            }
            // ---------OMP<-ACC--------
            // #pragma acc parallel loop num_workers(w) gang worker
            //     for (int j = 0; j < 5; ++j)
            //         #pragma acc loop vector
            //             for (i = 0; i < 5; ++i)
            //                 ;
            // ^----------ACC----------^
            s++;
        }
    "#]],
        ],
    );
}

#[test]
fn printed_text_of_inner_constructs() {
    check_tree(
        INNER,
        [
            &expect![[r#"
        void f(int n) {
            int i;
            #pragma omp target teams num_teams(2) firstprivate(n)
                {
                    for (int k = 0; k < n; ++k)
                        n++;
                    {
                        int i;
                        #pragma omp distribute simd
                            for (i = 0; i < sizeof (i); ++i) {
                                n++;
                            }
                    }
                    n--;
                }
        }
    "#]],
            &expect![[r#"
        void f(int n) {
            int i;
            #pragma acc parallel num_gangs(2)
            // #pragma omp target teams num_teams(2) firstprivate(n)
                {
                    #pragma acc loop seq // discarded in OpenMP translation
                        for (int k = 0; k < n; ++k)
                            n++;
                    // v----------ACC----------v
                    #pragma acc loop vector
                        for (i = 0; i < sizeof (i); ++i) {
                            n++;
                        }
                    // ---------ACC->OMP--------
                    // {
                    //     int i;
                    //     #pragma omp distribute simd
                    //         for (i = 0; i < sizeof (i); ++i) {
                    //             n++;
                    //         }
                    // }
                    // ^----------OMP----------^
                    n--;
                }
        }
    "#]],
            &expect![[r#"
        void f(int n) {
            int i;
            #pragma omp target teams num_teams(2) firstprivate(n)
            // #pragma acc parallel num_gangs(2)
                {
                    // #pragma acc loop seq // discarded in OpenMP translation
                        for (int k = 0; k < n; ++k)
                            n++;
                    // v----------OMP----------v
                    {
                        int i;
                        #pragma omp distribute simd
                            for (i = 0; i < sizeof (i); ++i) {
                                n++;
                            }
                    }
                    // ---------OMP<-ACC--------
                    // #pragma acc loop vector
                    //     for (i = 0; i < sizeof (i); ++i) {
                    //         n++;
                    //     }
                    // ^----------ACC----------^
                    n--;
                }
        }
    "#]],
        ],
    );
}

/// A loop that no directive of the source is about, in a construct with code around it and in one without.
const LANES: &str = "\
void f(int n, double a[64][64]) {
  double s;
  #pragma acc data copy(a)
  {
    #pragma acc parallel loop
    for (int i = 0; i < 64; ++i)
      if (i < n)
        for (int j = 0; j < 64; ++j)
          a[i][j] += 1;
    #pragma acc parallel loop private(s) async(n++)
    for (int i = 0; i < 64; ++i)
      for (int j = 0; j < 64; ++j)
        a[i][j] *= 2;
  }
}
";

#[test]
fn printed_text_of_loops_without_directives() {
    check_tree_by(
        Arc::new(Performance),
        PORTABLE,
        LANES,
        [
            &expect![[r#"
                void f(int n, double a[64][64]) {
                    double s;
                    #pragma omp target data map(tofrom: a[0:64])
                    {
                        {
                            #pragma omp target teams
                                #pragma omp distribute parallel for if(parallel: !omp_is_initial_device())
                                    for (int i = 0; i < 64; ++i)
                                        if (i < n)
                                            #pragma omp simd
                                            for (int j = 0; j < 64; ++j)
                                                a[i][j] += 1;
                            {
                                #pragma omp target teams nowait depend(inout : *acc2omp_async2dep(n++))
                                    #pragma omp distribute parallel for if(parallel: !omp_is_initial_device()) private(s)
                                        for (int i = 0; i < 64; ++i)
                                            #pragma omp simd
                                            for (int j = 0; j < 64; ++j)
                                                a[i][j] *= 2;
                                #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
                            }
                        }
                        #pragma omp taskwait
                    }
                }
            "#]],
            &expect![[r#"
                void f(int n, double a[64][64]) {
                    double s;
                    // v----------ACC----------v
                    #pragma acc data copy(a)
                        {
                            #pragma acc parallel loop
                                for (int i = 0; i < 64; ++i)
                                    if (i < n)
                                        for (int j = 0; j < 64; ++j)
                                            a[i][j] += 1;
                            #pragma acc parallel loop private(s) async(n++)
                                for (int i = 0; i < 64; ++i)
                                    for (int j = 0; j < 64; ++j)
                                        a[i][j] *= 2;
                        }
                    // ---------ACC->OMP--------
                    // #pragma omp target data map(tofrom: a[0:64])
                    // {
                    //     {
                    //         #pragma omp target teams
                    //             #pragma omp distribute parallel for if(parallel: !omp_is_initial_device())
                    //                 for (int i = 0; i < 64; ++i)
                    //                     if (i < n)
                    //                         #pragma omp simd
                    //                         for (int j = 0; j < 64; ++j)
                    //                             a[i][j] += 1;
                    //         {
                    //             #pragma omp target teams nowait depend(inout : *acc2omp_async2dep(n++))
                    //                 #pragma omp distribute parallel for if(parallel: !omp_is_initial_device()) private(s)
                    //                     for (int i = 0; i < 64; ++i)
                    //                         #pragma omp simd
                    //                         for (int j = 0; j < 64; ++j)
                    //                             a[i][j] *= 2;
                    //             #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
                    //         }
                    //     }
                    //     #pragma omp taskwait
                    // }
                    // ^----------OMP----------^
                }
            "#]],
            &expect![[r#"
                void f(int n, double a[64][64]) {
                    double s;
                    // v----------OMP----------v
                    #pragma omp target data map(tofrom: a[0:64])
                    {
                        {
                            #pragma omp target teams
                                #pragma omp distribute parallel for if(parallel: !omp_is_initial_device())
                                    for (int i = 0; i < 64; ++i)
                                        if (i < n)
                                            #pragma omp simd
                                            for (int j = 0; j < 64; ++j)
                                                a[i][j] += 1;
                            {
                                #pragma omp target teams nowait depend(inout : *acc2omp_async2dep(n++))
                                    #pragma omp distribute parallel for if(parallel: !omp_is_initial_device()) private(s)
                                        for (int i = 0; i < 64; ++i)
                                            #pragma omp simd
                                            for (int j = 0; j < 64; ++j)
                                                a[i][j] *= 2;
                                #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
                            }
                        }
                        #pragma omp taskwait
                    }
                    // ---------OMP<-ACC--------
                    // #pragma acc data copy(a)
                    //     {
                    //         #pragma acc parallel loop
                    //             for (int i = 0; i < 64; ++i)
                    //                 if (i < n)
                    //                     for (int j = 0; j < 64; ++j)
                    //                         a[i][j] += 1;
                    //         #pragma acc parallel loop private(s) async(n++)
                    //             for (int i = 0; i < 64; ++i)
                    //                 for (int j = 0; j < 64; ++j)
                    //                     a[i][j] *= 2;
                    //     }
                    // ^----------ACC----------^
                }
            "#]],
        ],
    );
}

#[test]
fn edited_text_of_loops_without_directives() {
    let text = |mode| {
        let options = RewriteOptions { mode, ..expanded() };
        Program::new(LANES).translate_by(Arc::new(Performance), PORTABLE, options).lossy()
    };
    expect![[r#"
        char *acc2omp_async2dep(int);
        int omp_is_initial_device(void);
        void f(int n, double a[64][64]) {
          double s;
          #pragma omp target data map(tofrom: a[0:64])
          {
              {
                  #pragma omp target teams
                      #pragma omp distribute parallel for if(parallel: !omp_is_initial_device())
                          for (int i = 0; i < 64; ++i)
                              if (i < n)
                                  #pragma omp simd
                                  for (int j = 0; j < 64; ++j)
                                      a[i][j] += 1;
                  {
                      #pragma omp target teams nowait depend(inout : *acc2omp_async2dep(n++))
                          #pragma omp distribute parallel for if(parallel: !omp_is_initial_device()) private(s)
                              for (int i = 0; i < 64; ++i)
                                  #pragma omp simd
                                  for (int j = 0; j < 64; ++j)
                                      a[i][j] *= 2;
                      #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
                  }
              }
              #pragma omp taskwait
          }
        }
    "#]].assert_eq(&text(Mode::Omp));
    expect![[r#"
        char *acc2omp_async2dep(int);
        int omp_is_initial_device(void);
        void f(int n, double a[64][64]) {
          double s;
          // v----------OMP----------v
          #pragma omp target data map(tofrom: a[0:64])
          {
              {
                  #pragma omp target teams
                      #pragma omp distribute parallel for if(parallel: !omp_is_initial_device())
                          for (int i = 0; i < 64; ++i)
                              if (i < n)
                                  #pragma omp simd
                                  for (int j = 0; j < 64; ++j)
                                      a[i][j] += 1;
                  {
                      #pragma omp target teams nowait depend(inout : *acc2omp_async2dep(n++))
                          #pragma omp distribute parallel for if(parallel: !omp_is_initial_device()) private(s)
                              for (int i = 0; i < 64; ++i)
                                  #pragma omp simd
                                  for (int j = 0; j < 64; ++j)
                                      a[i][j] *= 2;
                      #pragma omp taskwait depend(inout : *acc2omp_async2dep(-1))
                  }
              }
              #pragma omp taskwait
          }
          // ---------OMP<-ACC--------
          // #pragma acc data copy(a)
          // {
          //   #pragma acc parallel loop
          //   for (int i = 0; i < 64; ++i)
          //     if (i < n)
          //       for (int j = 0; j < 64; ++j)
          //         a[i][j] += 1;
          //   #pragma acc parallel loop private(s) async(n++)
          //   for (int i = 0; i < 64; ++i)
          //     for (int j = 0; j < 64; ++j)
          //       a[i][j] *= 2;
          // }
          // ^----------ACC----------^
        }
    "#]].assert_eq(&text(Mode::OmpAcc));
}
