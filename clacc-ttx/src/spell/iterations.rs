//! Conditions on trip counts of loops.
//!
//! Trip counts are multiplied and subtracted as `double`: a product of integers could overflow, and the difference of unsigned ones could
//! wrap around.

use clacc_sema::omp::form::{IterationCount, Routine};
use clacc_sema::program::arithmetic::LoopSpan;
use clacc_sema::program::place::Value;

use super::Speller;

impl Speller<'_, '_> {
    /// Returns the condition that one of the trip counts is large or, with `or_on_device`, that a device executes it. Without trip counts,
    /// it is false.
    pub fn many(&mut self, counts: &[IterationCount], or_on_device: bool) -> String {
        let mut conditions: Vec<String> = counts.iter().map(|count| self.count(count)).collect();
        if or_on_device {
            conditions.push(format!("!{}()", Routine::IsInitialDevice.text()));
        }
        if conditions.is_empty() { "0".to_owned() } else { conditions.join(" || ") }
    }

    fn count(&mut self, count: &IterationCount) -> String {
        let number = match &*count.loops {
            [LoopSpan { from: None, to }] => self.term(*to),
            [only] => self.difference(*only),
            several => {
                let mut factors: Vec<String> = several.iter().map(|each| self.factor(*each)).collect();
                if several.first().is_some_and(|first| first.from.is_none()) {
                    factors.insert(0, "1.0".to_owned());
                }
                factors.join(" * ")
            }
        };
        format!("{number} > {}", count.more_than)
    }

    fn factor(&mut self, distance: LoopSpan) -> String {
        match distance.from {
            None => self.term(distance.to),
            Some(_) => format!("({})", self.difference(distance)),
        }
    }

    fn difference(&mut self, distance: LoopSpan) -> String {
        let to = format!("1.0 * {}", self.term(distance.to));
        match distance.from {
            None => to,
            Some(Value::Constant(from)) if from.get() < 0 => format!("{to} + {}", from.get().unsigned_abs()),
            Some(from) => format!("{to} - {}", self.term(from)),
        }
    }
}
