//! The kinds of nodes, and the roles that children have in their parents, each as one flat list.
//!
//! Tools outside this crate walk trees by kinds and roles, without the Rust types of the nodes.

use super::{ClauseKind, Decl, DirectiveKind, Expr, Init, Node, Stmt, Tree};

/// Declares an enum whose variants are converted to and from their own names.
macro_rules! words {
    ($(#[$doc:meta])* $enum:ident { $($(#[$of:meta])* $variant:ident,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        pub enum $enum {
            $($(#[$of])* $variant,)*
        }

        impl $enum {
            /// All variants, in the order of the enum.
            pub const ALL: &[$enum] = &[$($enum::$variant,)*];

            /// Returns the name of the variant: `Binary`.
            pub const fn name(self) -> &'static str {
                match self { $($enum::$variant => stringify!($variant),)* }
            }

            /// As [`Self::name`], for the crates beneath.
            #[doc(hidden)]
            pub const fn text(self) -> &'static str {
                self.name()
            }

            /// Returns the variant with this name.
            pub fn by_name(name: &str) -> Option<$enum> {
                $enum::ALL.iter().copied().find(|each| each.name() == name)
            }
        }

        /// Reads the name of a variant.
        impl std::str::FromStr for $enum {
            type Err = crate::UnknownName;

            fn from_str(name: &str) -> Result<$enum, crate::UnknownName> {
                $enum::by_name(name).ok_or_else(|| crate::UnknownName::new(name))
            }
        }

        impl std::fmt::Display for $enum {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.text())
            }
        }
    };
}

words! {
    /// The kind of a node.
    NodeKind {
        /// Tokens that are not an expression.
        ErrorExpr,
        /// An identifier that is not a typedef name.
        Name,
        /// An integer or floating constant.
        Number,
        /// A character constant.
        Char,
        /// String literals.
        Str,
        /// `( e )`.
        Paren,
        /// A prefix operator.
        Unary,
        /// `e++` or `e--`.
        Postfix,
        /// A binary operator other than assignment and comma.
        Binary,
        /// An assignment.
        Assign,
        /// `c ? t : e`.
        Conditional,
        /// `lhs , rhs`.
        Comma,
        /// `( type ) operand`.
        Cast,
        /// `( type ) { ... }`.
        CompoundLiteral,
        /// A call.
        Call,
        /// A built-in that takes types.
        BuiltinCall,
        /// `base [ index ]`.
        Index,
        /// `base [ lower : length ]` in a clause.
        Section,
        /// `( [n][m] ) base` in a clause of OpenMP.
        Shaped,
        /// `base . field` or `base -> field`.
        Member,
        /// `sizeof` and its relatives, of an expression or a type.
        Sizeof,
        /// `_Generic`.
        Generic,
        /// GNU `({ ... })`.
        StatementExpr,
        /// GNU `&& label`.
        LabelAddress,
        /// `*` as an argument of a clause.
        Star,
        /// Tokens that are not a statement.
        ErrorStmt,
        /// `{ ... }`.
        Compound,
        /// A declaration among the items of a block.
        DeclStmt,
        /// `e ;` or `;`.
        ExprStmt,
        /// `if`.
        If,
        /// `while`.
        While,
        /// `do`.
        DoWhile,
        /// `for`.
        For,
        /// `switch`.
        Switch,
        /// `case`.
        Case,
        /// `default`.
        Default,
        /// `name :`.
        Label,
        /// `goto name ;`.
        Goto,
        /// GNU `goto * e ;`.
        GotoIndirect,
        /// `break ;`.
        Break,
        /// `continue ;`.
        Continue,
        /// `return`.
        Return,
        /// GNU `asm` as a statement.
        Asm,
        /// A statement of attributes only.
        Attributes,
        /// A directive among statements. Its child is the directive.
        DirectiveStmt,
        /// Another pragma among statements.
        Pragma,
        /// Tokens that are not a declaration.
        ErrorDecl,
        /// A declaration that is no function definition.
        Declaration,
        /// A function definition.
        Function,
        /// `_Static_assert`.
        StaticAssert,
        /// GNU `asm` at file scope.
        AsmDecl,
        /// A directive among declarations. Its child is the directive.
        DirectiveDecl,
        /// Another pragma among declarations.
        PragmaDecl,
        /// A lone `;` among declarations.
        EmptyDecl,
        /// One name that a declaration declares, with its dimensions and parameters.
        Entity,
        /// The name of a type, as in a cast.
        TypeName,
        /// An expression as an initializer.
        Init,
        /// `{ ... }` as an initializer.
        InitList,
        /// A directive of OpenACC.
        AccDirective,
        /// A directive of OpenMP.
        OmpDirective,
        /// `#pragma acc` with a name that OpenACC does not have.
        UnknownAccDirective,
        /// `#pragma omp` with a name that OpenMP does not have.
        UnknownOmpDirective,
        /// A clause of OpenACC.
        AccClause,
        /// A clause of OpenMP.
        OmpClause,
        /// A word that is no clause of the directive's language.
        UnknownClause,
    }
}

words! {
    /// The role of a node in its parent. Several children may have the same role: the arguments of a call.
    Role {
        /// The node has no parent.
        Root,
        /// The operand of an operator, or of `asm`.
        Operand,
        /// The left operand.
        Left,
        /// The right operand.
        Right,
        /// The condition of `if`, a loop, `?:` or a static assertion.
        Condition,
        /// The code that is executed or evaluated if the condition holds.
        Then,
        /// The code that is executed or evaluated if the condition does not hold.
        Otherwise,
        /// The type of a cast, of an association of `_Generic`, of a specifier.
        Type,
        /// The initial value of a declared entity or a compound literal.
        Initializer,
        /// The called function.
        Callee,
        /// An argument of a call.
        Argument,
        /// The operand from which an element, a section or a member is selected.
        Base,
        /// The subscript.
        Index,
        /// The first element of a section.
        Lower,
        /// The number of elements of a section.
        Length,
        /// The distance between the elements of a section.
        Stride,
        /// The number of elements of a dimension, in a declarator or a shape.
        Dimension,
        /// The controlling expression of `switch` or `_Generic`.
        Control,
        /// The value of a `return`, an expression statement, a `case` label, an association or an initializer.
        Value,
        /// The first part of a `for`, or the first value of an iterator.
        First,
        /// The last value of a range.
        Last,
        /// The last part of a `for`, or the step of an iterator.
        Step,
        /// The statement that is the body of a loop, a label, a function or a directive.
        Body,
        /// One of the items of a block, of an initializer list, or of the list of a directive or clause.
        Item,
        /// The declaration that makes up a statement, a mapper or an iterator.
        Declaration,
        /// A name that a declaration declares.
        Declarator,
        /// A parameter.
        Parameter,
        /// A member of a `struct` or `union`.
        Member,
        /// The value of an enumerator.
        Enumerator,
        /// The width of a bit-field.
        BitWidth,
        /// The assembler name of an entity.
        AsmLabel,
        /// The operand of `_Alignas`.
        Alignment,
        /// An argument of an attribute.
        Attribute,
        /// An index of a designator; the first one of a range.
        Designator,
        /// The message of a static assertion.
        Message,
        /// The template of `asm`.
        Template,
        /// The constraint of an operand of `asm`.
        Constraint,
        /// A register or memory that `asm` changes.
        Clobber,
        /// The directive that makes up a statement or declaration.
        Directive,
        /// A clause of a directive.
        Clause,
        /// An argument of a modifier before the colon.
        Modifier,
        /// An argument of a modifier after the list.
        PostModifier,
        /// The combiner of a declared reduction.
        Combiner,
    }
}

impl NodeKind {
    /// The kind of a node.
    pub fn of(tree: &Tree, node: Node) -> NodeKind {
        match node {
            Node::Expr(id) => of_expr(&tree[id]),
            Node::Stmt(id) => of_stmt(&tree[id]),
            Node::Decl(id) => of_decl(&tree[id]),
            Node::Entity(_) => NodeKind::Entity,
            Node::TypeName(_) => NodeKind::TypeName,
            Node::Init(id) => match tree[id] {
                Init::Expr(_) => NodeKind::Init,
                Init::List(_) => NodeKind::InitList,
            },
            Node::Directive(id) => match tree[id].kind {
                DirectiveKind::Acc(_) => NodeKind::AccDirective,
                DirectiveKind::Omp(_) => NodeKind::OmpDirective,
                DirectiveKind::UnknownAcc(_) => NodeKind::UnknownAccDirective,
                DirectiveKind::UnknownOmp(_) => NodeKind::UnknownOmpDirective,
            },
            Node::Clause(id) => match tree[id].kind {
                ClauseKind::Acc(_) => NodeKind::AccClause,
                ClauseKind::Omp(_) => NodeKind::OmpClause,
                ClauseKind::Unknown => NodeKind::UnknownClause,
            },
        }
    }
}

fn of_expr(expr: &Expr) -> NodeKind {
    match expr {
        Expr::Error => NodeKind::ErrorExpr,
        Expr::Name(_) => NodeKind::Name,
        Expr::Number(_) => NodeKind::Number,
        Expr::Char(_) => NodeKind::Char,
        Expr::Str(_) => NodeKind::Str,
        Expr::Paren(_) => NodeKind::Paren,
        Expr::Unary { .. } => NodeKind::Unary,
        Expr::Postfix { .. } => NodeKind::Postfix,
        Expr::Binary { .. } => NodeKind::Binary,
        Expr::Assign { .. } => NodeKind::Assign,
        Expr::Conditional { .. } => NodeKind::Conditional,
        Expr::Comma { .. } => NodeKind::Comma,
        Expr::Cast { .. } => NodeKind::Cast,
        Expr::CompoundLiteral { .. } => NodeKind::CompoundLiteral,
        Expr::Call { .. } => NodeKind::Call,
        Expr::BuiltinCall { .. } => NodeKind::BuiltinCall,
        Expr::Index { .. } => NodeKind::Index,
        Expr::Section { .. } => NodeKind::Section,
        Expr::Shaped { .. } => NodeKind::Shaped,
        Expr::Member { .. } => NodeKind::Member,
        Expr::SizeofExpr { .. } | Expr::SizeofType { .. } => NodeKind::Sizeof,
        Expr::Generic { .. } => NodeKind::Generic,
        Expr::Statement(_) => NodeKind::StatementExpr,
        Expr::LabelAddress(_) => NodeKind::LabelAddress,
        Expr::Star => NodeKind::Star,
    }
}

fn of_stmt(stmt: &Stmt) -> NodeKind {
    match stmt {
        Stmt::Error => NodeKind::ErrorStmt,
        Stmt::Compound { .. } => NodeKind::Compound,
        Stmt::Decl(_) => NodeKind::DeclStmt,
        Stmt::Expr(_) => NodeKind::ExprStmt,
        Stmt::If { .. } => NodeKind::If,
        Stmt::While { .. } => NodeKind::While,
        Stmt::DoWhile { .. } => NodeKind::DoWhile,
        Stmt::For { .. } => NodeKind::For,
        Stmt::Switch { .. } => NodeKind::Switch,
        Stmt::Case { .. } => NodeKind::Case,
        Stmt::Default { .. } => NodeKind::Default,
        Stmt::Label { .. } => NodeKind::Label,
        Stmt::Goto(_) => NodeKind::Goto,
        Stmt::GotoIndirect(_) => NodeKind::GotoIndirect,
        Stmt::Break => NodeKind::Break,
        Stmt::Continue => NodeKind::Continue,
        Stmt::Return(_) => NodeKind::Return,
        Stmt::Asm(_) => NodeKind::Asm,
        Stmt::Attributes(_) => NodeKind::Attributes,
        Stmt::Directive(_) => NodeKind::DirectiveStmt,
        Stmt::Pragma { .. } => NodeKind::Pragma,
    }
}

fn of_decl(decl: &Decl) -> NodeKind {
    match decl {
        Decl::Error => NodeKind::ErrorDecl,
        Decl::Declaration { .. } => NodeKind::Declaration,
        Decl::Function(_) => NodeKind::Function,
        Decl::StaticAssert { .. } => NodeKind::StaticAssert,
        Decl::Asm(_) => NodeKind::AsmDecl,
        Decl::Directive(_) => NodeKind::DirectiveDecl,
        Decl::Pragma(_) => NodeKind::PragmaDecl,
        Decl::Empty => NodeKind::EmptyDecl,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_lead_back() {
        assert!(NodeKind::ALL.iter().all(|kind| NodeKind::by_name(kind.text()) == Some(*kind)));
        assert!(Role::ALL.iter().all(|role| Role::by_name(role.text()) == Some(*role)));
        assert_eq!((NodeKind::by_name("for"), Role::by_name("")), (None, None));
    }
}
