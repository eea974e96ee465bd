//! The codes of the mapping and of rewriting: their register.

use clacc_syntax::diagnostics::codes;

codes! {
    UNMAPPED_DIRECTIVE = "MAP0001", Warning, "the mapping has no OpenMP form for the directive",
        "The policy in use has no rule for this OpenACC directive. The directive, what stands inside it and what it \
         stands inside of keep their text, so that the program is never left half translated: an OpenMP compiler \
         ignores OpenACC directives, and a region that is only partly offloaded would see stale data.",
        bad "void f(int *a, int n) {\n#pragma acc kernels copy(a[0:n])\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n",
        good "void f(int *a, int n) {\n#pragma acc parallel loop copy(a[0:n])\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n";
    UNMAPPED_CLAUSE = "MAP0002", Warning, "the mapping has no OpenMP form for the clause",
        "The policy in use has no rule for this clause on this directive. Leaving the clause out would change what \
         the program means, so the whole directive keeps its text.",
        bad "void f(int *a, int *p) {\n#pragma acc enter data copyin(a[0:4]) attach(p)\n}\n",
        good "void f(int *a, int *p) {\n#pragma acc enter data copyin(a[0:4])\n}\n";
    UNMAPPED_ARGUMENT = "MAP0003", Warning, "the mapping has no OpenMP form for the argument or modifier of a clause",
        "The policy in use has a rule for the clause, but not for this argument or modifier of it. Leaving it out would \
         change what the program means, so the whole directive keeps its text.",
        bad "void f(int *a) {\n#pragma acc enter data create(zero: a[0:4])\n}\n",
        good "void f(int *a) {\n#pragma acc enter data create(a[0:4])\n}\n";
    ORPHANED_LOOP = "MAP0004", Warning, "the loop lies in no compute construct that can be seen",
        "What an orphaned loop maps to depends on the compute constructs that call its function. The policy in use maps \
         loops that lie in a compute construct of the same function only.",
        bad "#pragma acc routine vector\nvoid f(int *a, int n) {\n#pragma acc loop vector\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n",
        good "void f(int *a, int n) {\n#pragma acc parallel loop vector copy(a[0:n])\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n";
    HELD_BACK = "MAP0005", Note, "the construct keeps its text because of another construct",
        "A construct is translated with everything inside it or not at all. This one has a form, but a construct inside \
         it, or the one around it, has none.",
        bad "void f(int *a, int n) {\n#pragma acc data copy(a[0:n])\n  {\n#pragma acc kernels\n    for (int i = 0; i < n; ++i) a[i] += 1;\n  }\n}\n",
        good "";
    NO_STRUCTURED_COUNT = "MAP0006", Note, "the dialect has one reference count only",
        "OpenACC counts references of structured regions and of enter data and exit data apart (OpenACC 3.4 2.6.7). \
         OpenMP has one count, and the chosen dialect has no modifier that holds data for a region. Inside this region \
         data could be removed by an exit data directive or a routine that it calls, which OpenACC forbids.",
        bad "void f(int *a, int n) {\n#pragma acc data copy(a[0:n])\n  {\n#pragma acc exit data delete(a[0:n])\n  }\n}\n",
        good "";
    NO_PRESENCE_CHECK = "MAP0007", Note, "absent data is not reported at run time",
        "OpenACC stops the program when data is absent that must be present. The chosen dialect cannot say so: absent data \
         in a present clause is allocated, and an update of absent data does nothing. Where the data is present, both \
         do the same.",
        bad "void f(int *a, int n) {\n#pragma acc parallel loop present(a[0:n])\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n",
        good "";
    NO_CREATE_IMPLICIT = "MAP0008", Note, "no_create relies on OpenMP's implicit mapping",
        "The chosen dialect cannot map data only if it is present. The clause is left out, so that OpenMP's own rule \
         decides: memory behind a pointer is used if it is present and never allocated, an array that is absent \
         is copied for the region.",
        bad "void f(int *a, int n) {\n#pragma acc parallel loop no_create(a[0:n])\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n",
        good "";
    VECTOR_LENGTH_IGNORED = "MAP0009", Warning, "vector_length is ignored because it is no constant",
        "vector_length becomes simdlen, and OpenMP takes a constant expression there only. The length of vectors is \
         the compiler's choice then, which changes no result.",
        bad "void f(int *a, int n, int v) {\n#pragma acc parallel loop vector vector_length(v) copy(a[0:n])\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n",
        good "void f(int *a, int n) {\n#pragma acc parallel loop vector vector_length(8) copy(a[0:n])\n  for (int i = 0; i < n; ++i) a[i] += 1;\n}\n";
    CANNOT_EDIT = "MAP0010", Warning, "the construct cannot be edited where it stands",
        "An edit needs a place in a file that belongs to this construct alone. Here a boundary of the construct lies inside \
         a macro expansion that also makes other code, so the construct keeps its text.",
        bad "#define PRAGMA(x) _Pragma(#x)\n#define BOTH(x) PRAGMA(x) a[0] = 1;\nvoid f(int *a) {\n  BOTH(acc update self(a[0:4]))\n}\n",
        good "#define PRAGMA(x) _Pragma(#x)\nvoid f(int *a) {\n  PRAGMA(acc update self(a[0:4]))\n  a[0] = 1;\n}\n";
    MACRO_USES_DIFFER = "MAP0011", Warning, "the uses of a macro that holds a directive need different OpenMP texts",
        "A directive inside a macro definition is translated in the definition when every use of the macro becomes the same \
         OpenMP text. Here the uses differ, for example because implicit data attributes do, so all of them keep their text.",
        bad "#define PAR _Pragma(\"acc parallel loop\")\nvoid f(int *a, int *b, int n) {\n  int k = 0;\n#pragma acc data copy(a[0:n])\n  {\nPAR\n    for (int i = 0; i < 4; ++i) a[i] += 1;\nPAR\n    for (int i = 0; i < 4; ++i) a[i] += k;\n  }\n}\n",
        good "";
    HEADER_HOLDS_DIRECTIVE = "MAP0012", Note, "a header holds directives that were translated",
        "The directive stands in an included file, so the translation of this file alone is not complete. Rewriting in place \
         changes the header too.",
        bad "", good "";
    VERSION_MACRO_INSERTED = "MAP0013", Note, "a definition of _OPENACC was added at the top of the file",
        "The program asks whether _OPENACC is defined. An OpenMP compiler does not define it, so the translation does, in order \
         that the same code is chosen as before.",
        bad "#ifdef _OPENACC\nint accelerated = 1;\n#endif\nvoid f(int *a) {\n#pragma acc update self(a[0:4])\n}\n",
        good "";
    EDITS_OVERLAP = "MAP0014", Error, "two edits overlap",
        "The translation wanted to change the same text twice. Nothing was changed there. This is a fault of clacc; please \
         report it.",
        bad "", good "";
    NO_CREATE_ALLOCATES = "MAP0015", Note, "no_create allocates absent data",
        "The chosen options map no_create like create, so absent data is allocated on the device, with no values. Data that \
         is present is used in place, as OpenACC has it.",
        bad "", good "";
    UNSEEN_DIRECTIVE = "MAP0016", Note, "a directive is not part of the program as it was preprocessed",
        "Only what preprocessing leaves is translated. A directive in a branch of #if that is not taken, or in a macro that is \
         not used, keeps its text. Translate once more with the options that choose the branch.",
        bad "void f(int *a) {\n#ifdef OFFLOAD\n#pragma acc update self(a[0:4])\n#endif\n}\n",
        good "";
    REDUCED_PART_UNKNOWN = "MAP0017", Warning, "the gangs' reduction of a part of a variable cannot be stated",
        "A loop's reduction of elements that the gangs share is one of the whole compute construct, and OpenMP states it there. \
         The bounds of the part must have the same values there: constants, and variables that are firstprivate in the \
         construct and not changed in it. A part of an array with rows of variable length has no form that compilers take.",
        bad "void f(int *a) {\n#pragma acc parallel copy(a[0:8])\n  {\n#pragma acc loop gang\n    for (int i = 0; i < 8; ++i) {\n#pragma acc loop worker reduction(+:a[i:1])\n      for (int j = 0; j < 8; ++j) a[i] += j;\n    }\n  }\n}\n",
        good "void f(int *a, int k) {\n#pragma acc parallel copy(a[0:8])\n  {\n#pragma acc loop worker reduction(+:a[k:1])\n    for (int j = 0; j < 8; ++j) a[k] += j;\n  }\n}\n";
    RUNTIME_DECLARED = "MAP0018", Note, "a declaration of the runtime library was added at the top of the file",
        "The translation calls a routine of the library libacc2omp: queues of async and wait become addresses in depend \
         clauses, which acc2omp_async2dep gives, and init, shutdown and set become calls. The program includes no openacc.h \
         that declares the routine, so the translation declares it, or includes the header. Link the library.",
        bad "void f(int *a) {\n#pragma acc update self(a[0:4]) async(1)\n#pragma acc wait(1)\n}\n",
        good "char *acc2omp_async2dep(int);\nvoid f(int *a) {\n#pragma acc update self(a[0:4]) async(1)\n#pragma acc wait(1)\n}\n";
    HOLD_EXTENSION = "MAP0019", Warning, "the translation holds data by an extension of OpenMP",
        "OpenACC counts references of structured regions and dynamic ones apart (OpenACC 3.4 2.6.7). The modifier hold, \
         ompx_hold in LLVM, says so in a map clause; OpenMP itself has no such word. `clacc cc` warns of it as the \
         original does (-Wno-openacc-omp-map-hold); -fopenacc-structured-ref-count-omp=no-hold translates without it.",
        bad "",
        good "";
    NO_ALLOC_EXTENSION = "MAP0020", Warning, "the translation avoids allocation by an extension of OpenMP",
        "The data clause no_create uses data where it is present and allocates none (OpenACC 3.4 2.7.11). The modifier \
         no_alloc says so in a map clause; OpenMP itself has no such word. `clacc cc` warns of it as the original does \
         (-Wno-openacc-omp-map-no-alloc); -fopenacc-no-create-omp=no-no_alloc translates without it.",
        bad "",
        good "";
    PRESENT_MAP_EXTENSION = "MAP0021", Warning, "the translation checks presence by a modifier of OpenMP 5.1",
        "The data clause present is an error at run time where the data is absent (OpenACC 3.4 2.7.6). The modifier present \
         of a map clause says so; OpenMP has it since 5.1, and compilers of OpenMP 5.0 and older reject it. `clacc cc` \
         warns of it as the original does (-Wno-openacc-omp-map-present); -fopenacc-present-omp=no-present translates \
         without it.",
        bad "",
        good "";
    PRESENT_MOTION_EXTENSION = "MAP0022", Warning, "the translation checks presence in an update by a modifier of OpenMP 5.1",
        "An update without if_present is an error at run time where the data is absent (OpenACC 3.4 2.14.4). The modifier \
         present of a motion clause says so; OpenMP has it since 5.1, and compilers of OpenMP 5.0 and older reject it. \
         `clacc cc` warns of it as the original does (-Wno-openacc-omp-update-present); \
         -fopenacc-update-present-omp=no-present translates without it.",
        bad "",
        good "";
    UNITS_DISAGREE = "MAP0023", Error, "units of the program need different translations of a file that they share",
        "A header, or a macro that it defines, holds directives, and the units that include it need different OpenMP texts for \
         them, for example because macros or types that the header uses differ. One file has one text, so nothing is \
         written. Translate the units one by one into different directories, or move the directive out of the header.",
        bad "",
        good "";
    POINTED_MEMBER = "MAP0024", Warning, "gcc 12 does not compile this member behind a pointer right",
        "The translation is right OpenMP, and clang compiles it. gcc 12 stops with an internal error at \
         `target data map(p->m[0:n])` where `m` is a pointer, and takes the wrong place for `map(p->x)` on a compute construct \
         where `x` is none. For the first, `enter data` and `exit data` in place of `data` are a way out; for the second, a \
         `data` construct around the compute construct, or a clause for the struct as a whole, `p[0:1]`.",
        bad "struct s { int n; double *m; };\nvoid f(struct s *p) {\n#pragma acc data copy(p->m[0:p->n])\n  { }\n}\n",
        good "struct s { int n; double *m; };\nvoid f(struct s *p) {\n#pragma acc enter data copyin(p->m[0:p->n])\n#pragma acc exit data copyout(p->m[0:p->n])\n}\n";
}
