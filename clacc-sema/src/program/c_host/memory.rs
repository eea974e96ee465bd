//! Properties of the memory that C variables and expressions access.

use clacc_syntax::ast::{Expr, ExprId, Node, Stmt};

use super::CHost;
use super::nodes::symbol_of;
use crate::c::math_functions::is_floating_or_complex;
use crate::c::model::SymbolKind;
use crate::program::place::{At, EntityId};
use crate::program::run::Run;

/// The functions of the C library that read only their arguments and return an integer (C17 7.4, 7.8, 7.22). The classes of characters
/// depend on the locale, which no loop changes that is proven to be independent. They are sorted.
const INTEGER_FUNCTIONS: [&str; 18] = [
    "abs", "imaxabs", "isalnum", "isalpha", "isblank", "iscntrl", "isdigit", "isgraph", "islower", "isprint",
    "ispunct", "isspace", "isupper", "isxdigit", "labs", "llabs", "tolower", "toupper",
];

/// The functions of `<math.h>` that have an integer as their result or second argument (C17 7.12), beside those of
/// [`is_floating_or_complex`]. Those for `float` and `long double` have the suffixes `f` and `l`. They are sorted.
const ROUNDING_FUNCTIONS: [&str; 8] =
    ["ilogb", "llrint", "llround", "lrint", "lround", "nexttoward", "scalbln", "scalbn"];

/// Builtins of gcc and clang that compute a value from their arguments, without the prefix `__builtin_`. They are sorted.
const BUILTINS: [&str; 29] = [
    "bswap16",
    "bswap32",
    "bswap64",
    "clz",
    "clzl",
    "clzll",
    "ctz",
    "ctzl",
    "ctzll",
    "expect",
    "ffs",
    "ffsl",
    "ffsll",
    "huge_val",
    "huge_valf",
    "huge_vall",
    "inf",
    "inff",
    "infl",
    "isfinite",
    "isinf",
    "isnan",
    "isnormal",
    "parity",
    "parityl",
    "popcount",
    "popcountl",
    "popcountll",
    "signbit",
];

/// The functions of the C library that return newly allocated memory.
const ALLOCATING: [&str; 3] = ["aligned_alloc", "calloc", "malloc"];

/// Returns whether a name belongs to a function of the C library that only computes a value from its arguments.
fn computes_value(name: &str) -> bool {
    let is_of_numbers = |name: &str| is_floating_or_complex(name) || ROUNDING_FUNCTIONS.contains(&name);
    is_of_numbers(name)
        || name.strip_suffix(['f', 'l']).is_some_and(is_of_numbers)
        || INTEGER_FUNCTIONS.contains(&name)
}

impl CHost<'_> {
    /// Returns whether a function of the library only computes a value from its arguments.
    pub(super) fn is_mathematical(self, entity: EntityId) -> bool {
        let symbol = &self.model.symbols[symbol_of(entity)];
        let name = self.model.text(symbol.name);
        let builtin = name.strip_prefix("__builtin_");
        let is_own = symbol.entity.is_some() || self.model.with_body.contains(&symbol_of(entity));
        !is_own
            && matches!(symbol.kind, SymbolKind::Function | SymbolKind::Undeclared)
            && (computes_value(builtin.unwrap_or(name))
                || builtin.is_some_and(|name| BUILTINS.contains(&name)))
    }

    /// Whether an expression is a call that allocates memory.
    pub(super) fn is_allocation(self, at: At) -> bool {
        let Some(mut expr) = self.nodes.expr(at) else { return false };
        loop {
            expr = match &self.tree()[expr] {
                Expr::Paren(inner) | Expr::Cast { operand: inner, .. } => *inner,
                Expr::Call { callee, .. } => {
                    let callee = self.model.symbol_of(*callee).map(|callee| &self.model.symbols[callee]);
                    return callee.is_some_and(|callee| ALLOCATING.contains(&self.model.text(callee.name)));
                }
                _ => return false,
            };
        }
    }

    /// The first node in a run that accesses memory through an expression without a variable at its base, or that has effects other than
    /// those of names, assignments, calls and jumps.
    pub(super) fn unseen(self, run: Run) -> Option<At> {
        run.nodes().find(|at| match self.nodes.node(*at) {
            Node::Stmt(stmt) => matches!(self.tree()[stmt], Stmt::Asm(_) | Stmt::Error),
            Node::Expr(expr) => self.is_unseen(expr),
            _ => false,
        })
    }

    fn is_unseen(self, expr: ExprId) -> bool {
        match &self.tree()[expr] {
            Expr::Error | Expr::Statement(_) | Expr::LabelAddress(_) | Expr::CompoundLiteral { .. } => true,
            Expr::BuiltinCall { .. } => self.model.integer_constant(expr).is_none(),
            Expr::Index { .. } | Expr::Member { .. } => !self.begins_with_name(expr),
            Expr::Unary { op: clacc_syntax::ast::UnaryOp::Deref, .. } => !self.begins_with_name(expr),
            _ => false,
        }
    }

    fn begins_with_name(self, expr: ExprId) -> bool {
        let (root, _) = self.chain_of(expr);
        matches!(self.tree()[root], Expr::Name(_) | Expr::Str(_))
    }
}
