//! The findings about OpenACC directives: their register.

use clacc_syntax::diagnostics::codes;

codes! {
    // Places and nesting.
    MISPLACED = "ACC0050", Error, "directive outside a function",
        "Directives that do something when the program reaches them need a place in a function's body. Only `routine` and `declare` may stand at file scope (OpenACC 3.4 2.13, 2.15).",
        bad "int x;\n#pragma acc update self(x)\n",
        good "int x;\nvoid f(void) {\n#pragma acc update self(x)\n}\n";
    SUBSTATEMENT = "ACC0051", Error, "directive in place of a statement's body",
        "A directive without a statement of its own may not be the body of `if`, `else`, `while`, `do`, `for` or `switch`, nor the statement that belongs to another directive: removing the directive would change which statement is the body. Put it into braces (OpenACC 3.4 2.14.4).",
        bad "void f(int c, int x) {\n  if (c)\n#pragma acc update self(x)\n}\n",
        good "void f(int c, int x) {\n  if (c) {\n#pragma acc update self(x)\n  }\n}\n";
    NESTING = "ACC0052", Error, "directive nested where it is not permitted",
        "Compute constructs do not nest, and directives that move data or wait may not stand in one. A `loop` needs a compute construct around it, and nothing may stand in an `atomic` (OpenACC 3.4 2.5, 2.6, 2.9, 2.12).",
        bad "void f(int x) {\n#pragma acc parallel\n  {\n#pragma acc update self(x)\n  }\n}\n",
        good "void f(int x) {\n#pragma acc parallel\n  { }\n#pragma acc update self(x)\n}\n";
    ORPHANED_LOOP = "ACC0053", Error, "loop outside a compute construct",
        "A `loop` directive outside every compute construct is meant for a function that runs on the device, and such a function needs a `routine` directive that says so (OpenACC 3.4 2.9, 2.15.1).",
        bad "void f(int n, float *a) {\n#pragma acc loop\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n",
        good "void f(int n, float *a) {\n#pragma acc parallel loop\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n";
    CLAUSE_NOT_PERMITTED = "ACC0054", Error, "clause that the directive does not take",
        "Each directive takes the clauses that its section of the specification lists.",
        bad "void f(int x) {\n#pragma acc parallel delete(x)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc exit data delete(x)\n}\n";
    CLAUSE_REPEATED = "ACC0055", Error, "clause written more than once",
        "The clause may stand at most once on a directive (once for each `device_type` part).",
        bad "void f(int x) {\n#pragma acc parallel num_gangs(2) num_gangs(4)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel num_gangs(4)\n  { }\n}\n";
    CLAUSES_EXCLUSIVE = "ACC0056", Error, "clauses that exclude each other",
        "The two clauses ask for different things, so at most one of them may stand on the directive.",
        bad "void f(int n, float *a) {\n#pragma acc parallel loop seq gang\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n",
        good "void f(int n, float *a) {\n#pragma acc parallel loop gang\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n";
    CLAUSE_MISSING = "ACC0057", Error, "directive without a clause that says what to do",
        "The directive does nothing without at least one of certain clauses, and the specification demands one.",
        bad "void f(int c, int x) {\n#pragma acc update if(c)\n}\n",
        good "void f(int c, int x) {\n#pragma acc update if(c) self(x)\n}\n";
    BRANCH = "ACC0058", Error, "branch into or out of a construct",
        "A program may not branch into or out of a compute construct (OpenACC 3.4 2.5), and what an OpenMP construct encloses must be left at its end.",
        bad "int f(void) {\n#pragma acc parallel\n  { return 1; }\n}\n",
        good "int f(void) {\n#pragma acc parallel\n  { }\n  return 1;\n}\n";
    AFTER_DEVICE_TYPE = "ACC0059", Error, "clause that may not follow `device_type`",
        "Only clauses that tune a construct for a device may stand behind `device_type`; what the construct means is the same for all devices (OpenACC 3.4 2.4).",
        bad "void f(int x) {\n#pragma acc parallel device_type(nvidia) copy(x)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel copy(x) device_type(nvidia) num_gangs(8)\n  { }\n}\n";
    // Arguments.
    NOT_INTEGER = "ACC0060", Error, "argument that is not an integer",
        "The argument must have integer or enumeration type.",
        bad "void f(float g) {\n#pragma acc parallel num_gangs(g)\n  { }\n}\n",
        good "void f(int g) {\n#pragma acc parallel num_gangs(g)\n  { }\n}\n";
    NOT_POSITIVE = "ACC0061", Error, "argument that is not positive",
        "The argument says how many, so it must be greater than zero.",
        bad "void f(void) {\n#pragma acc parallel num_gangs(0)\n  { }\n}\n",
        good "void f(void) {\n#pragma acc parallel num_gangs(1)\n  { }\n}\n";
    NOT_CONSTANT = "ACC0062", Error, "argument that is not a constant",
        "The number of loops that a `loop` directive is about must be known when the program is compiled (OpenACC 3.4 2.9.1).",
        bad "void f(int n, float *a) {\n#pragma acc parallel loop collapse(n)\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n",
        good "void f(int n, float *a) {\n#pragma acc parallel loop collapse(1)\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n";
    VECTOR_LENGTH_UNUSED = "ACC0063", Warning, "`vector_length` that is not a constant is ignored",
        "OpenMP's `simdlen`, which `vector_length` becomes, takes a constant only. The clause asks for performance, so leaving it out changes no result.",
        bad "void f(int v) {\n#pragma acc parallel vector_length(v)\n  { }\n}\n",
        good "void f(void) {\n#pragma acc parallel vector_length(32)\n  { }\n}\n";
    NOT_SCALAR_CONDITION = "ACC0064", Error, "condition that is not a scalar",
        "A condition is compared with zero, so it must be a number or a pointer.",
        bad "struct s { int a; } s;\nvoid f(int x) {\n#pragma acc update self(x) if(s)\n}\n",
        good "struct s { int a; } s;\nvoid f(int x) {\n#pragma acc update self(x) if(s.a)\n}\n";
    UNDECLARED = "ACC0065", Error, "undeclared name in a clause",
        "The name is declared nowhere above the directive. The compiler of the translated program would reject it too.",
        bad "void f(void) {\n#pragma acc parallel copy(x)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel copy(x)\n  { }\n}\n";
    BAD_QUEUE = "ACC0066", Error, "no valid queue number",
        "The argument of `async` is a nonnegative integer or one of acc_async_noval, acc_async_sync and acc_async_default (OpenACC 3.4 2.16.1).",
        bad "void f(void) {\n#pragma acc parallel async(-7)\n  { }\n}\n",
        good "void f(void) {\n#pragma acc parallel async(1)\n  { }\n}\n";
    // Data expressions.
    NOT_A_VARIABLE = "ACC0070", Error, "list item that is not a variable",
        "Data clauses name variables. An expression, a function, a type or an enumerator has no storage to map or privatise (OpenACC 3.4 1.6, 2.7.1).",
        bad "void f(int x) {\n#pragma acc parallel copy(x + 1)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel copy(x)\n  { }\n}\n";
    SUBARRAY_BASE = "ACC0071", Error, "subarray of something that is not a variable",
        "A subarray is the name of an array or pointer with a range behind it (OpenACC 3.4 2.7.1).",
        bad "void f(float **q) {\n#pragma acc parallel copy((*q)[0:2])\n  { }\n}\n",
        good "void f(float **q) {\n  float *p = *q;\n#pragma acc parallel copy(p[0:2])\n  { }\n}\n";
    NO_COLON = "ACC0072", Error, "subscript without `:` in a data clause",
        "A subarray needs a range, `a[start:length]`. What one subscript alone means differs between compilers: one takes it for the element, another for the length. Only in `reduction` it is one element for all.",
        bad "void f(float *a) {\n#pragma acc parallel copy(a[4])\n  { }\n}\n",
        good "void f(float *a) {\n#pragma acc parallel copy(a[4:1])\n  { }\n}\n";
    SUBARRAY_NOT_TAKEN = "ACC0073", Error, "privatised or reduced subarray behind several pointers",
        "`private`, `firstprivate` and `reduction` give every gang, worker or lane elements of its own in place of those of the subarray. The elements must lie in the array itself or behind the one pointer: what would become of further pointers in between is not said.",
        bad "void f(float **q) {\n#pragma acc parallel private(q[0:1][0:4])\n  { }\n}\n",
        good "void f(float **q) {\n  float *p = q[0];\n#pragma acc parallel private(p[0:4])\n  { }\n}\n";
    SUBARRAY_MISUSED = "ACC0074", Error, "range where no subarray is permitted",
        "Ranges may only end a list item: members and elements of a subarray have no name.",
        bad "struct s { int x; };\nvoid f(struct s *p) {\n#pragma acc parallel copy(p[0:4].x)\n  { }\n}\n",
        good "struct s { int x; };\nvoid f(struct s *p) {\n#pragma acc parallel copy(p[0:4])\n  { }\n}\n";
    NOT_SUBSCRIPTABLE = "ACC0075", Error, "subarray of a variable that is neither array nor pointer",
        "Only arrays and pointers have elements.",
        bad "void f(int x) {\n#pragma acc parallel copy(x[0:1])\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel copy(x)\n  { }\n}\n";
    NO_ELEMENT_SIZE = "ACC0076", Error, "subarray of elements without a size",
        "The elements are functions or of an incomplete type, so how many bytes a range has is unknown.",
        bad "void f(void *p) {\n#pragma acc parallel copy(p[0:4])\n  { }\n}\n",
        good "void f(char *p) {\n#pragma acc parallel copy(p[0:4])\n  { }\n}\n";
    BOUND_NOT_INTEGER = "ACC0077", Error, "subarray bound that is not an integer",
        "Start and length of a subarray must have integer type.",
        bad "void f(float *a, float n) {\n#pragma acc parallel copy(a[0:n])\n  { }\n}\n",
        good "void f(float *a, int n) {\n#pragma acc parallel copy(a[0:n])\n  { }\n}\n";
    BOUND_OUT_OF_RANGE = "ACC0078", Error, "subarray that is not part of the array",
        "The elements from start on, as many as length says, must all lie in the array, and a length cannot be negative.",
        bad "float a[8];\nvoid f(void) {\n#pragma acc parallel copy(a[0:-1])\n  { }\n}\n",
        good "float a[8];\nvoid f(void) {\n#pragma acc parallel copy(a[0:8])\n  { }\n}\n";
    LENGTH_MISSING = "ACC0079", Error, "subarray whose length is unknown",
        "The length can be left out only where the array's own size is known; a pointer has none.",
        bad "void f(float *a) {\n#pragma acc parallel copy(a[0:])\n  { }\n}\n",
        good "void f(float *a, int n) {\n#pragma acc parallel copy(a[0:n])\n  { }\n}\n";
    NOT_CONTIGUOUS = "ACC0080", Error, "subarray that is not contiguous",
        "The range must be one block of memory: below a dimension with more than one element every dimension must be whole. Data clauses for several blocks have no OpenMP form.",
        bad "float a[8][8];\nvoid f(void) {\n#pragma acc parallel copy(a[0:8][0:4])\n  { }\n}\n",
        good "float a[8][8];\nvoid f(void) {\n#pragma acc parallel copy(a[0:4][0:8])\n  { }\n}\n";
    MEMBER_NOT_TAKEN = "ACC0081", Error, "member in a clause that takes whole variables",
        "Only whole variables can be privatised or reduced, and constructs map members of variables, not of array elements. `enter data`, `exit data` and `update` take members of elements too.",
        bad "struct s { int a; };\nvoid f(struct s s) {\n#pragma acc parallel private(s.a)\n  { }\n}\n",
        good "struct s { int a; };\nvoid f(struct s s) {\n#pragma acc parallel private(s)\n  { }\n}\n";
    INCOMPLETE = "ACC0082", Error, "data attribute for a variable of incomplete type",
        "A copy of the variable cannot be made, because its size is unknown.",
        bad "extern int a[];\nvoid f(void) {\n#pragma acc parallel copy(a)\n  { }\n}\n",
        good "extern int a[];\nvoid f(void) {\n#pragma acc parallel copy(a[0:8])\n  { }\n}\n";
    CONST_VARIABLE = "ACC0083", Error, "const variable in a clause that writes it",
        "`copyout`, `reduction` and `update` write the variable, which `const` forbids; `create` and `private` make a copy that could never be given a value.",
        bad "const int x = 1;\nvoid f(void) {\n#pragma acc parallel copyout(x)\n  { }\n}\n",
        good "const int x = 1;\nvoid f(void) {\n#pragma acc parallel copyin(x)\n  { }\n}\n";
    NOT_A_POINTER = "ACC0084", Error, "clause for pointers with a variable that is none",
        "`deviceptr`, `attach` and `detach` are about addresses, so their variables must be pointers (OpenACC 3.4 2.7.4, 2.7.13).",
        bad "void f(int x) {\n#pragma acc parallel deviceptr(x)\n  { }\n}\n",
        good "void f(int *x) {\n#pragma acc parallel deviceptr(x)\n  { }\n}\n";
    POINTER_ITSELF = "ACC0085", Warning, "data clause for a pointer, without a range",
        "A pointer in a data clause stands for itself, a variable of a few bytes; the memory that it points to has a range behind the name (OpenACC 3.4 2.7.1). `present(p)` asks whether the pointer variable is on the device, and `delete(p)` leaves there what `create(p[0:n])` put there. Many programs mean the memory all the same. For them the translation takes it so in `present` and `delete`, except in the dialect `clacc`; in other clauses the pointer is what it says.",
        bad "void f(float *p) {\n#pragma acc exit data delete(p)\n}\n",
        good "void f(int n, float *p) {\n#pragma acc exit data delete(p[0:n])\n}\n";
    // Attributes.
    REPEATED_VARIABLE = "ACC0090", Error, "variable named twice for one data attribute",
        "Naming a variable twice says nothing new and is most likely a mistake; OpenMP does not permit it.",
        bad "void f(int x) {\n#pragma acc parallel copy(x) pcopy(x)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel copy(x)\n  { }\n}\n";
    CONFLICTING_ATTRIBUTES = "ACC0091", Error, "data attributes that exclude each other",
        "A variable has at most one mapping attribute and one sharing attribute on a directive, and a variable that is private or firstprivate there is not mapped. Only `copyin`, `copyout` and `copy` of the same elements are taken together (ACC0099).",
        bad "void f(int x) {\n#pragma acc parallel create(x) copyout(x)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel copyout(x)\n  { }\n}\n";
    LOOP_CONTROL_CONFLICT = "ACC0092", Error, "data clause for a loop control variable",
        "The control variable of a loop is private (OpenACC 3.4 2.6.1). On a combined directive a data clause for it would concern a variable that the construct never uses.",
        bad "void f(float *a) {\n  int i;\n#pragma acc parallel loop copy(i)\n  for (i = 0; i < 8; ++i)\n    a[i] = 0;\n}\n",
        good "void f(float *a) {\n  int i;\n#pragma acc parallel loop\n  for (i = 0; i < 8; ++i)\n    a[i] = 0;\n}\n";
    REPEATED_UPDATE = "ACC0093", Error, "variable updated twice by one directive",
        "One `update` moves a variable in one direction, once.",
        bad "void f(int x) {\n#pragma acc update self(x) device(x)\n}\n",
        good "void f(int x) {\n#pragma acc update self(x)\n}\n";
    CONFLICTING_REDUCTIONS = "ACC0094", Error, "reductions of one variable with different operators",
        "One directive can combine the copies of a variable in one way only.",
        bad "void f(int x) {\n#pragma acc parallel reduction(+:x) reduction(*:x)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel reduction(+:x)\n  { }\n}\n";
    ENCLOSING_REDUCTION = "ACC0095", Error, "reduction with another operator than the enclosing one",
        "Reductions of one variable on nested constructs are steps of one reduction, so they must use the same operator (OpenACC 3.4 2.9.11).",
        bad "void f(int x) {\n#pragma acc parallel reduction(+:x)\n  {\n#pragma acc loop reduction(*:x)\n    for (int i = 1; i < 8; ++i)\n      x *= i;\n  }\n}\n",
        good "void f(int x) {\n#pragma acc parallel reduction(*:x)\n  {\n#pragma acc loop reduction(*:x)\n    for (int i = 1; i < 8; ++i)\n      x *= i;\n  }\n}\n";
    GANG_REDUCTIONS = "ACC0096", Error, "loops that imply different reductions of the gangs",
        "A loop's reduction of a variable that the gangs share is a reduction of the whole compute construct, which can have one operator only (OpenACC 3.4 2.9.11).",
        bad "void f(int x) {\n#pragma acc parallel copy(x)\n  {\n#pragma acc loop reduction(+:x)\n    for (int i = 1; i < 8; ++i)\n      x += i;\n#pragma acc loop reduction(*:x)\n    for (int i = 1; i < 8; ++i)\n      x *= i;\n  }\n}\n",
        good "void f(int x, int y) {\n#pragma acc parallel copy(x, y)\n  {\n#pragma acc loop reduction(+:x)\n    for (int i = 1; i < 8; ++i)\n      x += i;\n#pragma acc loop reduction(*:y)\n    for (int i = 1; i < 8; ++i)\n      y *= i;\n  }\n}\n";
    REDUCTION_TYPE = "ACC0097", Error, "reduction of a variable that the operator cannot combine",
        "`max` and `min` compare, so they need real numbers or pointers; `+`, `*`, `&&` and `||` need numbers; `&`, `|` and `^` need integers. Arrays and subarrays are reduced element by element, so their elements must be such numbers; structs are not reduced (OpenACC 3.4 2.5.15).",
        bad "void f(float x) {\n#pragma acc parallel reduction(&:x)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel reduction(&:x)\n  { }\n}\n";
    REDUCED_CONTROL = "ACC0098", Error, "reduction of a loop control variable",
        "The loop itself steps the variable; every iteration has its own value, and none is to be combined.",
        bad "void f(float *a) {\n  int i;\n#pragma acc parallel loop reduction(+:i)\n  for (i = 0; i < 8; ++i)\n    a[i] = 0;\n}\n",
        good "void f(float *a) {\n  int i;\n#pragma acc parallel loop\n  for (i = 0; i < 8; ++i)\n    a[i] = 0;\n}\n";
    BOTH_DIRECTIONS = "ACC0099", Warning, "two data clauses that together say `copy`",
        "A variable named in two of `copyin`, `copyout` and `copy` on one directive is copied in and out, as one `copy` says. Each of two clauses would do nothing where the other one has made the data present, so what happens would depend on their order; `copy` is the one meaning that gives the program the values it asks for.",
        bad "void f(int x) {\n#pragma acc parallel copyin(x) copyout(x)\n  { }\n}\n",
        good "void f(int x) {\n#pragma acc parallel copy(x)\n  { }\n}\n";
    // Loops.
    LOOP_EXPECTED = "ACC0100", Error, "no `for` loop where one is needed",
        "A `loop` directive belongs to the `for` loop right behind it; with `collapse` or `tile` the inner loops must be the only statement of the loop around them (OpenACC 3.4 2.9, 2.9.1).",
        bad "void f(int n) {\n#pragma acc parallel loop\n  while (n > 0)\n    --n;\n}\n",
        good "void f(int n, float *a) {\n#pragma acc parallel loop\n  for (int i = 0; i < n; ++i)\n    a[i] = 0;\n}\n";
    BREAK = "ACC0101", Error, "`break` out of a loop whose iterations are independent",
        "No iteration can end the others when their order is free. `seq` keeps the loop as it is.",
        bad "void f(int n, float *a) {\n#pragma acc parallel loop\n  for (int i = 0; i < n; ++i)\n    if (a[i] > 0)\n      break;\n}\n",
        good "void f(int n, float *a) {\n#pragma acc parallel loop seq\n  for (int i = 0; i < n; ++i)\n    if (a[i] > 0)\n      break;\n}\n";
    CONTROL_MEMBER = "ACC0102", Error, "loop control variable that is a member",
        "The control variable becomes private, and a member of a struct cannot be private on its own.",
        bad "struct s { int i; };\nvoid f(struct s s, float *a) {\n#pragma acc parallel loop\n  for (s.i = 0; s.i < 8; ++s.i)\n    a[s.i] = 0;\n}\n",
        good "void f(float *a) {\n#pragma acc parallel loop\n  for (int i = 0; i < 8; ++i)\n    a[i] = 0;\n}\n";
    NOT_COUNTABLE = "ACC0103", Error, "loop whose number of iterations cannot be computed beforehand",
        "A partitioned loop has the form `for (i = start; i < end; i += step)`: one integer or pointer variable, compared with a bound, stepped by an amount that stays the same (OpenACC 3.4 2.9; OpenMP 5.2 4.4.1).",
        bad "void f(float *a) {\n#pragma acc parallel loop gang\n  for (int i = 1; i < 64; i *= 2)\n    a[i] = 0;\n}\n",
        good "void f(float *a) {\n#pragma acc parallel loop gang\n  for (int i = 0; i < 6; ++i)\n    a[1 << i] = 0;\n}\n";
    LEVEL_ORDER = "ACC0104", Error, "levels of parallelism nested in the wrong order",
        "Gangs contain workers and workers contain vector lanes, so a loop inside another one must use a lower level than that one (OpenACC 3.4 2.9.2 to 2.9.4).",
        bad "void f(float *a) {\n#pragma acc parallel loop vector\n  for (int i = 0; i < 8; ++i) {\n#pragma acc loop worker\n    for (int j = 0; j < 8; ++j)\n      a[j] = 0;\n  }\n}\n",
        good "void f(float *a) {\n#pragma acc parallel loop worker\n  for (int i = 0; i < 8; ++i) {\n#pragma acc loop vector\n    for (int j = 0; j < 8; ++j)\n      a[j] = 0;\n  }\n}\n";
    LEVEL_ABOVE_ROUTINE = "ACC0105", Error, "loop level above the level of its function",
        "A `routine` directive says which levels a function may use: a `worker` routine holds no `gang` loop, a `vector` routine no `worker` loop, a `seq` routine none of them (OpenACC 3.4 2.15.1).",
        bad "#pragma acc routine vector\nvoid f(float *a) {\n#pragma acc loop worker\n  for (int i = 0; i < 8; ++i)\n    a[i] = 0;\n}\n",
        good "#pragma acc routine worker\nvoid f(float *a) {\n#pragma acc loop worker\n  for (int i = 0; i < 8; ++i)\n    a[i] = 0;\n}\n";
    SHARED_ASSIGNMENT = "ACC0106", Warning, "variable that the workers or vector lanes of a gang assign and share",
        "A scalar that no clause names is one variable for each gang (OpenACC 3.4 2.6.2). The workers and vector lanes of the gang share it, so where the iterations of their loop assign it, each overwrites what another one is using. Some compilers make such variables private without being asked; the directives do not say so, and neither does their translation.",
        bad "void f(int n, float *a) {\n  float t;\n#pragma acc parallel loop gang vector copy(a[0:n])\n  for (int i = 0; i < n; ++i) {\n    t = a[i];\n    a[i] = t * t;\n  }\n}\n",
        good "void f(int n, float *a) {\n  float t;\n#pragma acc parallel loop gang vector copy(a[0:n]) private(t)\n  for (int i = 0; i < n; ++i) {\n    t = a[i];\n    a[i] = t * t;\n  }\n}\n";
    // What default(none) asks for, and what other directives need.
    NO_ATTRIBUTE = "ACC0110", Error, "variable without a data clause under default(none)",
        "`default(none)` asks that every variable of the construct is named: in a data clause here or on an enclosing `data` construct, or in `private`, `firstprivate` or `reduction` (OpenACC 3.4 2.6.2).",
        bad "float a[8];\nvoid f(void) {\n#pragma acc parallel default(none)\n  { a[0] = 1; }\n}\n",
        good "float a[8];\nvoid f(void) {\n#pragma acc parallel default(none) copy(a)\n  { a[0] = 1; }\n}\n";
    ATOMIC_FORM = "ACC0111", Error, "statement that is not of the form that `atomic` needs",
        "What is done at once must be one read, write or update of one scalar, in one of the forms that the specification lists for the clause (OpenACC 3.4 2.12).",
        bad "void f(int *a) {\n#pragma acc parallel\n  {\n#pragma acc atomic update\n    a[0] = 2;\n  }\n}\n",
        good "void f(int *a) {\n#pragma acc parallel\n  {\n#pragma acc atomic update\n    a[0] += 2;\n  }\n}\n";
}
