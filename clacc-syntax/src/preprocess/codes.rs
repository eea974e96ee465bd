//! The register of the preprocessor's diagnostics.

use crate::diagnostics::codes;

codes! {
    HEADER_NOT_FOUND = "PP0001", Error, "a header is not found",
        "No directory of the search path holds the header. Reading goes on without it, so what it declares \
         is unknown. Give its directory with -I, or the package that brings it (C17 6.10.2).",
        bad "#include \"no_such_header.h\"\n", good "";
    INVALID_INCLUDE = "PP0002", Error, "an include directive names no header",
        "After macro expansion, #include must be followed by \"file\" or <file> (C17 6.10.2).",
        bad "#include stdio\n", good "#include <stdio.h>\n";
    INCLUDE_DEPTH = "PP0003", Error, "inclusions nest too deeply",
        "A header includes itself, directly or through others, without a guard. The innermost #include and \
         all that follow are left out.",
        bad "#include __FILE__\n", good "";
    INCLUSION_LIMIT = "PP0004", Error, "a unit includes too many files",
        "Inclusions of one unit are limited in number, so that headers that include each other without \
         guards come to an end.",
        bad "", good "";
    UNIT_TOO_LARGE = "PP0005", Error, "a unit grows too large",
        "A unit is limited in tokens and to 4 GiB of text in all its inclusions. Further files, and \
         the rest of a longer main file, are left out.",
        bad "", good "";
    FILE_TOO_LONG = "PP0006", Error, "a file is too long",
        "Files are limited to 2 GiB. The file is treated as empty.",
        bad "", good "";
    EXPANSION_LIMIT = "PP0007", Error, "macro expansion makes too many tokens",
        "The tokens that macro expansion produces in one unit are limited, intermediate ones counted. \
         Macros that double their argument again and again reach the limit in a few lines. From there on \
         macros are not expanded any more.",
        bad "", good "";
    CONDITION_LIMIT = "PP0008", Error, "a condition is nested too deeply",
        "The parentheses and operators in one #if are nested more deeply than the limit allows. The \
         condition counts as false.",
        bad "", good "";
    INVALID_DIRECTIVE = "PP0009", Error, "an unknown directive",
        "What follows # at the start of a line is no directive of C (C17 6.10). The line is ignored.",
        bad "#includ <stdio.h>\n", good "#include <stdio.h>\n";
    EXTRA_TOKENS = "PP0010", Warning, "extra tokens at the end of a directive",
        "The directive is complete before the end of its line. What follows is ignored.",
        bad "#ifdef A B\n#endif\n", good "#ifdef A\n#endif\n";
    UNMATCHED_CONDITIONAL = "PP0011", Error, "a part of a conditional without its beginning",
        "#elif, #else and #endif belong to an #if of the same file, and nothing but #endif may follow \
         #else (C17 6.10.1).",
        bad "#endif\n", good "#if 1\n#endif\n";
    UNTERMINATED_CONDITIONAL = "PP0012", Error, "a conditional without an end",
        "Every #if, #ifdef and #ifndef needs its #endif in the same file (C17 6.10.1).",
        bad "#if 1\nint a;\n", good "#if 1\nint a;\n#endif\n";
    INVALID_CONDITION = "PP0013", Error, "a condition that is no constant expression",
        "#if and #elif take integer constants, operators, `defined`, and macros that expand to these (C17 \
         6.10.1). The condition counts as false.",
        bad "#if 1 +\n#endif\n", good "#if 1 + 1\n#endif\n";
    DIVISION_BY_ZERO = "PP0014", Error, "a division by zero in a condition",
        "The condition divides by zero where the result counts. It counts as false.",
        bad "#if 1 / 0\n#endif\n", good "";
    MISSING_NAME = "PP0015", Error, "a directive without a macro name",
        "#define, #undef, #ifdef and #ifndef must be followed by an identifier (C17 6.10.1, 6.10.3).",
        bad "#define 3\n", good "#define THREE 3\n";
    RESERVED_NAME = "PP0016", Error, "a name that no macro may have",
        "`defined`, `__VA_ARGS__` and `__VA_OPT__` mean something to the preprocessor itself and cannot be \
         macros (C17 6.10.8).",
        bad "#define defined 1\n", good "";
    INVALID_PARAMETERS = "PP0017", Error, "an invalid list of macro parameters",
        "Macro parameters are different identifiers between commas; `...` may stand last (C17 6.10.3).",
        bad "#define SUM(a, a) a\n", good "#define SUM(a, b) a + b\n";
    MISSING_SPACE = "PP0018", Warning, "no white space behind the name of a macro",
        "White space must stand between the name of an object-like macro and its replacement list (C17 \
         6.10.3).",
        bad "#define PLUS+\n", good "#define PLUS +\n";
    HASH_WITHOUT_PARAMETER = "PP0019", Error, "# without a parameter",
        "In the replacement list of a function-like macro, # must be followed by a parameter (C17 \
         6.10.3.2).",
        bad "#define STR(x) #y\n", good "#define STR(x) #x\n";
    PASTE_AT_END = "PP0020", Error, "## at an end of a replacement list",
        "## needs a token on either side (C17 6.10.3.3).",
        bad "#define GLUE(x) x##\n", good "#define GLUE(x) x##_t\n";
    INVALID_VA_OPT = "PP0021", Error, "a malformed __VA_OPT__",
        "__VA_OPT__ must be followed by tokens in parentheses and cannot be nested (C23 6.10.5.1).",
        bad "#define F(...) __VA_OPT__\n", good "#define F(...) __VA_OPT__(__VA_ARGS__)\n";
    VA_ARGS_OUTSIDE = "PP0022", Warning, "__VA_ARGS__ outside of a variadic macro",
        "`__VA_ARGS__` and `__VA_OPT__` mean something in the replacement list of a variadic macro only \
         (C17 6.10.3).",
        bad "int __VA_ARGS__;\n", good "";
    REDEFINED = "PP0023", Warning, "a macro is redefined differently",
        "A macro may be defined again with the same tokens only, unless #undef comes between (C17 6.10.3). \
         The new definition holds.",
        bad "#define N 1\n#define N 2\n", good "#define N 1\n#undef N\n#define N 2\n";
    BUILTIN_CHANGED = "PP0024", Warning, "a predefined macro is changed",
        "The macro is one of those that the preprocessor computes. From here on it is what the program \
         says (C17 6.10.8).",
        bad "#define __LINE__ 1\n", good "";
    ARGUMENT_COUNT = "PP0025", Error, "a wrong number of macro arguments",
        "The invocation must have as many arguments as the macro has parameters (C17 6.10.3). The name is \
         left as it is.",
        bad "#define PAIR(a, b) a b\nint PAIR(x);\n",
        good "#define PAIR(a, b) a b\nint PAIR(, x);\n";
    UNTERMINATED_ARGUMENTS = "PP0026", Error, "an argument list without its end",
        "The ) of the invocation does not follow before the file or directive ends (C17 6.10.3).",
        bad "#define F(x) x\nint a = F(1;\n", good "#define F(x) x\nint a = F(1);\n";
    INVALID_PASTE = "PP0027", Error, "## makes no token",
        "The two tokens joined by ## must give one token (C17 6.10.3.3). They are left apart.",
        bad "#define GLUE(a, b) a##b\nint x = GLUE(+, 1);\n", good "";
    INVALID_STRINGIZE = "PP0028", Warning, "# makes no valid string",
        "The argument ends with a backslash that would escape the closing quote. It is left out (C17 \
         6.10.3.2).",
        bad "#define STR(x) #x\nconst char *s = STR(\\);\n", good "";
    INVALID_LINE = "PP0029", Error, "a malformed #line or #ident",
        "#line takes a number in decimal digits and an optional string literal (C17 6.10.4); #ident takes \
         a string literal.",
        bad "#line one\n", good "#line 1\n";
    ERROR_DIRECTIVE = "PP0030", Error, "#error",
        "The program says that it cannot be compiled this way (C17 6.10.5).",
        bad "#error not supported\n", good "";
    WARNING_DIRECTIVE = "PP0031", Warning, "#warning",
        "The program warns about how it is compiled (C23 6.10.7).",
        bad "#warning old interface\n", good "";
    EMBED_UNSUPPORTED = "PP0032", Error, "#embed is not supported",
        "The directive of C23 that brings in the bytes of a file is ignored.",
        bad "#embed \"data.bin\"\n", good "";
    INVALID_PRAGMA_OPERATOR = "PP0033", Error, "a malformed _Pragma",
        "_Pragma takes one string literal in parentheses (C17 6.10.9).",
        bad "_Pragma(acc)\n", good "_Pragma(\"acc wait\")\n";
    INVALID_PUSH_MACRO = "PP0034", Warning, "a malformed push_macro or pop_macro",
        "The pragma takes a macro's name as a string literal in parentheses.",
        bad "#pragma push_macro(N)\n", good "#pragma push_macro(\"N\")\n";
    ONCE_IN_MAIN = "PP0035", Warning, "a header's pragma in the main file",
        "`#pragma once` and `#pragma GCC system_header` say something about headers.",
        bad "#pragma once\n", good "";
    INCLUDE_NEXT_IN_MAIN = "PP0036", Warning, "#include_next in the main file",
        "#include_next goes on searching behind the directory that the current header was found in; the \
         main file was not searched for.",
        bad "#include_next <stddef.h>\n", good "#include <stddef.h>\n";
    UNTERMINATED_COMMENT = "PP0037", Error, "a comment without an end",
        "The comment swallows the rest of the file (C17 6.4.9).",
        bad "int a; /* the value\n", good "int a; /* the value */\n";
    UNTERMINATED_LITERAL = "PP0038", Error, "a literal without its closing quote",
        "String literals and character constants end on the line where they start (C17 6.4.4.4, 6.4.5).",
        bad "const char *s = \"abc;\n", good "const char *s = \"abc\";\n";
    STRAY_CHARACTER = "PP0039", Error, "a character that is no token",
        "The character means nothing in C outside of literals and comments (C17 6.4).",
        bad "int a = 1 \\ 2;\n", good "int a = 1 / 2;\n";
}
