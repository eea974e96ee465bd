//! Random sequences of tokens, and random expressions without parentheses.

use std::sync::Arc;

use proptest::prelude::*;

use clacc_syntax::Name;
use clacc_syntax::ast::{BinaryOp, Expr, ExprId, SizeofOp, Tree, UnaryOp};
use clacc_syntax::lexer::TokenChange;
use clacc_syntax::parse::{
    Bodies, FileScope, ParseLimits, parse_external, parse_unit, split_unit, split_unit_after,
};
use clacc_syntax::print::{print_expr, print_unit};
use clacc_syntax::token::{FIXED_KINDS, TokenKind, TokenSlice};

use crate::support::{NAMES, first_initializer, messages, parse, shape};

/// The token with a number: a keyword, punctuator, name, literal or directive.
fn token(number: usize) -> (TokenKind, Name) {
    let others = [
        (TokenKind::Ident, "a"),
        (TokenKind::Ident, "T"),
        (TokenKind::Ident, "f"),
        (TokenKind::Number, "1"),
        (TokenKind::CharConst, "'c'"),
        (TokenKind::StrLit, "\"s\""),
        (TokenKind::PragmaAcc, ""),
        (TokenKind::PragmaOmp, ""),
        (TokenKind::PragmaEnd, ""),
        (TokenKind::PragmaOther, "once"),
        (TokenKind::Unknown, "`"),
        (TokenKind::Ident, "parallel"),
        (TokenKind::Ident, "copy"),
    ];
    if let Some(kind) = FIXED_KINDS.get(number) {
        return (*kind, Name::of_kind(*kind));
    }
    let (kind, text) = others[(number - FIXED_KINDS.len()) % others.len()];
    (kind, NAMES.intern(text))
}

/// Random numbers of tokens, in which frequent tokens are more likely.
fn soup() -> impl Strategy<Value = Vec<usize>> {
    let fixed = FIXED_KINDS.len();
    let bracket = Just("(){}[];,*".bytes().collect::<Vec<_>>()).prop_flat_map(|bytes| {
        proptest::sample::select(bytes).prop_map(|byte| {
            let text = char::from(byte).to_string();
            FIXED_KINDS.iter().position(|kind| kind.text() == text).unwrap_or(0)
        })
    });
    let any = prop_oneof![3 => 0..fixed, 4 => fixed..fixed + 13, 5 => bracket];
    proptest::collection::vec(any, 0..120)
}

/// Soups, and declarations among them.
fn pieces() -> impl Strategy<Value = Vec<usize>> {
    let number = |text: &str| {
        let fixed = FIXED_KINDS.iter().position(|kind| kind.text() == text);
        let others = ["a", "T", "f", "1"].iter().position(|other| *other == text);
        fixed.or(others.map(|other| FIXED_KINDS.len() + other)).expect("a known text")
    };
    let declarations = [
        "int a ;",
        "typedef int T ;",
        "T a ;",
        "typedef T f ;",
        "int f ( T a ) { return a ; }",
        "void f ( ) { T * a ; { ( a ) ; } }",
        "int f ( a ) T a ; { }",
        "struct T { int a ; } ;",
        "enum { a , f } ;",
        "T a = 1 , * T",
        "}",
        "{",
        ";",
    ];
    let declarations: Vec<Vec<usize>> =
        declarations.iter().map(|text| text.split(' ').map(number).collect()).collect();
    let piece = prop_oneof![4 => proptest::sample::select(declarations), 1 => soup().prop_map(|mut soup| {
        soup.truncate(5);
        soup
    })];
    proptest::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_soup_makes_the_parser_panic(numbers in soup(), in_function: bool) {
        let mut tokens: Vec<(TokenKind, Name)> = numbers.into_iter().map(token).collect();
        if in_function {
            let start = ["void", "f", "(", ")", "{"].map(|text| {
                let name = NAMES.intern(text);
                let fixed = FIXED_KINDS.iter().find(|kind| kind.text() == text);
                (fixed.copied().unwrap_or(TokenKind::Ident), name)
            });
            tokens.splice(0..0, start);
        }
        let (kinds, texts): (Vec<TokenKind>, Vec<Name>) = tokens.into_iter().unzip();
        let slice = TokenSlice { kinds: &kinds, texts: &texts, names: &NAMES };
        let limits = ParseLimits { nesting: 40 };
        let parsed = parse_unit(slice, &mut FileScope::default(), limits, Bodies::Parse);
        print_unit(&[&parsed.tree]);
        let mut scope = FileScope::default();
        let externals = split_unit(slice, &mut scope, limits, Arc::new);
        let mut end = 0;
        for external in &externals {
            prop_assert_eq!(external.tokens.start, end);
            end = external.tokens.end;
            let range = external.tokens.start as usize..external.tokens.end as usize;
            let one = TokenSlice { kinds: &kinds[range.clone()], texts: &texts[range], names: &NAMES };
            parse_external(one, &scope, limits);
        }
        prop_assert_eq!(end as usize, kinds.len());
    }

    #[test]
    fn an_edited_soup_is_split_as_if_it_were_new(
        before in pieces(),
        inserted in pieces(),
        at: prop::sample::Index,
        removed in 0..40_usize,
    ) {
        let mut after = before.clone();
        let at = at.index(before.len() + 1);
        let old_end = (at + removed).min(before.len());
        after.splice(at..old_end, inserted.iter().take(30).copied());
        let change = TokenChange { first: at, old_end, new_end: at + inserted.len().min(30) };
        let columns = |numbers: &[usize]| -> (Vec<TokenKind>, Vec<Name>) {
            numbers.iter().map(|number| token(*number)).unzip()
        };
        let (parent, limits) = (Arc::new(FileScope::default()), ParseLimits { nesting: 40 });
        let split = |numbers: &[usize], earlier| {
            let (kinds, texts) = columns(numbers);
            let slice = TokenSlice { kinds: &kinds, texts: &texts, names: &NAMES };
            split_unit_after(slice, &parent, limits, earlier, Arc::new)
        };
        let old = split(&before, None);
        let fresh = split(&after, None);
        let (kinds, texts) = columns(&after);
        let slice = TokenSlice { kinds: &kinds, texts: &texts, names: &NAMES };
        let mut scope = FileScope { parent: Some(Arc::clone(&parent)), ..FileScope::default() };
        prop_assert_eq!(&fresh.externals, &split_unit(slice, &mut scope, limits, Arc::new));
        prop_assert_eq!(&*fresh.scope, &scope);
        prop_assert_eq!(split(&after, Some((&old, change))), fresh);
    }

    #[test]
    fn random_expressions_come_back(plan in plan()) {
        let mut tree = Tree::new(NAMES.clone());
        let id = build(&mut tree, &plan);
        let text = print_expr(&tree, id);
        let parsed = parse(&format!("int x = ({text});"));
        prop_assert_eq!(messages(&parsed), Vec::<String>::new(), "{}", text);
        let expected = shape(&tree, id);
        prop_assert_eq!(first_initializer(&parsed.tree), Some(expected), "{}", text);
    }
}

/// The plan of an expression.
#[derive(Clone, Debug)]
enum Plan {
    Name,
    Unary(usize, Box<Plan>),
    Postfix(usize, Box<Plan>),
    Binary(usize, Box<(Plan, Plan)>),
    Conditional(Box<(Plan, Option<Plan>, Plan)>),
}

fn plan() -> impl Strategy<Value = Plan> {
    Just(Plan::Name).prop_recursive(6, 40, 3, |inner| {
        prop_oneof![
            (0..12_usize, inner.clone()).prop_map(|(op, operand)| Plan::Unary(op, Box::new(operand))),
            (0..5_usize, inner.clone()).prop_map(|(op, operand)| Plan::Postfix(op, Box::new(operand))),
            (0..21_usize, inner.clone(), inner.clone())
                .prop_map(|(op, lhs, rhs)| Plan::Binary(op, Box::new((lhs, rhs)))),
            (inner.clone(), proptest::option::of(inner.clone()), inner).prop_map(
                |(condition, then, otherwise)| Plan::Conditional(Box::new((condition, then, otherwise)))
            ),
        ]
    })
}

const UNARY: [UnaryOp; 11] = [
    UnaryOp::Plus,
    UnaryOp::Minus,
    UnaryOp::BitNot,
    UnaryOp::Not,
    UnaryOp::AddressOf,
    UnaryOp::Deref,
    UnaryOp::PreIncrement,
    UnaryOp::PreDecrement,
    UnaryOp::Extension,
    UnaryOp::Real,
    UnaryOp::Imag,
];

const BINARY: [BinaryOp; 18] = [
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::Lt,
    BinaryOp::Gt,
    BinaryOp::Le,
    BinaryOp::Ge,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::BitAnd,
    BinaryOp::BitXor,
    BinaryOp::BitOr,
    BinaryOp::And,
    BinaryOp::Or,
];

fn build(tree: &mut Tree, plan: &Plan) -> ExprId {
    let expr = match plan {
        Plan::Name => Expr::Name(NAMES.intern("a")),
        Plan::Unary(op, operand) => {
            let operand = build(tree, operand);
            match UNARY.get(*op) {
                Some(op) => Expr::Unary { op: *op, operand },
                None => Expr::SizeofExpr { op: SizeofOp::Sizeof, operand },
            }
        }
        Plan::Postfix(op, operand) => {
            let operand = build(tree, operand);
            match op {
                0 => Expr::Postfix { increment: true, operand },
                1 => Expr::Postfix { increment: false, operand },
                2 => Expr::Member { base: operand, field: NAMES.intern("m"), arrow: true },
                3 => Expr::Call { callee: operand, args: [operand].into() },
                _ => Expr::Index { base: operand, index: operand },
            }
        }
        Plan::Binary(op, operands) => {
            let (lhs, rhs) = (build(tree, &operands.0), build(tree, &operands.1));
            match (BINARY.get(*op), op) {
                (Some(op), _) => Expr::Binary { op: *op, lhs, rhs },
                (None, 18) => Expr::Assign { op: None, lhs, rhs },
                (None, 19) => Expr::Assign { op: Some(BinaryOp::Shl), lhs, rhs },
                (None, _) => Expr::Comma { lhs, rhs },
            }
        }
        Plan::Conditional(parts) => {
            let condition = build(tree, &parts.0);
            let then = parts.1.as_ref().map(|then| build(tree, then));
            let otherwise = build(tree, &parts.2);
            Expr::Conditional { condition, then, otherwise }
        }
    };
    tree.exprs.alloc(expr)
}
