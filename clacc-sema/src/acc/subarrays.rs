//! The ranges of subarrays (OpenACC 3.4 2.7.1).

use clacc_syntax::ast::{DirectiveId, Expr, ExprId, Node};
use clacc_syntax::diagnostics::{Code, Diagnostic};
use clacc_syntax::print::print_expr;

use super::codes;
use super::report::Report;
use super::typing::{self, Class};
use super::view::View;
use crate::c::types::{ArrayLength, QualType, Type};

/// Where ranges are checked.
pub(super) struct Site<'v, 'a> {
    pub(super) view: &'v View<'a>,
    pub(super) directive: DirectiveId,
}

/// What is known about one dimension.
#[derive(Clone, Copy, Default)]
struct Dimension {
    /// Whether the elements lie behind a pointer of their own.
    behind_pointer: bool,
    /// Provably one element.
    is_single: bool,
    /// Provably not all elements of the array.
    is_partial: bool,
}

/// What ranges select.
#[derive(Clone, Copy, Debug)]
pub(super) struct Selected<'a> {
    /// The type behind the last range, where it is known.
    pub(super) element: Option<&'a QualType>,
    /// Whether a range but the first one goes through a pointer.
    pub(super) is_behind_pointers: bool,
}

impl<'a> Site<'_, 'a> {
    fn error(&self, report: &mut Report, code: &'static Code, at: ExprId, message: String) {
        report.push(self.directive, Diagnostic::new(code, self.view.expr_span(at), message));
    }

    /// Checks ranges, outermost dimension first, against the type of the variable.
    pub(super) fn check(
        &self,
        ty: Option<&'a QualType>,
        sections: &[ExprId],
        report: &mut Report,
    ) -> Option<Selected<'a>> {
        let mut ty = ty;
        let mut dimensions: Vec<Dimension> = Vec::new();
        for section in sections {
            let Some(known) = ty else { break };
            let (element, length) = self.element_of(known, *section, report)?;
            let dimension = self.check_bounds(*section, length, report)?;
            let behind_pointer = length.is_none() && !dimensions.is_empty();
            dimensions.push(Dimension { behind_pointer, ..dimension });
            ty = (typing::classify(element) != Class::Unknown).then_some(element);
        }
        let is_behind_pointers = dimensions.iter().any(|dimension| dimension.behind_pointer);
        let selected = Selected { element: ty, is_behind_pointers };
        self.check_contiguous(sections, &dimensions, report).then_some(selected)
    }

    /// The element type of what a range selects from, and the array's length; no length for a pointer.
    fn element_of(
        &self,
        ty: &'a QualType,
        section: ExprId,
        report: &mut Report,
    ) -> Option<(&'a QualType, Option<ArrayLength>)> {
        match &*ty.ty {
            Type::Array { element, length } => Some((element, Some(*length))),
            Type::Pointer(element) => self.has_size(element, section, report).then_some((element, None)),
            Type::Atomic(inner) => self.element_of(inner, section, report),
            _ => {
                let what = self.view.describe(ty);
                let message = format!("a range needs an array or a pointer, and this is {what}");
                self.error(report, &codes::ACC0075, self.base_of(section), message);
                None
            }
        }
    }

    fn has_size(&self, element: &QualType, section: ExprId, report: &mut Report) -> bool {
        let is_function = typing::classify(element) == Class::Function;
        if !is_function && !typing::is_incomplete(element, self.view.model) {
            return true;
        }
        let what = if is_function { "functions" } else { "an incomplete type" };
        let message = format!("the pointer is to {what}, so the range has no size");
        self.error(report, &codes::ACC0076, self.base_of(section), message);
        false
    }

    fn check_bounds(
        &self,
        section: ExprId,
        array: Option<ArrayLength>,
        report: &mut Report,
    ) -> Option<Dimension> {
        let (lower, length) = match &self.view.tree()[section] {
            Expr::Section { lower, length, .. } => (lower, length),
            Expr::Index { index, .. } => return self.check_index(section, *index, array, report),
            _ => return Some(Dimension::default()),
        };
        for bound in [lower, length].into_iter().flatten() {
            self.check_integer(*bound, report)?;
        }
        let start = lower.map_or(Some(0), |lower| self.view.constant(lower));
        let size = match array {
            Some(ArrayLength::Constant(size)) => Some(i128::from(size)),
            _ => None,
        };
        let can_be_left_out = matches!(array, Some(ArrayLength::Constant(_) | ArrayLength::Variable));
        if length.is_none() && !can_be_left_out {
            self.error(
                report,
                &codes::ACC0079,
                section,
                "the length of this subarray must be written: the variable does not tell it".to_owned(),
            );
            return None;
        }
        let count = match length {
            Some(length) => self.view.constant(*length),
            None => size.zip(start).map(|(size, start)| size - start),
        };
        self.check_range(section, start, count, array.is_some(), size, report)?;
        let is_all = |count: i128| Some(count) == size;
        Some(Dimension {
            behind_pointer: false,
            is_single: count == Some(1) || size == Some(1),
            is_partial: start.is_some_and(|start| start > 0)
                || size.is_some() && count.is_some_and(|count| !is_all(count)),
        })
    }

    /// A subscript without `:` is a range of one element.
    fn check_index(
        &self,
        section: ExprId,
        index: ExprId,
        array: Option<ArrayLength>,
        report: &mut Report,
    ) -> Option<Dimension> {
        self.check_integer(index, report)?;
        let size = match array {
            Some(ArrayLength::Constant(size)) => Some(i128::from(size)),
            _ => None,
        };
        let start = self.view.constant(index);
        self.check_range(section, start, Some(1), array.is_some(), size, report)?;
        Some(Dimension { behind_pointer: false, is_single: true, is_partial: size != Some(1) })
    }

    fn check_integer(&self, bound: ExprId, report: &mut Report) -> Option<()> {
        let Some(ty) = self.view.type_of(bound) else { return Some(()) };
        if typing::classify(ty) == Class::Integer {
            return Some(());
        }
        let message =
            format!("a bound of a subarray must be an integer, and this is {}", self.view.describe(ty));
        self.error(report, &codes::ACC0077, bound, message);
        None
    }

    fn check_range(
        &self,
        section: ExprId,
        start: Option<i128>,
        count: Option<i128>,
        is_array: bool,
        size: Option<i128>,
        report: &mut Report,
    ) -> Option<()> {
        let (lower, length) = match self.view.tree()[section] {
            Expr::Section { lower, length, .. } => (lower.unwrap_or(section), length.unwrap_or(section)),
            Expr::Index { index, .. } => (index, index),
            _ => (section, section),
        };
        let (at, message) = match (start, count) {
            (_, Some(count)) if count < 0 => (length, "the length of this subarray is negative".to_owned()),
            (Some(start), _) if start < 0 && is_array => {
                (lower, "this subarray begins before the array".to_owned())
            }
            (Some(start), Some(count)) if size.is_some_and(|size| start.saturating_add(count) > size) => {
                let excess = start.saturating_add(count).saturating_sub(size.unwrap_or(0));
                (section, format!("this subarray ends {excess} elements behind the array"))
            }
            _ => return Some(()),
        };
        self.error(report, &codes::ACC0078, at, message);
        None
    }

    /// What a range selects from.
    fn base_of(&self, section: ExprId) -> ExprId {
        match self.view.tree()[section] {
            Expr::Section { base, .. } | Expr::Index { base, .. } => base,
            _ => section,
        }
    }

    /// Below a dimension with more than one element every dimension must be whole and lie in the array itself.
    fn check_contiguous(&self, sections: &[ExprId], dimensions: &[Dimension], report: &mut Report) -> bool {
        let several = dimensions.iter().position(|dimension| !dimension.is_single);
        let Some(several) = several else { return true };
        let gap = dimensions[several + 1..].iter().position(|each| each.is_partial || each.behind_pointer);
        let Some(gap) = gap else { return true };
        let section = sections[several + 1 + gap];
        let why = if dimensions[several + 1 + gap].behind_pointer {
            "this dimension lies behind pointers, so the subarray is not one block of memory"
        } else {
            "this dimension is not whole, so the subarray is not one block of memory"
        };
        let finding = Diagnostic::new(&codes::ACC0080, self.view.expr_span(section), why)
            .note("OpenACC can map several blocks of memory at once; OpenMP's clauses have no form for that");
        report.push(self.directive, finding);
        false
    }
}

/// Whether a list item names a part of a variable.
pub(super) fn is_part(view: &View<'_>, item: ExprId) -> bool {
    matches!(view.tree()[item], Expr::Section { .. } | Expr::Index { .. })
}

/// Whether two list items name the same elements of a variable, as far as their words tell.
pub(super) fn same_elements(view: &View<'_>, first: ExprId, second: ExprId) -> bool {
    let (first_ranges, second_ranges) = (ranges(view, first), ranges(view, second));
    first_ranges.len() == second_ranges.len()
        && first_ranges.iter().zip(&second_ranges).all(|(first, second)| same_range(view, *first, *second))
}

/// The start and the length of a range; none where they are left out.
type Range = (Option<ExprId>, Option<ExprId>);

fn ranges(view: &View<'_>, item: ExprId) -> Vec<Range> {
    let mut found = Vec::new();
    let mut at = item;
    loop {
        match view.tree()[at] {
            Expr::Section { base, lower, length, .. } => {
                found.push((lower, length));
                at = base;
            }
            Expr::Index { base, index } => {
                found.push((Some(index), None));
                at = base;
            }
            _ => return found,
        }
    }
}

fn same_range(view: &View<'_>, first: Range, second: Range) -> bool {
    let start = |bound: Option<ExprId>| bound.map_or(Some(0), |bound| view.constant(bound));
    let same_start = match (first.0, second.0) {
        (Some(first), Some(second)) => same_value(view, first, second),
        (first, second) => start(first).is_some() && start(first) == start(second),
    };
    let same_length = match (first.1, second.1) {
        (Some(first), Some(second)) => same_value(view, first, second),
        (first, second) => first.is_none() && second.is_none(),
    };
    same_start && same_length
}

/// Whether two bounds are the same constant, or the same words about the same variables.
fn same_value(view: &View<'_>, first: ExprId, second: ExprId) -> bool {
    if let (Some(first), Some(second)) = (view.constant(first), view.constant(second)) {
        return first == second;
    }
    let tree = view.tree();
    let variables = |of: ExprId| {
        let mut found = Vec::new();
        tree.preorder(Node::Expr(of), &mut |node| {
            if let Node::Expr(expr) = node {
                found.extend(view.model.symbol_of(expr));
            }
            true
        });
        found
    };
    variables(first) == variables(second) && print_expr(tree, first) == print_expr(tree, second)
}
