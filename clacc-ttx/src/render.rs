//! OpenMP nodes as text.
//!
//! Clauses, lists and modifiers are spelled as the original spells them: `map(hold,tofrom: a,b)`. How an expression
//! of the source is spelled is the caller's choice: printed from the tree, or in the user's own words.

use std::fmt::Write;

use clacc_sema::c::model::{FunctionModel, SymbolId};
use clacc_sema::c::type_text::type_text;
use clacc_sema::c::types::{ArrayLength, QualType, Type};
use clacc_syntax::ast::{Decl, Declarator, EntityId, Expr, ExprId, Quals, Tree, TypeSpec};
use clacc_syntax::directive::OmpClause;
use clacc_syntax::print::print_expr;

use crate::omp::{Argument, Call, NewCode, OmpClauseNode, OmpDirectiveNode, OmpItem, QUEUE_ADDRESS};

/// How expressions of the source are spelled.
pub type ExprText<'a> = dyn FnMut(ExprId) -> String + 'a;

/// An expression, printed from its tree.
pub fn expr(tree: &Tree, expr: ExprId) -> String {
    print_expr(tree, expr)
}

/// A directive behind `#pragma omp `.
pub fn directive(model: &FunctionModel, node: &OmpDirectiveNode, expr: &mut ExprText<'_>) -> String {
    let mut text = node.kind.text().to_owned();
    for each in &node.clauses {
        text.push(' ');
        text.push_str(&clause(model, each, expr));
    }
    text
}

/// A clause.
pub fn clause(model: &FunctionModel, node: &OmpClauseNode, expr: &mut ExprText<'_>) -> String {
    let mut text = node.kind.text().to_owned();
    if node.items.is_empty() && node.modifiers.is_empty() {
        return text;
    }
    text.push('(');
    text.push_str(&node.modifiers.join(","));
    if !node.modifiers.is_empty() {
        text.push_str(if node.kind == OmpClause::Depend { " : " } else { ": " });
    }
    let separator = if node.kind == OmpClause::DistSchedule { ", " } else { "," };
    for (index, item) in node.items.iter().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        match item {
            OmpItem::Expr(id) => text.push_str(&expr(*id)),
            OmpItem::Rows(id, rows) => {
                text.push_str(&expr(*id));
                text.push_str(&"[:]".repeat(*rows as usize));
            }
            OmpItem::Pointed(id) => {
                text.push_str(&expr(*id));
                text.push_str("[0:0]");
            }
            OmpItem::Symbol(id) => text.push_str(model.text(model.symbols[*id].name)),
            OmpItem::New(name) => text.push_str(model.text(*name)),
            OmpItem::Number(number) => {
                let _ = write!(text, "{number}");
            }
            OmpItem::Word(word) => text.push_str(word),
            OmpItem::Not(id) => {
                let _ = write!(text, "!({})", expr(*id));
            }
            OmpItem::Queue(queue) => {
                let _ = write!(text, "*{QUEUE_ADDRESS}({})", argument(*queue, expr));
            }
        }
    }
    text.push(')');
    text
}

fn argument(argument: Argument, expr: &mut ExprText<'_>) -> String {
    match argument {
        Argument::Expr(id) => expr(id),
        Argument::Number(number) => number.to_string(),
        Argument::Constant(name) => name.to_owned(),
    }
}

fn call(call: &Call, expr: &mut ExprText<'_>) -> String {
    let arguments: Vec<_> = call.arguments.iter().map(|each| argument(*each, expr)).collect();
    format!("{}({});", call.routine, arguments.join(", "))
}

/// Calls as one statement; without a condition as many as there are.
fn calls(condition: Option<ExprId>, calls: &[Call], expr: &mut ExprText<'_>) -> String {
    let text = calls.iter().map(|each| call(each, expr)).collect::<Vec<_>>().join(" ");
    match condition.map(expr) {
        None => text,
        Some(condition) if calls.len() == 1 => format!("if ({condition}) {text}"),
        Some(condition) => format!("if ({condition}) {{ {text} }}"),
    }
}

/// A statement or declaration that the translation adds.
pub fn new_code(model: &FunctionModel, code: &NewCode, expr: &mut ExprText<'_>) -> String {
    match code {
        NewCode::Constant { name, ty, value, .. } => {
            let value = expr(*value);
            let name = model.text(*name);
            let declared = declare(model, &unqualified(ty), name)
                .unwrap_or_else(|| format!("__typeof__({value}) {name}"));
            format!("const {declared} = {value};")
        }
        NewCode::Evaluate { value, .. } => {
            let operand = expr(*value);
            if is_postfix(model, *value) {
                format!("(void){operand};")
            } else {
                format!("(void)({operand});")
            }
        }
        NewCode::Local { symbol, .. } => format!("{};", local(model, *symbol)),
        NewCode::Directive(node) => format!("#pragma omp {}", directive(model, node, expr)),
        NewCode::Calls { condition, calls: list } => calls(*condition, list, expr),
        NewCode::LocalArray { symbol, part, .. } => {
            let name = model.text(model.symbols[*symbol].name);
            format!("{};", local_array(model, name, *symbol, *part, expr))
        }
        NewCode::PartCopy { copy, symbol, part, .. } => {
            let copy = model.text(*copy);
            let array = local_array(model, copy, *symbol, *part, expr);
            format!("{array}; {}", fill(model, copy, *symbol, *part, expr))
        }
        NewCode::Redirected { symbol, copy, .. } => {
            format!("{} = {};", local(model, *symbol), model.text(*copy))
        }
    }
}

/// The first range of a part: its lower bound and its length.
fn first_range(tree: &Tree, part: ExprId) -> (Option<ExprId>, Option<ExprId>) {
    let mut first = part;
    while let Expr::Section { base, .. } = &tree[first]
        && matches!(tree[*base], Expr::Section { .. })
    {
        first = *base;
    }
    match tree[first] {
        Expr::Section { lower, length, .. } => (lower, length),
        _ => (None, None),
    }
}

/// A declaration of an array that reaches to the end of a part of what a pointer points to.
fn local_array(
    model: &FunctionModel,
    name: &str,
    pointer: SymbolId,
    part: ExprId,
    expr: &mut ExprText<'_>,
) -> String {
    let (lower, length) = first_range(&model.parsed.tree, part);
    let declarator = format!("{name}[{}]", elements(model, lower, length, expr));
    let pointer = &model.symbols[pointer];
    let element = pointer.ty.target();
    element
        .and_then(|element| declare(model, &unqualified(element), &declarator))
        .unwrap_or_else(|| format!("__typeof__(*{}) {declarator}", model.text(pointer.name)))
}

/// Copies a part into an array with the same subscripts. Elements before the part may not exist.
fn fill(
    model: &FunctionModel,
    copy: &str,
    pointer: SymbolId,
    part: ExprId,
    expr: &mut ExprText<'_>,
) -> String {
    let (lower, length) = first_range(&model.parsed.tree, part);
    let pointer = model.text(model.symbols[pointer].name);
    match (lower.filter(|lower| model.integer_constant(*lower) != Some(0)), length) {
        (Some(lower), Some(length)) => {
            let (lower, length) = (term(model, lower, expr), term(model, length, expr));
            let (to, from) = (format!("{copy} + {lower}"), format!("{pointer} + {lower}"));
            format!("__builtin_memcpy({to}, {from}, {length} * sizeof *{copy});")
        }
        _ => format!("__builtin_memcpy({copy}, {pointer}, sizeof {copy});"),
    }
}

/// How many elements there are up to the end of a range.
fn elements(
    model: &FunctionModel,
    lower: Option<ExprId>,
    length: Option<ExprId>,
    expr: &mut ExprText<'_>,
) -> String {
    match (lower, length) {
        (Some(lower), Some(length)) if model.integer_constant(lower) != Some(0) => {
            format!("{} + {}", term(model, lower, expr), term(model, length, expr))
        }
        (_, length) => length.map_or_else(String::new, &mut *expr),
    }
}

/// An expression as an operand of an arithmetic operator.
fn term(model: &FunctionModel, operand: ExprId, expr: &mut ExprText<'_>) -> String {
    let text = expr(operand);
    if is_postfix(model, operand) { text } else { format!("({text})") }
}

/// Whether a cast in front of an expression reaches all of it.
fn is_postfix(model: &FunctionModel, expr: ExprId) -> bool {
    !matches!(
        model.parsed.tree[expr],
        Expr::Binary { .. } | Expr::Assign { .. } | Expr::Conditional { .. } | Expr::Comma { .. }
    )
}

/// A declaration of a variable that hides one of the same name and type, without initializer. Where the type has no
/// spelling here, the hidden variable names it: its scope still reaches there (C17 6.2.1 p7).
fn local(model: &FunctionModel, symbol: SymbolId) -> String {
    let symbol = &model.symbols[symbol];
    let name = model.text(symbol.name);
    symbol
        .entity
        .and_then(|entity| typedef_of(model, entity))
        .map(|ty| format!("{ty} {name}"))
        .or_else(|| declare(model, &unqualified(&symbol.ty), name))
        .unwrap_or_else(|| format!("__typeof__({name}) {name}"))
}

/// The typedef name that a variable is declared with, if its declaration is that and a name.
fn typedef_of(model: &FunctionModel, entity: EntityId) -> Option<&str> {
    let tree = &model.parsed.tree;
    if !matches!(tree[tree[entity].declarator], Declarator::Name(_)) {
        return None;
    }
    tree.decls.iter().find_map(|(_, decl)| match decl {
        Decl::Declaration { specs, entities } if entities.contains(&entity) => match specs.ty {
            TypeSpec::Typedef(name) => Some(tree.text(name)),
            _ => None,
        },
        _ => None,
    })
}

fn unqualified(ty: &QualType) -> QualType {
    let mut quals = Quals::default();
    for kept in [Quals::VOLATILE, Quals::ATOMIC] {
        if ty.quals.contains(kept) {
            quals = quals.with(kept);
        }
    }
    QualType { ty: ty.ty.clone(), quals }
}

/// A declaration of an object, without `;`. None where the type has no spelling, or is none of an object.
fn declare(model: &FunctionModel, ty: &QualType, name: &str) -> Option<String> {
    match &*ty.ty {
        Type::Function { .. } | Type::Array { length: ArrayLength::Unknown, .. } => None,
        _ => type_text(&model.parsed.tree.names, ty, name),
    }
}
