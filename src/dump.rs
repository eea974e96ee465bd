//! Trees as text or JSON, in which every OpenACC construct has its OpenMP form.

use std::fmt::Write as _;

use clacc_syntax::ast::{
    ArgumentValue, ClauseKind, Decl, DirectiveArgument, DirectiveKind, Expr, Init, Node, Step, Stmt, Tree,
    TypeSpec,
};
use clacc_syntax::directive::{AccClause, AccDirective};

use crate::diagnostics::Place;
use crate::json::string as json_string;

/// The information beyond the tree that a dump needs.
pub(crate) struct DumpContext<'a> {
    /// Returns the place of a node. None if the node comes from no file.
    pub(crate) place: &'a dyn Fn(Node) -> Option<Place>,
    /// Returns the OpenMP form of an OpenACC directive, if it has one.
    pub(crate) omp: &'a dyn Fn(clacc_syntax::ast::DirectiveId) -> Option<OmpForm>,
}

/// The OpenMP form of a directive, as text.
pub(crate) struct OmpForm {
    /// New code and directives, in the order in which they are printed. Empty if OpenMP needs neither here.
    pub(crate) lines: Vec<String>,
    /// The verdicts on the directive and its clauses.
    pub(crate) verdicts: Vec<String>,
}

/// Writes one line for each node, indented by depth: `Binary + <3:5>`. OpenMP forms are lines `omp: #pragma
/// omp ...`.
pub(crate) fn text(tree: &Tree, root: Node, context: &DumpContext<'_>) -> String {
    let mut out = String::new();
    let mut walk = tree.walk(root);
    while let Some(step) = walk.next() {
        let Step::Enter(node) = step else { continue };
        let depth = walk.depth() - 1;
        let (kind, detail) = describe(tree, node);
        let _ = write!(out, "{:depth$}{kind}", "", depth = 2 * depth);
        if !detail.is_empty() {
            let _ = write!(out, " {detail}");
        }
        if let Some(place) = (context.place)(node) {
            let _ = write!(out, " <{}:{}>", place.line, place.column);
        }
        out.push('\n');
        if let Some(form) = omp_form(node, context) {
            omp_text(&mut out, depth + 1, &form);
        }
    }
    out
}

fn omp_text(out: &mut String, depth: usize, form: &OmpForm) {
    let indent = 2 * depth;
    if form.lines.is_empty() {
        let _ = writeln!(out, "{:indent$}omp: (none)", "");
    }
    for line in &form.lines {
        let _ = writeln!(out, "{:indent$}omp: {line}", "");
    }
    for verdict in &form.verdicts {
        let _ = writeln!(out, "{:indent$}verdict: {verdict}", "");
    }
}

/// Writes one object for each node:
/// `{"node":"Binary","detail":"+","place":{...},"omp":{...},"children":[...]}`.
pub(crate) fn json(tree: &Tree, root: Node, context: &DumpContext<'_>) -> String {
    let mut out = String::new();
    for step in tree.walk(root) {
        match step {
            Step::Enter(node) => {
                if out.ends_with('}') {
                    out.push(',');
                }
                json_head(&mut out, tree, node, context);
                out.push_str(",\"children\":[");
            }
            Step::Leave(_) => out.push_str("]}"),
        }
    }
    out
}

fn json_head(out: &mut String, tree: &Tree, node: Node, context: &DumpContext<'_>) {
    let (kind, detail) = describe(tree, node);
    let _ = write!(out, "{{\"node\":{},\"detail\":{}", json_string(kind), json_string(&detail));
    if let Some(place) = (context.place)(node) {
        let _ = write!(
            out,
            ",\"place\":{{\"path\":{},\"start\":{},\"end\":{},\"line\":{},\"column\":{}}}",
            json_string(&place.path),
            place.start,
            place.end,
            place.line,
            place.column
        );
    }
    if let Some(form) = omp_form(node, context) {
        let list =
            |texts: &[String]| texts.iter().map(|text| json_string(text)).collect::<Vec<_>>().join(",");
        let _ = write!(
            out,
            ",\"omp\":{{\"lines\":[{}],\"verdicts\":[{}]}}",
            list(&form.lines),
            list(&form.verdicts)
        );
    }
}

fn omp_form(node: Node, context: &DumpContext<'_>) -> Option<OmpForm> {
    match node {
        Node::Directive(directive) => (context.omp)(directive),
        _ => None,
    }
}

/// Returns the kind of a node, and the detail that distinguishes it from others of its kind.
fn describe(tree: &Tree, node: Node) -> (&'static str, String) {
    match node {
        Node::Expr(id) => describe_expr(&tree[id]),
        Node::Stmt(id) => describe_stmt(&tree[id]),
        Node::Decl(id) => describe_decl(tree, &tree[id]),
        Node::Entity(id) => ("Entity", tree[id].name.to_string()),
        Node::TypeName(id) => ("TypeName", describe_type(tree, &tree[id].specs.ty)),
        Node::Init(id) => match &tree[id] {
            Init::Expr(_) => ("Init", String::new()),
            Init::List(items) => ("InitList", items.len().to_string()),
        },
        Node::Directive(id) => describe_directive(tree[id].kind, &tree[id].argument),
        Node::Clause(id) => describe_clause(&tree[id]),
    }
}

fn describe_expr(expr: &Expr) -> (&'static str, String) {
    let none = String::new();
    match expr {
        Expr::Error => ("ErrorExpr", none),
        Expr::Name(name) => ("Name", name.to_string()),
        Expr::Number(text) => ("Number", text.to_string()),
        Expr::Char(text) => ("Char", text.to_string()),
        Expr::Str(parts) => ("Str", parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")),
        Expr::Paren(_) => ("Paren", none),
        Expr::Unary { op, .. } => ("Unary", format!("{op:?}")),
        Expr::Postfix { increment, .. } => ("Postfix", if *increment { "++" } else { "--" }.to_owned()),
        Expr::Binary { op, .. } => ("Binary", op.text().to_owned()),
        Expr::Assign { op, .. } => {
            ("Assign", format!("{}=", op.map_or("", clacc_syntax::ast::BinaryOp::text)))
        }
        Expr::Conditional { .. } => ("Conditional", none),
        Expr::Comma { .. } => ("Comma", none),
        Expr::Cast { .. } => ("Cast", none),
        Expr::CompoundLiteral { .. } => ("CompoundLiteral", none),
        Expr::Call { .. } => ("Call", none),
        Expr::BuiltinCall { name, .. } => ("BuiltinCall", name.to_string()),
        Expr::Index { .. } => ("Index", none),
        Expr::Section { .. } => ("Section", none),
        Expr::Shaped { .. } => ("Shaped", none),
        Expr::Member { field, arrow, .. } => {
            ("Member", format!("{}{field}", if *arrow { "->" } else { "." }))
        }
        Expr::SizeofExpr { op, .. } | Expr::SizeofType { op, .. } => ("Sizeof", format!("{op:?}")),
        Expr::Generic { .. } => ("Generic", none),
        Expr::Statement(_) => ("StatementExpr", none),
        Expr::LabelAddress(name) => ("LabelAddress", name.to_string()),
        Expr::Star => ("Star", none),
    }
}

fn describe_stmt(stmt: &Stmt) -> (&'static str, String) {
    let none = String::new();
    match stmt {
        Stmt::Error => ("ErrorStmt", none),
        Stmt::Compound { .. } => ("Compound", none),
        Stmt::Decl(_) => ("DeclStmt", none),
        Stmt::Expr(_) => ("ExprStmt", none),
        Stmt::If { .. } => ("If", none),
        Stmt::While { .. } => ("While", none),
        Stmt::DoWhile { .. } => ("DoWhile", none),
        Stmt::For { .. } => ("For", none),
        Stmt::Switch { .. } => ("Switch", none),
        Stmt::Case { .. } => ("Case", none),
        Stmt::Default { .. } => ("Default", none),
        Stmt::Label { name, .. } => ("Label", name.to_string()),
        Stmt::Goto(name) => ("Goto", name.to_string()),
        Stmt::GotoIndirect(_) => ("GotoIndirect", none),
        Stmt::Break => ("Break", none),
        Stmt::Continue => ("Continue", none),
        Stmt::Return(_) => ("Return", none),
        Stmt::Asm(_) => ("Asm", none),
        Stmt::Attributes(_) => ("Attributes", none),
        Stmt::Directive(_) => ("DirectiveStmt", none),
        Stmt::Pragma { text, .. } => ("Pragma", text.to_string()),
    }
}

fn describe_decl(tree: &Tree, decl: &Decl) -> (&'static str, String) {
    match decl {
        Decl::Error => ("ErrorDecl", String::new()),
        Decl::Declaration { specs, .. } => ("Declaration", describe_type(tree, &specs.ty)),
        Decl::Function(function) => ("Function", tree[function.entity].name.to_string()),
        Decl::StaticAssert { .. } => ("StaticAssert", String::new()),
        Decl::Asm(_) => ("AsmDecl", String::new()),
        Decl::Directive(_) => ("DirectiveDecl", String::new()),
        Decl::Pragma(text) => ("PragmaDecl", text.to_string()),
        Decl::Empty => ("EmptyDecl", String::new()),
    }
}

fn describe_type(tree: &Tree, ty: &TypeSpec) -> String {
    match ty {
        TypeSpec::Builtin(builtin) => format!("{builtin:?}"),
        TypeSpec::Typedef(name) => name.to_string(),
        TypeSpec::Record(id) => {
            let record = &tree[*id];
            let keyword = if record.is_union { "union" } else { "struct" };
            record.tag.map_or_else(|| keyword.to_owned(), |tag| format!("{keyword} {tag}"))
        }
        TypeSpec::Enum(id) => tree[*id].tag.map_or_else(|| "enum".to_owned(), |tag| format!("enum {tag}")),
        other => format!("{other:?}").split(['(', ' ']).next().unwrap_or_default().to_owned(),
    }
}

fn describe_directive(kind: DirectiveKind, argument: &DirectiveArgument) -> (&'static str, String) {
    let argument = match argument {
        DirectiveArgument::DeclareReduction { name, .. } | DirectiveArgument::DeclareMapper { name, .. } => {
            format!(" {name}")
        }
        _ => String::new(),
    };
    match kind {
        DirectiveKind::Acc(acc) => ("AccDirective", AccDirective::text(acc).to_owned() + &argument),
        DirectiveKind::Omp(omp) => ("OmpDirective", omp.text().to_owned() + &argument),
        DirectiveKind::UnknownAcc(name) => ("UnknownAccDirective", name.to_string()),
        DirectiveKind::UnknownOmp(name) => ("UnknownOmpDirective", name.to_string()),
    }
}

fn describe_clause(clause: &clacc_syntax::ast::Clause) -> (&'static str, String) {
    let kind = match clause.kind {
        ClauseKind::Acc(_) => "AccClause",
        ClauseKind::Omp(_) => "OmpClause",
        ClauseKind::Unknown => "UnknownClause",
    };
    let mut detail = clause.spelling.to_string();
    if let Some(canonical) = clause.acc().map(AccClause::text).filter(|text| *text != detail) {
        let _ = write!(detail, " (alias of {canonical})");
    }
    let words = clause.arguments.iter().flat_map(|arguments| {
        let modifiers = arguments.modifiers.iter().map(|modifier| modifier.word.to_string());
        let keyed = arguments.items.iter().filter_map(|item| match (&item.key, &item.value) {
            (Some(key), _) => Some(format!("{key}:")),
            (None, ArgumentValue::Word(word)) => Some(word.to_string()),
            _ => None,
        });
        modifiers.chain(keyed)
    });
    for word in words {
        let _ = write!(detail, " [{word}]");
    }
    (kind, detail)
}
