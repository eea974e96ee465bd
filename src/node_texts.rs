//! Text that distinguishes a node from others of its kind.

use std::fmt::Write as _;

use clacc_syntax::ast::{
    ArgumentValue, Decl, DirectiveArgument, DirectiveKind, Expr, Init, Node, NodeKind, Stmt, Tree, TypeSpec,
};
use clacc_syntax::directive::AccClause;

/// Returns the kind of a node, and the detail that distinguishes it from others of its kind.
pub(crate) fn describe(tree: &Tree, node: Node) -> (&'static str, String) {
    let detail = match node {
        Node::Expr(id) => describe_expr(tree, &tree[id]),
        Node::Stmt(id) => describe_stmt(tree, &tree[id]),
        Node::Decl(id) => describe_decl(tree, &tree[id]),
        Node::Entity(id) => tree.text(tree[id].name).to_owned(),
        Node::TypeName(id) => describe_type(tree, &tree[id].specs.ty),
        Node::Init(id) => match &tree[id] {
            Init::Expr(_) => String::new(),
            Init::List(items) => items.len().to_string(),
        },
        Node::Directive(id) => describe_directive(tree, tree[id].kind, &tree[id].argument),
        Node::Clause(id) => describe_clause(tree, &tree[id]),
    };
    (NodeKind::of(tree, node).text(), detail)
}

fn describe_expr(tree: &Tree, expr: &Expr) -> String {
    match expr {
        Expr::Name(text) | Expr::Number(text) | Expr::Char(text) => tree.text(*text).to_owned(),
        Expr::LabelAddress(name) | Expr::BuiltinCall { name, .. } => tree.text(*name).to_owned(),
        Expr::Str(parts) => parts.iter().map(|part| tree.text(*part)).collect::<Vec<_>>().join(" "),
        Expr::Unary { op, .. } => format!("{op:?}"),
        Expr::Postfix { increment, .. } => if *increment { "++" } else { "--" }.to_owned(),
        Expr::Binary { op, .. } => op.text().to_owned(),
        Expr::Assign { op, .. } => format!("{}=", op.map_or("", clacc_syntax::ast::BinaryOp::text)),
        Expr::Member { field, arrow, .. } => {
            format!("{}{}", if *arrow { "->" } else { "." }, tree.text(*field))
        }
        Expr::SizeofExpr { op, .. } | Expr::SizeofType { op, .. } => format!("{op:?}"),
        _ => String::new(),
    }
}

fn describe_stmt(tree: &Tree, stmt: &Stmt) -> String {
    match stmt {
        Stmt::Label { name, .. } | Stmt::Goto(name) => tree.text(*name).to_owned(),
        Stmt::Pragma { text, .. } => tree.text(*text).to_owned(),
        _ => String::new(),
    }
}

fn describe_decl(tree: &Tree, decl: &Decl) -> String {
    match decl {
        Decl::Declaration { specs, .. } => describe_type(tree, &specs.ty),
        Decl::Function(function) => tree.text(tree[function.entity].name).to_owned(),
        Decl::Pragma(text) => tree.text(*text).to_owned(),
        _ => String::new(),
    }
}

fn describe_type(tree: &Tree, ty: &TypeSpec) -> String {
    match ty {
        TypeSpec::Builtin(builtin) => format!("{builtin:?}"),
        TypeSpec::Typedef(name) => tree.text(*name).to_owned(),
        TypeSpec::Record(id) => {
            let record = &tree[*id];
            let keyword = if record.is_union { "union" } else { "struct" };
            record.tag.map_or_else(|| keyword.to_owned(), |tag| format!("{keyword} {}", tree.text(tag)))
        }
        TypeSpec::Enum(id) => {
            tree[*id].tag.map_or_else(|| "enum".to_owned(), |tag| format!("enum {}", tree.text(tag)))
        }
        other => format!("{other:?}").split(['(', ' ']).next().unwrap_or_default().to_owned(),
    }
}

fn describe_directive(tree: &Tree, kind: DirectiveKind, argument: &DirectiveArgument) -> String {
    let argument = match argument {
        DirectiveArgument::DeclareReduction { name, .. } | DirectiveArgument::DeclareMapper { name, .. } => {
            format!(" {}", tree.text(*name))
        }
        _ => String::new(),
    };
    match kind {
        DirectiveKind::Acc(_) | DirectiveKind::Omp(_) => kind.text(&tree.names).to_owned() + &argument,
        DirectiveKind::UnknownAcc(name) | DirectiveKind::UnknownOmp(name) => tree.text(name).to_owned(),
    }
}

fn describe_clause(tree: &Tree, clause: &clacc_syntax::ast::Clause) -> String {
    let mut detail = tree.text(clause.spelling).to_owned();
    if let Some(canonical) = clause.kind.acc().map(AccClause::text).filter(|text| *text != detail) {
        let _ = write!(detail, " (alias of {canonical})");
    }
    let words = clause.arguments.iter().flat_map(|arguments| {
        let modifiers = arguments.modifiers.iter().map(|modifier| tree.text(modifier.word).to_owned());
        let keyed = arguments.items.iter().filter_map(|item| match (&item.key, &item.value) {
            (Some(key), _) => Some(format!("{}:", tree.text(*key))),
            (None, ArgumentValue::Word(word)) => Some(tree.text(*word).to_owned()),
            _ => None,
        });
        modifiers.chain(keyed)
    });
    for word in words {
        let _ = write!(detail, " [{word}]");
    }
    detail
}
