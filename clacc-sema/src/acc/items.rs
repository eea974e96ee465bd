//! The items of data clauses: which variable, which member, which part of it.
//!
//! OpenACC 3.4 2.7.1, and "Basic Data Attributes" of the mapping specification for what is stricter there.

use clacc_syntax::ast::{ArgumentValue, ClauseId, DirectiveId, Expr, ExprId};
use clacc_syntax::diagnostics::{Code, Confidence, Diagnostic, Fix};
use clacc_syntax::directive::AccClause;
use clacc_syntax::token::TokenRange;

use super::codes;
use super::facts::Variable;
use super::report::Report;
use super::subarrays;
use super::typing::{self, Class};
use super::view::View;
use crate::c::model::{SymbolId, SymbolKind};
use crate::c::types::QualType;

/// A list item that names a variable.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    pub(super) directive: DirectiveId,
    pub(super) clause: ClauseId,
    pub(super) expr: ExprId,
    pub(super) variable: Variable,
    /// The type of the variable or member as a whole, where it is known.
    pub(super) ty: Option<&'a QualType>,
    /// The type of one element: of what the ranges select from, or of the array; else the type itself.
    pub(super) element: Option<&'a QualType>,
    /// Whether a range follows it.
    pub(super) is_subarray: bool,
}

/// Whether a clause takes a list of variables.
pub(super) fn takes_variables(clause: AccClause) -> bool {
    use AccClause as C;
    matches!(
        clause,
        C::Copy | C::Copyin | C::Copyout | C::Create | C::NoCreate | C::Present | C::Deviceptr | C::Attach
    ) || matches!(clause, C::Detach | C::Delete | C::UseDevice | C::Device | C::DeviceResident | C::Link)
        || takes_whole_variables(clause)
}

/// Whether a clause gives each gang, worker or lane a variable of its own.
pub(super) fn takes_whole_variables(clause: AccClause) -> bool {
    matches!(clause, AccClause::Private | AccClause::Firstprivate | AccClause::Reduction)
}

/// The items of a clause, each checked. An item with an error is reported and left out.
pub(super) fn of_clause<'a>(
    view: &View<'a>,
    directive: DirectiveId,
    clause: ClauseId,
    report: &mut Report,
) -> Vec<Item<'a>> {
    let Some(kind) = view.tree()[clause].acc() else { return Vec::new() };
    let is_list = takes_variables(kind)
        || kind == AccClause::SelfClause
            && view.tree()[directive].acc() == Some(clacc_syntax::directive::AccDirective::Update);
    if !is_list {
        return Vec::new();
    }
    let mut items = Vec::new();
    for argument in view.tree()[clause].arguments.iter().flat_map(|arguments| &arguments.items) {
        match argument.value {
            ArgumentValue::Expr(expr) => {
                let site = Site { view, directive, clause, kind };
                items.extend(site.resolve(expr, report));
            }
            ArgumentValue::Type(ty) => {
                let at = view.tree().spans.type_names.get(ty).copied().unwrap_or_default();
                let message = format!("`{}` takes variables, not types", view.spelling(clause));
                report.push(directive, Diagnostic::new(&codes::ACC0070, at, message));
            }
            _ => {}
        }
    }
    items
}

struct Site<'v, 'a> {
    view: &'v View<'a>,
    directive: DirectiveId,
    clause: ClauseId,
    kind: AccClause,
}

impl<'a> Site<'_, 'a> {
    fn spelling(&self) -> &'a str {
        self.view.spelling(self.clause)
    }

    fn error(&self, report: &mut Report, code: &'static Code, at: TokenRange, message: String) {
        report.push(self.directive, Diagnostic::new(code, at, message));
    }

    /// The variable of an item, ranges and members peeled off.
    fn resolve(&self, expr: ExprId, report: &mut Report) -> Option<Item<'a>> {
        let (base, sections) = self.peel_sections(expr, report)?;
        if let Some(root) = self.element_whose_member(base) {
            self.check_member_of_element(root, base, &sections, report);
            return None;
        }
        let variable = self.peel_members(expr, base, !sections.is_empty(), report)?;
        if !self.check_symbol(variable.symbol, base, report) || !self.check_shape(expr, &variable, report) {
            return None;
        }
        let ty = self.view.type_of(base);
        let site = subarrays::Site { view: self.view, directive: self.directive };
        let selected = site.check(ty, &sections, report)?;
        if takes_whole_variables(self.kind) && selected.is_behind_pointers {
            let message =
                format!("`{}` takes no subarray that lies behind several pointers", self.spelling());
            self.error(report, &codes::ACC0073, self.view.expr_span(expr), message);
            return None;
        }
        Some(Item {
            directive: self.directive,
            clause: self.clause,
            expr,
            variable,
            ty,
            element: selected.element.map(typing::innermost_element),
            is_subarray: !sections.is_empty(),
        })
    }

    /// The variable below a member of an element, as in `a[i].x` and `p->q[i].x`. Directives that make no region take
    /// such members: which element is meant matters to them only when they are executed.
    fn element_whose_member(&self, base: ExprId) -> Option<ExprId> {
        use clacc_syntax::directive::AccDirective as D;
        let tree = self.view.tree();
        let takes_them = matches!(tree[self.directive].acc(), Some(D::EnterData | D::ExitData | D::Update));
        let mut at = base;
        let mut elements = 0;
        loop {
            match &tree[at] {
                Expr::Member { base, .. } => at = *base,
                Expr::Index { base, .. } => {
                    elements += 1;
                    at = *base;
                }
                _ => break,
            }
        }
        let is_member = matches!(tree[base], Expr::Member { .. });
        (takes_them && is_member && elements > 0 && matches!(tree[at], Expr::Name(_))).then_some(at)
    }

    fn check_member_of_element(&self, root: ExprId, base: ExprId, sections: &[ExprId], report: &mut Report) {
        let Some(symbol) = self.view.model.symbol_of(root) else { return };
        if self.check_symbol(symbol, root, report) {
            let site = subarrays::Site { view: self.view, directive: self.directive };
            site.check(self.view.type_of(base), sections, report);
        }
    }

    /// The expression below the ranges, and the ranges from the outermost dimension to the innermost.
    fn peel_sections(&self, expr: ExprId, report: &mut Report) -> Option<(ExprId, Vec<ExprId>)> {
        let mut at = expr;
        let mut sections = Vec::new();
        loop {
            match &self.view.tree()[at] {
                Expr::Section { base, .. } => {
                    sections.push(at);
                    at = *base;
                }
                // Of all clauses only a reduction has one meaning for a single element (OpenACC 3.4 2.5.15).
                Expr::Index { base, .. } if self.kind == AccClause::Reduction => {
                    sections.push(at);
                    at = *base;
                }
                Expr::Index { index, .. } => {
                    self.report_subscript(expr, *index, report);
                    return None;
                }
                _ => break,
            }
        }
        sections.reverse();
        Some((at, sections))
    }

    fn report_subscript(&self, at: ExprId, index: ExprId, report: &mut Report) {
        let index_span = self.view.expr_span(index);
        let message = format!("a subscript in `{}` needs a range with `:`", self.spelling());
        let mut finding = Diagnostic::new(&codes::ACC0072, self.view.expr_span(at), message)
            .note("`[start:length]` names elements; what one number alone means differs between compilers");
        let after = TokenRange::new(index_span.end, index_span.end);
        finding.fix = Some(Fix {
            title: "name the one element".to_owned(),
            edits: vec![(after, ":1".to_owned())],
            confidence: Confidence::Maybe,
        });
        report.push(self.directive, finding);
    }

    /// The variable below the members, and the member path.
    fn peel_members(
        &self,
        item: ExprId,
        base: ExprId,
        is_subarray: bool,
        report: &mut Report,
    ) -> Option<Variable> {
        let mut at = base;
        let mut path = Vec::new();
        while let Expr::Member { base, field, arrow } = &self.view.tree()[at] {
            path.push((*field, *arrow));
            at = *base;
        }
        path.reverse();
        match &self.view.tree()[at] {
            Expr::Name(_) => Some(Variable { symbol: self.view.model.symbol_of(at)?, path: path.into() }),
            Expr::Error => None,
            _ => {
                self.report_base(at, item, is_subarray, !path.is_empty(), report);
                None
            }
        }
    }

    fn report_base(&self, at: ExprId, item: ExprId, is_subarray: bool, is_member: bool, report: &mut Report) {
        let is_range = matches!(self.view.tree()[at], Expr::Section { .. });
        let span = self.view.expr_span(if is_member || is_subarray { item } else { at });
        let (code, message) = match (is_member, is_range, is_subarray) {
            (true, true, _) => (&codes::ACC0074, "a subarray has no members".to_owned()),
            (true, false, _) => (&codes::ACC0081, "only a member of a variable can be named here".to_owned()),
            (false, _, true) => {
                (&codes::ACC0071, "a subarray must begin with the name of a variable".to_owned())
            }
            _ => (&codes::ACC0070, format!("`{}` takes {}", self.spelling(), self.takes())),
        };
        self.error(report, code, span, message);
    }

    /// What the clause takes, in words.
    fn takes(&self) -> &'static str {
        if takes_whole_variables(self.kind) {
            "variables and their subarrays"
        } else {
            "variables, their members and their subarrays"
        }
    }

    fn check_symbol(&self, symbol: SymbolId, at: ExprId, report: &mut Report) -> bool {
        let name = self.view.name(symbol);
        let what = match self.view.symbol(symbol).kind {
            SymbolKind::Undeclared => {
                let message = format!("`{name}` is not declared");
                self.error(report, &codes::ACC0065, self.view.expr_span(at), message);
                return false;
            }
            SymbolKind::Function => "a function",
            SymbolKind::Typedef => "a type",
            SymbolKind::Enumerator(_) => "an enumerator",
            _ => return true,
        };
        let message = format!("`{}` takes {}, and `{name}` is {what}", self.spelling(), self.takes());
        let mut finding = Diagnostic::new(&codes::ACC0070, self.view.expr_span(at), message);
        if let Some(declared) = self.view.declaration_span(symbol) {
            finding = finding.label(declared, "declared here");
        }
        report.push(self.directive, finding);
        false
    }

    /// Whether the clause takes members at all.
    fn check_shape(&self, expr: ExprId, variable: &Variable, report: &mut Report) -> bool {
        if !takes_whole_variables(self.kind) {
            return true;
        }
        let span = self.view.expr_span(expr);
        let spelling = self.spelling();
        if !variable.path.is_empty() {
            let message = format!("`{spelling}` takes variables, not their members");
            self.error(report, &codes::ACC0081, span, message);
            return false;
        }
        true
    }
}

/// The class of an item's type; unknown if the type is.
pub(super) fn class_of(item: &Item<'_>) -> Class {
    item.ty.map_or(Class::Unknown, typing::classify)
}
