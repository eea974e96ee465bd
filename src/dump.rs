//! Trees as text or JSON, in which every OpenACC construct has its OpenMP form.

use std::fmt::Write as _;

use clacc_syntax::ast::{
    ArgumentValue, Decl, DirectiveArgument, DirectiveKind, Expr, Init, Node, NodeKind, Stmt, Tree, TypeSpec,
    WalkStep,
};
use clacc_syntax::directive::AccClause;

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

/// The depth down to which a dump shows nesting by its indentation. Chains of operators and the like nest as
/// deep as the input is long: the indentation would have square size.
const SHOWN_DEPTH: usize = 50;

/// Writes one line for each node, indented by depth: `Binary + <3:5>`. OpenMP forms are lines `omp: #pragma
/// omp ...`. Lines of nodes that are nested deeper than is shown begin with their depth: `[51] Binary +`.
pub(crate) fn text(tree: &Tree, root: Node, context: &DumpContext<'_>) -> String {
    let mut out = String::new();
    let mut walk = tree.walk(root);
    while let Some(step) = walk.next() {
        let WalkStep::Enter(node) = step else { continue };
        let depth = walk.depth() - 1;
        let (kind, detail) = describe(tree, node);
        indent(&mut out, depth);
        out.push_str(kind);
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

/// Starts a line for this depth.
fn indent(out: &mut String, depth: usize) {
    let _ = write!(out, "{:width$}", "", width = 2 * depth.min(SHOWN_DEPTH));
    if depth > SHOWN_DEPTH {
        let _ = write!(out, "[{depth}] ");
    }
}

fn omp_text(out: &mut String, depth: usize, form: &OmpForm) {
    let mut line = |label: &str, text: &str| {
        indent(out, depth);
        let _ = writeln!(out, "{label}: {text}");
    };
    if form.lines.is_empty() {
        line("omp", "(none)");
    }
    form.lines.iter().for_each(|each| line("omp", each));
    form.verdicts.iter().for_each(|each| line("verdict", each));
}

/// The number of the form that dumps in JSON have.
pub(crate) const JSON_SCHEMA: u32 = 1;

/// Adds one object for each node, in the order in which they are entered:
/// `{"id":7,"parent":6,"kind":"Binary","detail":"+","place":{...},"omp":{...}}`. The list is flat, because readers of JSON
/// limit how deep it nests.
pub(crate) fn json(nodes: &mut Vec<String>, tree: &Tree, root: Node, context: &DumpContext<'_>) {
    let mut open: Vec<usize> = Vec::new();
    for step in tree.walk(root) {
        match step {
            WalkStep::Enter(node) => {
                let id = nodes.len();
                nodes.push(json_node(id, open.last().copied(), tree, node, context));
                open.push(id);
            }
            WalkStep::Leave(_) => _ = open.pop(),
        }
    }
}

fn json_node(id: usize, parent: Option<usize>, tree: &Tree, node: Node, context: &DumpContext<'_>) -> String {
    let (kind, detail) = describe(tree, node);
    let parent = parent.map_or_else(|| "null".to_owned(), |parent| parent.to_string());
    let (kind, detail) = (json_string(kind), json_string(&detail));
    let mut out = format!("{{\"id\":{id},\"parent\":{parent},\"kind\":{kind},\"detail\":{detail}");
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
    out.push('}');
    out
}

fn omp_form(node: Node, context: &DumpContext<'_>) -> Option<OmpForm> {
    match node {
        Node::Directive(directive) => (context.omp)(directive),
        _ => None,
    }
}

/// Returns the kind of a node, and the detail that distinguishes it from others of its kind.
fn describe(tree: &Tree, node: Node) -> (&'static str, String) {
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
