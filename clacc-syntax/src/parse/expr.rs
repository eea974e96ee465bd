//! Expressions (C17 6.5): operators and their operands.
//!
//! Operators are kept on an explicit stack instead of the call stack, so that chains of any length do not count as nesting: `a + b + c`,
//! `a = b = c`, `a ? b : c ? d : e`. Only brackets and prefix operators nest.

use crate::ast::*;
use crate::token::{TokenKind, TokenRange};

use super::codes;
use super::cursor::Parser;
use super::scratch::{OperatorKind, PendingOperator, PendingPrefix, PrefixKind};

/// The precedences of the operators that bind more loosely than [`BinaryOp::precedence`].
const COMMA: u8 = 1;
const ASSIGNMENT: u8 = 2;
const CONDITIONAL: u8 = 3;
const BINARY: u8 = 3;

impl Parser<'_> {
    /// Parses an *expression*.
    pub(crate) fn parse_expression(&mut self) -> ExprId {
        self.parse_operators(COMMA)
    }

    /// Parses an *assignment-expression*.
    pub(crate) fn parse_assignment_expr(&mut self) -> ExprId {
        self.parse_operators(ASSIGNMENT)
    }

    /// Parses a *conditional-expression*. Constant expressions are conditional expressions too.
    pub(crate) fn parse_conditional_expr(&mut self) -> ExprId {
        self.parse_operators(CONDITIONAL)
    }

    /// Parses an item of a clause: an assignment expression that may contain subarrays `a[l:n]` and array
    /// shaping `([n]) p`.
    pub(crate) fn parse_clause_item_expr(&mut self) -> ExprId {
        let outside = std::mem::replace(&mut self.sections, true);
        let item = self.parse_assignment_expr();
        self.sections = outside;
        item
    }

    /// Parses an expression inside another one, where no subarray may appear.
    pub(super) fn parse_inner(&mut self, parse: fn(&mut Self) -> ExprId) -> ExprId {
        let outside = std::mem::replace(&mut self.sections, false);
        let inner = parse(self);
        self.sections = outside;
        inner
    }

    fn parse_operators(&mut self, lowest: u8) -> ExprId {
        if !self.enter() {
            return self.skip_too_deep_expr();
        }
        let height = self.scratch.operators.len();
        let mut operand = self.parse_unary();
        while let Some((kind, precedence)) = operator(self.kind()) {
            if precedence < lowest {
                break;
            }
            operand = self.reduce_operators(height, precedence, operand);
            self.bump();
            let kind = match kind {
                OperatorKind::Conditional(_) => OperatorKind::Conditional(self.parse_middle_operand()),
                kind => kind,
            };
            self.scratch.operators.push(PendingOperator { kind, precedence, lhs: operand });
            operand = self.parse_unary();
        }
        let expr = self.reduce_operators(height, 0, operand);
        self.leave();
        expr
    }

    /// Parses the operand between `?` and `:`, and moves past both. Returns none for the GNU form without
    /// that operand.
    fn parse_middle_operand(&mut self) -> Option<ExprId> {
        if self.eat(TokenKind::Colon) {
            return None;
        }
        let then = self.parse_inner(Self::parse_expression);
        self.expect(TokenKind::Colon);
        Some(then)
    }

    /// Applies the pending operators that bind `operand` tighter than an operator with this precedence does.
    fn reduce_operators(&mut self, height: usize, precedence: u8, mut operand: ExprId) -> ExprId {
        let groups_right = matches!(precedence, ASSIGNMENT | CONDITIONAL);
        while self.scratch.operators.len() > height {
            let Some(top) = self
                .scratch
                .operators
                .pop_if(|top| top.precedence > precedence || (top.precedence == precedence && !groups_right))
            else {
                break;
            };
            operand = self.apply_operator(&top, operand);
        }
        operand
    }

    fn apply_operator(&mut self, operator: &PendingOperator, rhs: ExprId) -> ExprId {
        let lhs = operator.lhs;
        let expr = match operator.kind {
            OperatorKind::Binary(op) => Expr::Binary { op, lhs, rhs },
            OperatorKind::Assign(op) => Expr::Assign { op, lhs, rhs },
            OperatorKind::Conditional(then) => Expr::Conditional { condition: lhs, then, otherwise: rhs },
            OperatorKind::Comma => Expr::Comma { lhs, rhs },
        };
        let range = TokenRange::new(self.expr_range(lhs).start, self.expr_range(rhs).end);
        let id = self.tree.exprs.alloc(expr);
        self.tree.spans.exprs.insert(id, range);
        id
    }

    /// Returns the token range of an expression.
    pub(super) fn expr_range(&self, id: ExprId) -> TokenRange {
        self.tree.spans.exprs.get(id).unwrap_or_default()
    }

    /// Parses a *cast-expression* or *unary-expression*: prefix operators, then a postfix expression.
    pub(super) fn parse_unary(&mut self) -> ExprId {
        let height = self.scratch.prefixes.len();
        let mut operand = None;
        while operand.is_none() {
            operand = self.parse_prefix();
        }
        let mut operand = operand.unwrap_or_else(|| self.error_expr());
        if self.scratch.prefixes.len() > height && self.chain_too_deep(self.scratch.prefixes.len() - height) {
            let start = self.scratch.prefixes[height].start;
            self.scratch.prefixes.truncate(height);
            return self.add_expr(Expr::Error, start);
        }
        while self.scratch.prefixes.len() > height {
            let Some(PendingPrefix { kind, start }) = self.scratch.prefixes.pop() else { break };
            let expr = match kind {
                PrefixKind::Unary(op) => Expr::Unary { op, operand },
                PrefixKind::Sizeof(op) => Expr::SizeofExpr { op, operand },
                PrefixKind::Cast(ty) => Expr::Cast { ty, operand },
            };
            let range = TokenRange::new(start, self.expr_range(operand).end);
            operand = self.tree.exprs.alloc(expr);
            self.tree.spans.exprs.insert(operand, range);
        }
        operand
    }

    /// Pushes one prefix operator on the stack, or returns the operand after the last one.
    fn parse_prefix(&mut self) -> Option<ExprId> {
        let start = self.position();
        if let Some(op) = unary_operator(self.kind()) {
            self.bump();
            self.scratch.prefixes.push(PendingPrefix { kind: PrefixKind::Unary(op), start });
            return None;
        }
        match self.kind() {
            TokenKind::Sizeof => self.parse_sizeof(SizeofOp::Sizeof),
            TokenKind::Alignof => self.parse_sizeof(SizeofOp::Alignof),
            TokenKind::GnuAlignof | TokenKind::GnuAlignof2 => self.parse_sizeof(SizeofOp::GnuAlignof),
            TokenKind::AmpAmp => Some(self.parse_label_address()),
            TokenKind::LParen if self.starts_type_name(1) => self.parse_cast(),
            _ => Some(self.parse_postfix()),
        }
    }

    /// Parses `sizeof ( type )` as an operand, or pushes `sizeof` as a prefix operator.
    fn parse_sizeof(&mut self, op: SizeofOp) -> Option<ExprId> {
        let start = self.position();
        self.bump();
        if !(self.at(TokenKind::LParen) && self.starts_type_name(1)) {
            self.scratch.prefixes.push(PendingPrefix { kind: PrefixKind::Sizeof(op), start });
            return None;
        }
        let operand_start = self.position();
        let ty = self.parse_parenthesised_type_name();
        if !self.at(TokenKind::LBrace) {
            return Some(self.add_expr(Expr::SizeofType { op, ty }, start));
        }
        self.scratch.prefixes.push(PendingPrefix { kind: PrefixKind::Sizeof(op), start });
        let literal = self.parse_compound_literal(ty, operand_start);
        Some(self.parse_postfix_operators(literal, operand_start))
    }

    /// Pushes `( type )` as a prefix operator, or parses a compound literal as an operand.
    fn parse_cast(&mut self) -> Option<ExprId> {
        let start = self.position();
        let ty = self.parse_parenthesised_type_name();
        if self.at(TokenKind::LBrace) {
            let literal = self.parse_compound_literal(ty, start);
            return Some(self.parse_postfix_operators(literal, start));
        }
        self.scratch.prefixes.push(PendingPrefix { kind: PrefixKind::Cast(ty), start });
        None
    }

    pub(super) fn parse_parenthesised_type_name(&mut self) -> TypeNameId {
        self.expect(TokenKind::LParen);
        let ty = self.parse_type_name();
        if !self.expect(TokenKind::RParen) {
            self.recover_to_closing(TokenKind::RParen);
        }
        ty
    }

    fn parse_compound_literal(&mut self, ty: TypeNameId, start: u32) -> ExprId {
        let init = self.parse_initializer();
        self.add_expr(Expr::CompoundLiteral { ty, init }, start)
    }

    /// Parses GNU `&& label`.
    fn parse_label_address(&mut self) -> ExprId {
        let start = self.position();
        self.bump();
        let label = self.expect_identifier("a label");
        self.add_expr(Expr::LabelAddress(label), start)
    }

    /// Parses an identifier. If there is none, it reports that `what` was expected and returns an empty name.
    pub(crate) fn expect_identifier(&mut self, what: &str) -> crate::Name {
        if self.at(TokenKind::Ident) {
            return self.bump_text();
        }
        self.expected(&codes::C0009, what);
        crate::Name::EMPTY
    }

    /// Returns whether the current token can begin an expression.
    pub(super) fn starts_expression(&self) -> bool {
        match self.kind() {
            TokenKind::Ident
            | TokenKind::Number
            | TokenKind::CharConst
            | TokenKind::StrLit
            | TokenKind::LParen
            | TokenKind::AmpAmp
            | TokenKind::Sizeof
            | TokenKind::Alignof
            | TokenKind::GnuAlignof
            | TokenKind::GnuAlignof2
            | TokenKind::Generic
            | TokenKind::BuiltinChooseExpr
            | TokenKind::BuiltinOffsetof
            | TokenKind::BuiltinVaArg
            | TokenKind::BuiltinTypesCompatibleP
            | TokenKind::BuiltinConvertvector
            | TokenKind::BuiltinHasAttribute => true,
            kind => unary_operator(kind).is_some(),
        }
    }

    /// Adds an error node that takes no token.
    pub(super) fn error_expr(&mut self) -> ExprId {
        let start = self.position();
        self.add_expr(Expr::Error, start)
    }
}

fn operator(kind: TokenKind) -> Option<(OperatorKind, u8)> {
    if let Some(op) = binary_operator(kind) {
        return Some((OperatorKind::Binary(op), BINARY + op.precedence()));
    }
    let assign = |op| Some((OperatorKind::Assign(op), ASSIGNMENT));
    match kind {
        TokenKind::Comma => Some((OperatorKind::Comma, COMMA)),
        TokenKind::Question => Some((OperatorKind::Conditional(None), CONDITIONAL)),
        TokenKind::Eq => assign(None),
        TokenKind::StarEq => assign(Some(BinaryOp::Mul)),
        TokenKind::SlashEq => assign(Some(BinaryOp::Div)),
        TokenKind::PercentEq => assign(Some(BinaryOp::Rem)),
        TokenKind::PlusEq => assign(Some(BinaryOp::Add)),
        TokenKind::MinusEq => assign(Some(BinaryOp::Sub)),
        TokenKind::ShlEq => assign(Some(BinaryOp::Shl)),
        TokenKind::ShrEq => assign(Some(BinaryOp::Shr)),
        TokenKind::AmpEq => assign(Some(BinaryOp::BitAnd)),
        TokenKind::CaretEq => assign(Some(BinaryOp::BitXor)),
        TokenKind::PipeEq => assign(Some(BinaryOp::BitOr)),
        _ => None,
    }
}

/// Returns the binary operator that a token stands for.
pub(crate) fn binary_operator(kind: TokenKind) -> Option<BinaryOp> {
    Some(match kind {
        TokenKind::Star => BinaryOp::Mul,
        TokenKind::Slash => BinaryOp::Div,
        TokenKind::Percent => BinaryOp::Rem,
        TokenKind::Plus => BinaryOp::Add,
        TokenKind::Minus => BinaryOp::Sub,
        TokenKind::Shl => BinaryOp::Shl,
        TokenKind::Shr => BinaryOp::Shr,
        TokenKind::Lt => BinaryOp::Lt,
        TokenKind::Gt => BinaryOp::Gt,
        TokenKind::Le => BinaryOp::Le,
        TokenKind::Ge => BinaryOp::Ge,
        TokenKind::EqEq => BinaryOp::Eq,
        TokenKind::Ne => BinaryOp::Ne,
        TokenKind::Amp => BinaryOp::BitAnd,
        TokenKind::Caret => BinaryOp::BitXor,
        TokenKind::Pipe => BinaryOp::BitOr,
        TokenKind::AmpAmp => BinaryOp::And,
        TokenKind::PipePipe => BinaryOp::Or,
        _ => return None,
    })
}

fn unary_operator(kind: TokenKind) -> Option<UnaryOp> {
    Some(match kind {
        TokenKind::Plus => UnaryOp::Plus,
        TokenKind::Minus => UnaryOp::Minus,
        TokenKind::Tilde => UnaryOp::BitNot,
        TokenKind::Bang => UnaryOp::Not,
        TokenKind::Amp => UnaryOp::AddressOf,
        TokenKind::Star => UnaryOp::Deref,
        TokenKind::PlusPlus => UnaryOp::PreIncrement,
        TokenKind::MinusMinus => UnaryOp::PreDecrement,
        TokenKind::GnuExtension2 => UnaryOp::Extension,
        TokenKind::GnuReal | TokenKind::GnuReal2 => UnaryOp::Real,
        TokenKind::GnuImag | TokenKind::GnuImag2 => UnaryOp::Imag,
        _ => return None,
    })
}
