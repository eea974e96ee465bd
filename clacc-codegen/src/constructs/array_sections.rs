//! Array sections as consecutive elements: where they begin, and how many there are (OpenMP 5.2 3.2.5).

use clacc_sema::c::types::{ArrayLength, QualType, Type};
use clacc_sema::program::place::{Bound, Extent, Place, Step as PlaceStep, Value};

use super::lowering::Lowering;
use crate::capture::types::element;
use crate::emit::Step;

/// A part of an array, or of what a pointer points to, that is one block of memory.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    dimensions: Vec<Range>,
}

/// The elements of one dimension.
#[derive(Clone, Copy, Debug)]
struct Range {
    first: Option<Value>,
    length: Length,
}

#[derive(Clone, Copy, Debug)]
enum Length {
    One,
    Given(Value),
    /// To the end of the dimension.
    Rest,
}

/// The first element of a section, counted from that of its array or pointer, and the number of elements.
pub(crate) struct Elements {
    pub(crate) lower: String,
    pub(crate) count: String,
}

impl Lowering<'_> {
    /// The section that a place is; none if it is none, or certainly not one block of memory.
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
            is_one &= self.is_one(range);
            row = inner;
        }
        (!dimensions.is_empty()).then_some(Section { dimensions })
    }

    /// Whether a range can be all of its dimension, as it has to be behind one with several elements.
    fn may_be_whole(&self, range: &Range, length: Option<ArrayLength>) -> bool {
        let is_zero = range.first.is_none_or(|first| self.view.number(first).is_none_or(|first| first == 0));
        let own = match range.length {
            Length::One => Some(1),
            Length::Given(value) => self.view.number(value),
            Length::Rest => None,
        };
        let all = match length {
            Some(ArrayLength::Constant(all)) => Some(i128::from(all)),
            _ => None,
        };
        is_zero && own.zip(all).is_none_or(|(own, all)| own == all)
    }

    fn is_one(&self, range: &Range) -> bool {
        match range.length {
            Length::One => true,
            Length::Given(value) => self.view.number(value) == Some(1),
            Length::Rest => false,
        }
    }

    /// The elements of a section of a variable that is called `here`.
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

/// The innermost element of what a variable is, or of what it points to if only a part of that is meant.
pub(crate) fn element_of(ty: &QualType, is_part: bool) -> &QualType {
    match &*ty.ty {
        Type::Pointer(target) if is_part => element(target),
        _ => element(ty),
    }
}
