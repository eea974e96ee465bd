//! The findings about OpenMP directives: their register.

use clacc_syntax::diagnostics::codes;

codes! {
    MISPLACED = "OMP0050", Error, "directive outside a function",
        "Only declarative and informational directives may stand at file scope (OpenMP 5.2 3.1).",
        bad "int x;\n#pragma omp barrier\n", good "void f(void) {\n#pragma omp barrier\n}\n";
    SUBSTATEMENT = "OMP0051", Error, "directive in place of a statement's body",
        "A directive that stands alone may not be the body of `if`, `else`, `while`, `do`, `for` or `switch`, nor the statement of another directive: removing it would change which statement is the body. Put it into braces (OpenMP 5.2 3.1).",
        bad "void f(int c) {\n  if (c)\n#pragma omp barrier\n}\n",
        good "void f(int c) {\n  if (c) {\n#pragma omp barrier\n  }\n}\n";
    CLAUSE_NOT_PERMITTED = "OMP0054", Error, "clause that the directive does not take",
        "Each directive takes the clauses that its section of the specification lists.",
        bad "void f(int x) {\n#pragma omp parallel simdlen(4)\n  { }\n}\n",
        good "void f(int n, float *a) {\n#pragma omp simd simdlen(4)\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n";
    CLAUSE_REPEATED = "OMP0055", Error, "clause written more than once",
        "The clause may stand at most once on a directive.",
        bad "void f(void) {\n#pragma omp parallel num_threads(2) num_threads(4)\n  { }\n}\n",
        good "void f(void) {\n#pragma omp parallel num_threads(4)\n  { }\n}\n";
    CLAUSES_EXCLUSIVE = "OMP0056", Error, "clauses that exclude each other",
        "The two clauses ask for different things, so at most one of them may stand on the directive.",
        bad "void f(int n) {\n#pragma omp taskloop grainsize(4) num_tasks(2)\n  for (int i = 0; i < n; ++i)\n    ;\n}\n",
        good "void f(int n) {\n#pragma omp taskloop grainsize(4)\n  for (int i = 0; i < n; ++i)\n    ;\n}\n";
    CLAUSE_MISSING = "OMP0057", Error, "directive without a clause that says what to do",
        "The directive does nothing without at least one of certain clauses, and the specification demands one.",
        bad "void f(void) {\n#pragma omp target update\n}\n",
        good "void f(int x) {\n#pragma omp target update to(x)\n}\n";
    NOT_CONSTANT = "OMP0062", Error, "number of loops that is not a positive constant",
        "The number of loops that a directive is about must be known when the program is compiled (OpenMP 5.2 4.4.3).",
        bad "void f(int n) {\n#pragma omp parallel for collapse(n)\n  for (int i = 0; i < n; ++i)\n    ;\n}\n",
        good "void f(int n) {\n#pragma omp parallel for collapse(1)\n  for (int i = 0; i < n; ++i)\n    ;\n}\n";
    LOOP_EXPECTED = "OMP0100", Error, "no `for` loop where one is needed",
        "The directive belongs to the `for` loop right behind it; with `collapse` or `ordered` each further loop must be the only loop in the one around it (OpenMP 5.2 4.4).",
        bad "void f(int n) {\n#pragma omp parallel for\n  while (n > 0)\n    --n;\n}\n",
        good "void f(int n, float *a) {\n#pragma omp parallel for\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n";
}
