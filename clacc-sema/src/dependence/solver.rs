//! Tests whether a system of linear equations and inequalities has an integer solution.
//!
//! Equations are eliminated, with the greatest common divisor of each as a test; then Fourier-Motzkin elimination removes the variables of
//! the inequalities, which are tightened to integers. A system without rational solutions has no integer solutions. The answer that there
//! may be a solution is always safe: it is given for too many inequalities, or numbers that are too large.

use rustc_hash::FxHashMap;

use super::polynomial::{Monomial, Polynomial};

/// The maximum number of inequalities.
const MOST: usize = 256;

/// A system of linear forms. Each product of symbols is a variable.
#[derive(Clone, Default, Debug)]
pub(super) struct System {
    variables: FxHashMap<Monomial, usize>,
    equations: Vec<LinearForm>,
    /// The forms that are at least 0.
    inequalities: Vec<LinearForm>,
}

/// A linear form: the factor of each variable, and a constant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct LinearForm {
    factors: Vec<i128>,
    constant: i128,
}

/// The result of normalising a row.
enum Reduced {
    Row(LinearForm),
    /// The row always holds.
    True,
    /// The row never holds.
    False,
}

impl System {
    /// Adds that a value is 0.
    pub(super) fn equate(&mut self, value: &Polynomial) {
        let row = self.row(value);
        self.equations.push(row);
    }

    /// Adds that a value is at least 0.
    pub(super) fn at_least_zero(&mut self, value: &Polynomial) {
        let row = self.row(value);
        self.inequalities.push(row);
    }

    fn row(&mut self, value: &Polynomial) -> LinearForm {
        let mut row = LinearForm::default();
        for (product, factor) in value.terms() {
            if product.is_empty() {
                row.constant = *factor;
                continue;
            }
            let next = self.variables.len();
            let position = *self.variables.entry(product.clone()).or_insert(next);
            row.set(position, *factor);
        }
        row
    }

    /// Returns whether the system certainly has no solution.
    pub(super) fn has_no_solution(self) -> bool {
        self.contradicts().unwrap_or(false)
    }

    /// Returns whether the system has no solution. None if the search was given up.
    fn contradicts(mut self) -> Option<bool> {
        let width = self.variables.len();
        for row in self.equations.iter_mut().chain(&mut self.inequalities) {
            row.factors.resize(width, 0);
        }
        while let Some(equation) = self.equations.pop() {
            match equation.reduced_equation()? {
                Reduced::True => {}
                Reduced::False => return Some(true),
                Reduced::Row(equation) => self.eliminate(&equation)?,
            }
        }
        let mut rows = Vec::new();
        for row in std::mem::take(&mut self.inequalities) {
            if !push_tightest(&mut rows, row)? {
                return Some(true);
            }
        }
        while let Some(variable) = cheapest(&rows, width) {
            let (with, mut kept): (Vec<LinearForm>, Vec<LinearForm>) =
                rows.into_iter().partition(|row| row.factors[variable] != 0);
            let (lower, upper): (Vec<LinearForm>, Vec<LinearForm>) =
                with.into_iter().partition(|row| row.factors[variable] > 0);
            for (low, high) in lower.iter().flat_map(|low| upper.iter().map(move |high| (low, high))) {
                let sum = low.combined(-high.factors[variable], high, low.factors[variable])?;
                if !push_tightest(&mut kept, sum)? {
                    return Some(true);
                }
                if kept.len() > MOST {
                    return None;
                }
            }
            rows = kept;
        }
        Some(false)
    }

    /// Eliminates a variable from all rows by an equation.
    fn eliminate(&mut self, equation: &LinearForm) -> Option<()> {
        let wanted = |(_, factor): &(usize, &i128)| **factor != 0;
        let (variable, factor) = equation
            .factors
            .iter()
            .enumerate()
            .filter(wanted)
            .min_by_key(|(_, factor)| factor.unsigned_abs())?;
        let sign = factor.signum();
        for row in self.equations.iter_mut().chain(&mut self.inequalities) {
            let own = row.factors[variable];
            if own != 0 {
                *row = row.combined(factor.checked_abs()?, equation, own.checked_mul(-sign)?)?;
            }
        }
        Some(())
    }
}

impl LinearForm {
    fn set(&mut self, position: usize, factor: i128) {
        if self.factors.len() <= position {
            self.factors.resize(position + 1, 0);
        }
        self.factors[position] = factor;
    }

    /// `self * by + other * other_by`.
    fn combined(&self, by: i128, other: &LinearForm, other_by: i128) -> Option<LinearForm> {
        let combine =
            |left: i128, right: i128| left.checked_mul(by)?.checked_add(right.checked_mul(other_by)?);
        let factors = self.factors.iter().zip(&other.factors).map(|(left, right)| combine(*left, *right));
        Some(LinearForm {
            factors: factors.collect::<Option<_>>()?,
            constant: combine(self.constant, other.constant)?,
        })
    }

    fn divisor(&self) -> u128 {
        self.factors.iter().fold(0, |divisor, factor| gcd(divisor, factor.unsigned_abs()))
    }

    /// An equation, divided by the greatest common divisor of its factors. The constant must be divisible by it.
    fn reduced_equation(mut self) -> Option<Reduced> {
        let divisor = i128::try_from(self.divisor()).ok()?;
        if divisor == 0 {
            return Some(if self.constant == 0 { Reduced::True } else { Reduced::False });
        }
        if self.constant % divisor != 0 {
            return Some(Reduced::False);
        }
        self.factors.iter_mut().for_each(|factor| *factor /= divisor);
        self.constant /= divisor;
        Some(Reduced::Row(self))
    }

    /// An inequality, divided by the greatest common divisor of its factors, with the constant rounded down.
    fn tightened(mut self) -> Option<Reduced> {
        let divisor = i128::try_from(self.divisor()).ok()?;
        if divisor == 0 {
            return Some(if self.constant >= 0 { Reduced::True } else { Reduced::False });
        }
        self.factors.iter_mut().for_each(|factor| *factor /= divisor);
        self.constant = self.constant.div_euclid(divisor);
        Some(Reduced::Row(self))
    }
}

/// Adds an inequality. Of two with the same factors the stronger one is kept. Returns false if the inequality never holds.
fn push_tightest(rows: &mut Vec<LinearForm>, row: LinearForm) -> Option<bool> {
    match row.tightened()? {
        Reduced::True => {}
        Reduced::False => return Some(false),
        Reduced::Row(row) => match rows.iter_mut().find(|other| other.factors == row.factors) {
            Some(other) => other.constant = other.constant.min(row.constant),
            None => rows.push(row),
        },
    }
    Some(true)
}

/// The variable whose elimination adds the fewest inequalities; none if there is no variable left.
fn cheapest(rows: &[LinearForm], width: usize) -> Option<usize> {
    let cost = |variable: usize| {
        let lower = rows.iter().filter(|row| row.factors[variable] > 0).count();
        let upper = rows.iter().filter(|row| row.factors[variable] < 0).count();
        (lower + upper > 0).then_some((lower * upper, variable))
    };
    (0..width).filter_map(cost).min().map(|(_, variable)| variable)
}

fn gcd(mut one: u128, mut other: u128) -> u128 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependence::polynomial::Atom;
    use crate::program::place::EntityId;

    /// The values that each variable may have in the systems below.
    const VALUES: std::ops::Range<i128> = -2..3;

    /// Numbers that look random.
    struct Draws(u64);

    impl Draws {
        fn next(&mut self, below: u64) -> i128 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i128::from((self.0 >> 33) % below)
        }

        fn form(&mut self) -> [i128; 4] {
            [self.next(7) - 3, self.next(7) - 3, self.next(7) - 3, self.next(13) - 6]
        }
    }

    fn polynomial(form: [i128; 4]) -> Polynomial {
        let variable = |position: usize| Polynomial::symbol(Atom::Fixed(EntityId::new(position as u32)));
        (0..3).fold(Polynomial::constant(form[3]), |sum, position| {
            let term = variable(position).scaled(form[position]).expect("a small number");
            sum.plus(&term).expect("few terms")
        })
    }

    fn value(form: &[i128; 4], at: [i128; 3]) -> i128 {
        form[0] * at[0] + form[1] * at[1] + form[2] * at[2] + form[3]
    }

    #[test]
    fn a_system_without_a_solution_has_none_among_small_numbers() {
        let mut draws = Draws(1);
        let (mut without, mut found) = (0, 0);
        for _ in 0..4_000 {
            let equations: Vec<_> = (0..draws.next(3)).map(|_| draws.form()).collect();
            let inequalities: Vec<_> = (0..draws.next(4)).map(|_| draws.form()).collect();
            let mut system = System::default();
            equations.iter().for_each(|form| system.equate(&polynomial(*form)));
            inequalities.iter().for_each(|form| system.at_least_zero(&polynomial(*form)));
            for position in 0..3 {
                let mut low = [0, 0, 0, -VALUES.start];
                let mut high = [0, 0, 0, VALUES.end - 1];
                (low[position], high[position]) = (1, -1);
                system.at_least_zero(&polynomial(low));
                system.at_least_zero(&polynomial(high));
            }
            let fits = |at: [i128; 3]| {
                equations.iter().all(|form| value(form, at) == 0)
                    && inequalities.iter().all(|form| value(form, at) >= 0)
            };
            let points = VALUES.flat_map(|x| VALUES.flat_map(move |y| VALUES.map(move |z| [x, y, z])));
            let has_solution = points.into_iter().any(fits);
            let is_refuted = system.has_no_solution();
            assert!(!(has_solution && is_refuted), "{equations:?} {inequalities:?}");
            without += usize::from(!has_solution);
            found += usize::from(is_refuted);
        }
        assert!(found * 10 > without * 9, "{found} of {without}");
    }
}
