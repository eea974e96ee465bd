//! The codes of syntax errors: their register.

use crate::diagnostics::codes;

codes! {
    EXPECTED_TOKEN = "C0001", Error, "a token is missing",
        "The grammar of C demands a particular token here, such as a `;` or a closing bracket, and another one stands \
         in its place. Where only the `;` of a statement is missing, the statement is used as it is; otherwise what is \
         left of the statement is skipped.",
        bad "int f(void) { return 1 }\n", good "int f(void) { return 1; }\n";
    EXPECTED_EXPRESSION = "C0002", Error, "an expression is missing",
        "An operand or a whole expression must stand here (C17 6.5). An operator without its operand, or a type's name \
         where a value is needed, are common reasons.",
        bad "int f(int a) { return a + ; }\n", good "int f(int a) { return a + 1; }\n";
    EXPECTED_STATEMENT = "C0003", Error, "a statement is missing",
        "A statement must stand here (C17 6.8). A declaration is no statement: it cannot be the branch of an `if` or the \
         body of a loop; braces around it make it one.",
        bad "void f(int a) { if (a) } \n", good "void f(int a) { if (a) ; }\n";
    EXPECTED_DECLARATION = "C0004", Error, "a declaration is missing",
        "Outside functions only declarations and function definitions may stand, and between the braces of a `struct` \
         only members (C17 6.9, 6.7.2.1). A `}` too many in a function above is a common reason.",
        bad "int a; } int b;\n", good "int a; int b;\n";
    EXPECTED_DECLARATOR = "C0005", Error, "a declared name is missing",
        "Behind the type, a declaration names what it declares (C17 6.7.6).",
        bad "int *;\n", good "int *p;\n";
    EXPECTED_TYPE = "C0006", Error, "a type is missing",
        "A type must be written here (C17 6.7.2, 6.7.7): in a cast, as the operand of `sizeof`, for a parameter.",
        bad "int f(int a, 1);\n", good "int f(int a, int b);\n";
    UNKNOWN_TYPE = "C0007", Error, "a type name is not declared",
        "The identifier stands where only a type makes sense, and no `typedef` declares it. The header that declares it is \
         missing, or was not found. It is taken for a type from here on, so that the rest can be understood.",
        bad "size_type count;\n", good "typedef unsigned long size_type;\nsize_type count;\n";
    TYPE_SPECIFIERS = "C0008", Error, "type specifiers do not form a type",
        "The words of a type may stand in any order, but not every set of them is a type (C17 6.7.2p2).",
        bad "short double x;\n", good "long double x;\n";
    EXPECTED_IDENTIFIER = "C0009", Error, "an identifier is missing",
        "An identifier must stand here: a member behind `.` or `->`, a label behind `goto`, a tag behind `struct`.",
        bad "int f(struct s *p) { return p->; }\n",
        good "int f(struct s *p) { return p->count; }\n";
    UNCLOSED_BLOCK = "C0010", Error, "a block is not closed",
        "The text ends before the `}` that belongs to a `{`.",
        bad "void f(void) { if (1) {\n", good "void f(void) { if (1) { } }\n";
    MISPLACED_DIRECTIVE = "C0011", Error, "a directive stands inside an expression",
        "A directive may stand where a statement, a declaration or a member may. Between the tokens of an expression it \
         would apply to nothing; it is left out of the tree, and stays in the text.",
        bad "int f(int a) {\n    return a +\n#pragma acc wait\n        1;\n}\n",
        good "int f(int a) {\n#pragma acc wait\n    return a + 1;\n}\n";
    NESTING_LIMIT = "C0012", Error, "nesting is too deep",
        "Brackets, operators of one operand, statements, declarators and initializers may be nested as deep as the limit of \
         the session says, 256 levels unless it is changed. Every compiler has such a limit (C17 5.2.4.1 demands 63 levels \
         of brackets). What lies deeper is skipped.",
        bad "", good "";
}
