//! The kinds of tokens, before and after preprocessing.

/// Declares [`TokenKind`] and the tables that follow from it. The kinds with a fixed text come first and are
/// consecutive, so that a kind, its text and its [`Name`](crate::Name) have the same number.
macro_rules! token_kinds {
    (keywords { $($keyword:ident $keyword_text:literal,)* } punctuators { $($punct:ident $punct_text:literal,)* }
     others { $($(#[$doc:meta])* $other:ident,)* }) => {
        /// The kind of a token.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum TokenKind {
            $(#[doc = concat!("The keyword `", $keyword_text, "`.")] $keyword,)*
            $(#[doc = concat!("The punctuator `", $punct_text, "`.")] $punct,)*
            $($(#[$doc])* $other,)*
        }

        /// Every kind whose text is always the same: keywords, then punctuators, in the order of the enum.
        pub const FIXED_KINDS: &[TokenKind] = &[$(TokenKind::$keyword,)* $(TokenKind::$punct,)*];
        const FIXED_TEXTS: &[&str] = &[$($keyword_text,)* $($punct_text,)*];
        const KEYWORD_COUNT: usize = [$($keyword_text),*].len();
    };
}

token_kinds! {
    keywords {
        Auto "auto",
        Break "break",
        Case "case",
        Char "char",
        Const "const",
        Continue "continue",
        Default "default",
        Do "do",
        Double "double",
        Else "else",
        Enum "enum",
        Extern "extern",
        Float "float",
        For "for",
        Goto "goto",
        If "if",
        Inline "inline",
        Int "int",
        Long "long",
        Register "register",
        Restrict "restrict",
        Return "return",
        Short "short",
        Signed "signed",
        Sizeof "sizeof",
        Static "static",
        Struct "struct",
        Switch "switch",
        Typedef "typedef",
        Union "union",
        Unsigned "unsigned",
        Void "void",
        Volatile "volatile",
        While "while",
        Alignas "_Alignas",
        Alignof "_Alignof",
        Atomic "_Atomic",
        Bool "_Bool",
        Complex "_Complex",
        Generic "_Generic",
        Imaginary "_Imaginary",
        Noreturn "_Noreturn",
        StaticAssert "_Static_assert",
        ThreadLocal "_Thread_local",
        Asm "asm",
        GnuAsm "__asm",
        GnuAsm2 "__asm__",
        Typeof "typeof",
        GnuTypeof "__typeof",
        GnuTypeof2 "__typeof__",
        GnuAutoType "__auto_type",
        GnuAttribute "__attribute",
        GnuAttribute2 "__attribute__",
        GnuExtension2 "__extension__",
        GnuInline "__inline",
        GnuInline2 "__inline__",
        GnuConst "__const",
        GnuConst2 "__const__",
        GnuVolatile "__volatile",
        GnuVolatile2 "__volatile__",
        GnuRestrict "__restrict",
        GnuRestrict2 "__restrict__",
        GnuSigned "__signed",
        GnuSigned2 "__signed__",
        GnuAlignof "__alignof",
        GnuAlignof2 "__alignof__",
        GnuComplex "__complex",
        GnuComplex2 "__complex__",
        GnuReal "__real",
        GnuReal2 "__real__",
        GnuImag "__imag",
        GnuImag2 "__imag__",
        GnuLabel2 "__label__",
        GnuThread "__thread",
        GnuInt128 "__int128",
        Float16 "_Float16",
        Float32 "_Float32",
        Float64 "_Float64",
        Float128 "_Float128",
        Float32x "_Float32x",
        Float64x "_Float64x",
        GnuFloat80 "__float80",
        GnuFloat128 "__float128",
        Decimal32 "_Decimal32",
        Decimal64 "_Decimal64",
        Decimal128 "_Decimal128",
        GnuSegFs "__seg_fs",
        GnuSegGs "__seg_gs",
        BuiltinVaList "__builtin_va_list",
        BuiltinVaArg "__builtin_va_arg",
        BuiltinOffsetof "__builtin_offsetof",
        BuiltinTypesCompatibleP "__builtin_types_compatible_p",
        BuiltinChooseExpr "__builtin_choose_expr",
        BuiltinConvertvector "__builtin_convertvector",
        BuiltinHasAttribute "__builtin_has_attribute",
    }
    punctuators {
        LParen "(",
        RParen ")",
        LBracket "[",
        RBracket "]",
        LBrace "{",
        RBrace "}",
        Dot ".",
        Arrow "->",
        PlusPlus "++",
        MinusMinus "--",
        Amp "&",
        Star "*",
        Plus "+",
        Minus "-",
        Tilde "~",
        Bang "!",
        Slash "/",
        Percent "%",
        Shl "<<",
        Shr ">>",
        Lt "<",
        Gt ">",
        Le "<=",
        Ge ">=",
        EqEq "==",
        Ne "!=",
        Caret "^",
        Pipe "|",
        AmpAmp "&&",
        PipePipe "||",
        Question "?",
        Colon ":",
        ColonColon "::",
        Semi ";",
        Ellipsis "...",
        Eq "=",
        StarEq "*=",
        SlashEq "/=",
        PercentEq "%=",
        PlusEq "+=",
        MinusEq "-=",
        ShlEq "<<=",
        ShrEq ">>=",
        AmpEq "&=",
        CaretEq "^=",
        PipeEq "|=",
        Comma ",",
        Hash "#",
        HashHash "##",
        At "@",
    }
    others {
        /// An identifier. Before preprocessing, keywords are identifiers too.
        Ident,
        /// A preprocessing number (C17 6.4.8).
        Number,
        /// A character constant with its prefix.
        CharConst,
        /// A string literal with its prefix. Adjacent literals stay separate tokens.
        StrLit,
        /// The start of a `#pragma acc` directive. The directive's own tokens follow, and then
        /// [`TokenKind::PragmaEnd`].
        PragmaAcc,
        /// The start of a `#pragma omp` directive. The directive's own tokens follow, and then
        /// [`TokenKind::PragmaEnd`].
        PragmaOmp,
        /// Any other pragma. It is one token, whose text is the line after `#pragma` without surrounding
        /// spaces.
        PragmaOther,
        /// The end of a `PragmaAcc` or `PragmaOmp` directive.
        PragmaEnd,
        /// A byte sequence that is not a C token.
        Unknown,
        /// The end of the tokens.
        Eof,
    }
}

impl TokenKind {
    /// Returns the index in [`FIXED_KINDS`], for kinds that have one.
    pub(crate) const fn fixed_index(self) -> Option<usize> {
        let index = self as usize;
        if index < FIXED_KINDS.len() { Some(index) } else { None }
    }

    /// Returns the text of a keyword or punctuator. For other kinds it returns a description in angle
    /// brackets.
    pub const fn text(self) -> &'static str {
        match self.fixed_index() {
            Some(index) => FIXED_TEXTS[index],
            None => match self {
                TokenKind::Ident => "<identifier>",
                TokenKind::Number => "<number>",
                TokenKind::CharConst => "<character constant>",
                TokenKind::StrLit => "<string literal>",
                TokenKind::PragmaAcc => "<#pragma acc>",
                TokenKind::PragmaOmp => "<#pragma omp>",
                TokenKind::PragmaOther => "<#pragma>",
                TokenKind::PragmaEnd => "<end of directive>",
                TokenKind::Unknown => "<unknown>",
                _ => "<end of file>",
            },
        }
    }

    /// Returns whether this is a keyword.
    pub(crate) const fn is_keyword(self) -> bool {
        (self as usize) < KEYWORD_COUNT
    }

    /// Returns whether a token of this kind is spelled like an identifier. Names of directives and clauses may be such keywords of C:
    /// `default`, `if`, `for`, `static` and others.
    pub const fn is_word(self) -> bool {
        self.is_keyword() || matches!(self, TokenKind::Ident)
    }
}

/// Properties of a token and of the text before it, as bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TokenFlags(u8);

impl TokenFlags {
    /// The token is the first one of its line.
    pub const LINE_START: TokenFlags = TokenFlags(1);
    /// White space or a comment precedes the token.
    pub const SPACE_BEFORE: TokenFlags = TokenFlags(2);
    /// The source bytes differ from the token's text, because the token contains a line splice, a digraph, a trigraph or a universal
    /// character name.
    pub const UNCLEAN: TokenFlags = TokenFlags(4);
    /// The token is an identifier that named a macro under expansion. It is never expanded again (C17
    /// 6.10.3.4).
    pub const NO_EXPAND: TokenFlags = TokenFlags(8);

    /// Returns whether all bits of `other` are set.
    pub const fn contains(self, other: TokenFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the union of both sets of bits.
    pub const fn with(self, other: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 | other.0)
    }

    /// Returns the bits of `self` without those of `other`.
    pub const fn without(self, other: TokenFlags) -> TokenFlags {
        TokenFlags(self.0 & !other.0)
    }
}

/// A run of tokens as parallel columns, which is all that the parser sees. There are no positions, so that equal runs parse to equal trees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TokenSlice<'a> {
    /// The kind of each token. Keywords are recognised.
    pub kinds: &'a [TokenKind],
    /// The text of each token.
    pub texts: &'a [crate::Name],
    /// The table that the names in `texts` belong to.
    pub names: &'a crate::Names,
}

/// A range of token indices. The indices are relative to the first token of the tree's declaration, or of the unit for a tree that holds
/// many declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct TokenRange {
    /// The index of the first token.
    pub start: u32,
    /// The index past the last token.
    pub end: u32,
}

impl TokenRange {
    /// Makes the range from `start` to `end`, where `end` is not part of it.
    pub const fn new(start: u32, end: u32) -> Self {
        TokenRange { start, end }
    }
}
