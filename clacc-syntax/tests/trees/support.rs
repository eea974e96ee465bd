//! Turns source text into a tree, and trees into a form that can be compared.

use std::sync::{Arc, LazyLock};

use clacc_syntax::Names;
use clacc_syntax::ast::{Decl, Expr, ExprId, Init, SectionRange, Tree};
use clacc_syntax::lexer::{LexedFile, lex};
use clacc_syntax::parse::{Bodies, FileScope, ParseLimits, Parsed, parse_unit};
use clacc_syntax::preprocess::{Options, preprocess};
use clacc_syntax::print::{print_expr, print_unit};
use clacc_syntax::source::{FileId, FileProvider};
use clacc_syntax::token::TokenRange;
use clacc_syntax::unit::TokenBuffer;

/// The table of names that all tests of this program share, so that trees can be compared.
pub(crate) static NAMES: LazyLock<Names> = LazyLock::new(Names::default);

struct OneFile(Arc<LexedFile>);

impl FileProvider for OneFile {
    fn names(&self) -> &Names {
        &NAMES
    }

    fn find(&self, _path: &str) -> Option<FileId> {
        None
    }

    fn path(&self, _file: FileId) -> Arc<str> {
        "a.c".into()
    }

    fn lexed(&self, _file: FileId) -> Arc<LexedFile> {
        Arc::clone(&self.0)
    }
}

/// The preprocessed tokens of a text.
pub(crate) fn tokens(text: &[u8]) -> TokenBuffer {
    let file = OneFile(Arc::new(lex(&NAMES, Arc::from(text))));
    let options = Options { openacc: true, openmp: true, ..Options::default() };
    preprocess(&options, &file, FileId(0)).tokens
}

pub(crate) fn whole(tokens: &TokenBuffer) -> clacc_syntax::token::TokenSlice<'_> {
    tokens.slice(TokenRange::new(0, tokens.len() as u32))
}

pub(crate) fn parse(text: &str) -> Parsed {
    parse_unit(
        whole(&tokens(text.as_bytes())),
        &mut FileScope::default(),
        ParseLimits::default(),
        Bodies::Parse,
    )
}

/// The tree without positions.
pub(crate) fn without_positions(tree: &Tree) -> Tree {
    let mut tree = tree.clone();
    tree.spans = clacc_syntax::ast::Spans::default();
    for (_, decl) in tree.decls.iter_mut() {
        if let Decl::Function(function) = decl {
            function.body_tokens = TokenRange::default();
        }
    }
    tree
}

pub(crate) fn printed(tree: &Tree) -> String {
    String::from_utf8(print_unit(&[tree])).expect("the texts of these tests are UTF-8")
}

/// Parses a text that has no error, and checks that its printed form parses to the same tree.
pub(crate) fn parse_and_print(text: &str) -> String {
    let parsed = parse(text);
    assert_eq!(messages(&parsed), Vec::<String>::new(), "{text}");
    let once = printed(&parsed.tree);
    let again = parse(&once);
    assert_eq!(messages(&again), Vec::<String>::new(), "{once}");
    assert_eq!(printed(&again.tree), once);
    assert_eq!(without_positions(&again.tree), without_positions(&parsed.tree), "{once}");
    once
}

pub(crate) fn messages(parsed: &Parsed) -> Vec<String> {
    parsed.diagnostics.iter().map(|each| format!("{} {}", each.code.id, each.message)).collect()
}

/// An expression with parentheses around every operator, and without the parentheses of the source.
pub(crate) fn shape(tree: &Tree, id: ExprId) -> String {
    let sub = |id: ExprId| shape(tree, id);
    let option = |id: &Option<ExprId>| id.map_or(String::new(), sub);
    let list =
        |ids: &[ExprId]| ids.iter().flat_map(|id| [" ".to_owned(), shape(tree, *id)]).collect::<String>();
    match &tree[id] {
        Expr::Error => "<error>".to_owned(),
        Expr::Name(name) | Expr::Number(name) | Expr::Char(name) => NAMES[*name].to_owned(),
        Expr::Str(literals) => literals.iter().map(|each| &NAMES[*each]).collect::<Vec<_>>().join(""),
        Expr::Paren(inner) => sub(*inner),
        Expr::Unary { op, operand } => format!("({op:?} {})", sub(*operand)),
        Expr::Postfix { increment, operand } => {
            format!("({} {})", if *increment { "post++" } else { "post--" }, sub(*operand))
        }
        Expr::Binary { op, lhs, rhs } => format!("({} {} {})", op.text(), sub(*lhs), sub(*rhs)),
        Expr::Assign { op, lhs, rhs } => {
            format!("({}= {} {})", op.map_or("", |op| op.text()), sub(*lhs), sub(*rhs))
        }
        Expr::Conditional { condition, then, otherwise } => {
            format!("(? {} {} {})", sub(*condition), option(then), sub(*otherwise))
        }
        Expr::Comma { lhs, rhs } => format!("(, {} {})", sub(*lhs), sub(*rhs)),
        Expr::Cast { operand, .. } => format!("(cast [{}] {})", parenthesized(tree, id), sub(*operand)),
        Expr::CompoundLiteral { init, .. } => {
            format!("(literal [{}]{})", parenthesized(tree, id), init_shape(tree, &tree[*init]))
        }
        Expr::Call { callee, args } => format!("(call {}{})", sub(*callee), list(args)),
        Expr::BuiltinCall { name, args } => format!("({} {})", &NAMES[*name], args.len()),
        Expr::Index { base, index } => format!("(index {} {})", sub(*base), sub(*index)),
        Expr::Section { base, range } => {
            let SectionRange { lower, length, stride } = &**range;
            format!("(section {} {}:{}:{})", sub(*base), option(lower), option(length), option(stride))
        }
        Expr::Shaped { dims, base } => format!("(shaped{} {})", list(dims), sub(*base)),
        Expr::Member { base, field, arrow } => {
            format!("({} {} {})", if *arrow { "->" } else { "." }, sub(*base), &NAMES[*field])
        }
        Expr::SizeofExpr { op, operand } => format!("({op:?} {})", sub(*operand)),
        Expr::SizeofType { op, .. } => format!("({op:?} [{}])", parenthesized(tree, id)),
        Expr::Generic { control, associations } => {
            let values: Vec<ExprId> = associations.iter().map(|(_, value)| *value).collect();
            format!("(generic {}{})", sub(*control), list(&values))
        }
        Expr::Statement(_) => "(statement)".to_owned(),
        Expr::LabelAddress(label) => format!("(&& {})", &NAMES[*label]),
        Expr::Star => "*".to_owned(),
    }
}

/// The text in the first parentheses of an expression's canonical text: the type of a cast, a literal or a size.
fn parenthesized(tree: &Tree, id: ExprId) -> String {
    let text = print_expr(tree, id);
    let (_, inner) = text.split_once('(').expect("a type in parentheses");
    let mut depth = 1;
    let closes = |character: char| {
        depth += i32::from(character == '(') - i32::from(character == ')');
        depth == 0
    };
    let end = inner.find(closes).expect("parentheses that close");
    inner[..end].to_owned()
}

pub(crate) fn init_shape(tree: &Tree, init: &Init) -> String {
    match init {
        Init::Expr(value) => format!(" {}", shape(tree, *value)),
        Init::List(items) => {
            let items: Vec<String> =
                items.iter().map(|item| init_shape(tree, &tree[item.init]).trim().to_owned()).collect();
            format!(" {{{}}}", items.join(" "))
        }
    }
}

/// The value of the first initialized entity of the last root.
pub(crate) fn first_initializer(tree: &Tree) -> Option<String> {
    let Decl::Declaration { entities, .. } = &tree[*tree.roots.last()?] else { return None };
    let init = tree[*entities.first()?].init?;
    Some(init_shape(tree, &tree[init]).trim().to_owned())
}

/// All roots, printed one by one.
pub(crate) fn roots(tree: &Tree) -> Vec<String> {
    let alone = |root| Tree { roots: vec![root], ..tree.clone() };
    tree.roots.iter().map(|root| printed(&alone(*root)).trim_end().to_owned()).collect()
}
