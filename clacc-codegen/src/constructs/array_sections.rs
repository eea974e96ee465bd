//! Array sections as consecutive elements: the first element and the number of elements (OpenMP 5.2 3.2.5).

use clacc_sema::c::types::{ArrayLength, QualType, Type};
use clacc_sema::program::place::{Bound, Extent, Place, Step as PlaceStep, Value};

use super::lowering::Lowering;
use crate::capture::types::{element, type_of};
use crate::emit::Step;

/// A section of an array or of a pointee that is one contiguous block of memory.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    dimensions: Vec<Range>,
}

/// The elements of a section in one dimension.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: Option<Value>,
    length: Length,
}

#[derive(Clone, Copy, Debug)]
enum Length {
    One,
    Given(Value),
    /// All elements up to the end of the dimension.
    Rest,
}

/// The index of the first element of a section in its array or pointee, and the number of elements.
pub(crate) struct Elements {
    pub(crate) lower: String,
    pub(crate) count: String,
}

impl Lowering<'_> {
    /// Returns the section that a place denotes of a variable or of a member, or none if it is no section, or is certainly not contiguous.
    pub(crate) fn section_of_member(&self, place: &Place) -> Option<Section> {
        let members = place.steps.iter().rposition(|step| matches!(step, PlaceStep::Field(_)));
        let (around, own) = place.steps.split_at(members.map_or(0, |last| last + 1));
        let mut ty = type_of(self.view, place.root);
        let mut steps = around.iter().peekable();
        while let Some(step) = steps.next() {
            ty = match step {
                PlaceStep::Field(name) => self.model.field(&ty, *name)?.ty,
                _ => ty.target()?.clone(),
            };
            // A subscript after a dereference selects from the pointee.
            if matches!(step, PlaceStep::Deref(_)) {
                steps.next_if(|next| matches!(next, PlaceStep::Index(_) | PlaceStep::Range { .. }));
            }
        }
        self.section(&Place { root: place.root, steps: own.into() }, &ty)
    }

    /// Returns the section that a place denotes, or none if it is no section, or is certainly not contiguous.
    pub(crate) fn section(&self, place: &Place, ty: &QualType) -> Option<Section> {
        let (is_behind, steps) = match &*place.steps {
            [PlaceStep::Deref(_), rest @ ..] => (true, rest),
            steps => (false, steps),
        };
        let dimensions: Vec<Range> = steps.iter().map(range).collect::<Option<_>>()?;
        let mut row = ty.clone();
        let mut is_one = true;
        for (number, range) in dimensions.iter().enumerate() {
            let (inner, length) = match &*row.ty {
                Type::Pointer(target) if number == 0 && is_behind => (target.clone(), None),
                Type::Array { element, length } => (element.clone(), Some(*length)),
                _ => return None,
            };
            let has_end = length.is_some() || !matches!(range.length, Length::Rest);
            if !has_end || !is_one && !self.may_be_whole(range, length) {
                return None;
            }
            is_one &= self.is_one(range, length);
            row = inner;
        }
        (!dimensions.is_empty()).then_some(Section { dimensions })
    }

    /// Returns whether a range can cover its whole dimension, which a contiguous section requires after a dimension with several elements.
    fn may_be_whole(&self, range: &Range, length: Option<ArrayLength>) -> bool {
        let is_zero = range.first.is_none_or(|first| self.view.number(first).is_none_or(|first| first == 0));
        let (own, all) = (self.count(range, length), constant(length));
        is_zero && own.zip(all).is_none_or(|(own, all)| own == all)
    }

    fn is_one(&self, range: &Range, length: Option<ArrayLength>) -> bool {
        self.count(range, length) == Some(1)
    }

    /// Returns the number of elements of a range in a dimension, if it is a constant.
    fn count(&self, range: &Range, length: Option<ArrayLength>) -> Option<i128> {
        match range.length {
            Length::One => Some(1),
            Length::Given(value) => self.view.number(value),
            Length::Rest => {
                let first = range.first.map_or(Some(0), |first| self.view.number(first))?;
                Some(constant(length)? - first)
            }
        }
    }

    /// Returns the elements of a section of a variable that is spelled `here`. `one` is the spelling of the element type.
    pub(crate) fn elements(&mut self, section: &Section, here: &str, one: &str) -> Step<Elements> {
        let mut row = here.to_owned();
        let (mut lower, mut count) = (Vec::new(), Vec::new());
        for range in &section.dimensions {
            let inner = format!("{row}[0]");
            let first = range.first.map(|first| self.value_text(first)).transpose()?;
            if let Some(first) = &first {
                lower.push(format!("(size_t)({first}) * (sizeof ({inner}) / sizeof ({one}))"));
            }
            count.push(match range.length {
                Length::One => "1".to_owned(),
                Length::Given(length) => format!("(size_t)({})", self.value_text(length)?),
                Length::Rest => {
                    let first = first.unwrap_or_else(|| "0".to_owned());
                    format!("(sizeof ({row}) / sizeof ({inner}) - (size_t)({first}))")
                }
            });
            row = inner;
        }
        count.push(format!("(sizeof ({row}) / sizeof ({one}))"));
        let lower = if lower.is_empty() { "0".to_owned() } else { lower.join(" + ") };
        Ok(Elements { lower, count: count.join(" * ") })
    }
}

fn constant(length: Option<ArrayLength>) -> Option<i128> {
    match length {
        Some(ArrayLength::Constant(all)) => Some(i128::from(all)),
        _ => None,
    }
}

fn range(step: &PlaceStep) -> Option<Range> {
    match step {
        PlaceStep::Index(index) => Some(Range { first: Some(*index), length: Length::One }),
        PlaceStep::Range { start, extent, stride: None } => {
            let first = match start {
                Bound::Default => None,
                Bound::At(value) => Some(*value),
            };
            let length = match extent {
                Extent::Length(length) => Length::Given(*length),
                Extent::All => Length::Rest,
                Extent::Upto(_) => return None,
            };
            Some(Range { first, length })
        }
        _ => None,
    }
}

/// Returns the innermost element type of a variable, or of its pointee if the list item is a part of the pointee.
pub(crate) fn element_of(ty: &QualType, is_part: bool) -> &QualType {
    match &*ty.ty {
        Type::Pointer(target) if is_part => element(target),
        _ => element(ty),
    }
}
