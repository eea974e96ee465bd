//! Integer values as polynomials of symbols, with integer coefficients.

use crate::program::place::{At, EntityId};

/// The maximum number of terms of a polynomial. Values with more of them are unknown.
const MOST_TERMS: usize = 24;
/// The maximum number of symbols of a product.
const MOST_FACTORS: usize = 5;

/// One of the two iterations that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Turn {
    First,
    Second,
}

/// A symbol for a value that is not a known constant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// The value of a variable that the loop does not change.
    Fixed(EntityId),
    /// The value of an expression that is the same in all iterations.
    Same(At),
    /// The count of a loop in one of the iterations.
    Count(At, Turn),
    /// The value at a node in one of the iterations.
    Unknown(At, Turn),
    /// The value of a parameter of a function whose effects are described.
    Parameter(u32),
    /// A value in a called function, by its index among those of the accesses, in a call in one of the iterations.
    Inside(At, u32, Turn),
}

impl Atom {
    /// Whether it is the same in all iterations.
    pub(super) fn is_fixed(self) -> bool {
        matches!(self, Atom::Fixed(_) | Atom::Same(_))
    }

    fn second(self) -> Atom {
        match self {
            Atom::Count(at, _) => Atom::Count(at, Turn::Second),
            Atom::Unknown(at, _) => Atom::Unknown(at, Turn::Second),
            Atom::Inside(call, number, _) => Atom::Inside(call, number, Turn::Second),
            fixed => fixed,
        }
    }
}

/// A product of symbols in order; none for a constant.
pub(crate) type Monomial = Vec<Atom>;

/// A sum of products, in the order of the products.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Polynomial(Vec<(Monomial, i128)>);

impl Polynomial {
    pub(crate) fn constant(value: i128) -> Polynomial {
        Polynomial(if value == 0 { Vec::new() } else { vec![(Vec::new(), value)] })
    }

    pub(crate) fn symbol(symbol: Atom) -> Polynomial {
        Polynomial(vec![(vec![symbol], 1)])
    }

    /// Its terms.
    pub(crate) fn terms(&self) -> &[(Monomial, i128)] {
        &self.0
    }

    pub(crate) fn as_constant(&self) -> Option<i128> {
        match &self.0[..] {
            [] => Some(0),
            [(product, value)] if product.is_empty() => Some(*value),
            _ => None,
        }
    }

    /// The symbols in it.
    pub(crate) fn symbols(&self) -> impl Iterator<Item = Atom> {
        self.0.iter().flat_map(|(product, _)| product.iter().copied())
    }

    /// Whether it has the same value in all iterations.
    pub(super) fn is_fixed(&self) -> bool {
        self.symbols().all(Atom::is_fixed)
    }

    fn of(mut terms: Vec<(Monomial, i128)>) -> Option<Polynomial> {
        terms.sort_by(|one, other| one.0.cmp(&other.0));
        let mut merged: Vec<(Monomial, i128)> = Vec::with_capacity(terms.len());
        for (product, factor) in terms {
            match merged.last_mut().filter(|last| last.0 == product) {
                Some(last) => last.1 = last.1.checked_add(factor)?,
                None => merged.push((product, factor)),
            }
        }
        merged.retain(|(_, factor)| *factor != 0);
        (merged.len() <= MOST_TERMS).then_some(Polynomial(merged))
    }

    pub(crate) fn plus(&self, other: &Polynomial) -> Option<Polynomial> {
        Polynomial::of(self.0.iter().chain(&other.0).cloned().collect())
    }

    pub(crate) fn minus(&self, other: &Polynomial) -> Option<Polynomial> {
        self.plus(&other.scaled(-1)?)
    }

    pub(crate) fn scaled(&self, by: i128) -> Option<Polynomial> {
        let scaled = self.0.iter().map(|(product, factor)| Some((product.clone(), factor.checked_mul(by)?)));
        Polynomial::of(scaled.collect::<Option<_>>()?)
    }

    pub(crate) fn times(&self, other: &Polynomial) -> Option<Polynomial> {
        let mut terms = Vec::new();
        for (left, by) in &self.0 {
            for (right, factor) in &other.0 {
                let mut product: Monomial = left.iter().chain(right).copied().collect();
                product.sort_unstable();
                if product.len() > MOST_FACTORS || terms.len() > MOST_TERMS * MOST_TERMS {
                    return None;
                }
                terms.push((product, by.checked_mul(*factor)?));
            }
        }
        Polynomial::of(terms)
    }

    /// The polynomial with all symbols replaced.
    pub(super) fn replaced(&self, by: &dyn Fn(Atom) -> Polynomial) -> Option<Polynomial> {
        let mut sum = Polynomial::default();
        for (product, factor) in &self.0 {
            let mut term = Polynomial::constant(*factor);
            for symbol in product {
                term = term.times(&by(*symbol))?;
            }
            sum = sum.plus(&term)?;
        }
        Some(sum)
    }

    /// The polynomial for the second iteration.
    pub(super) fn second(&self) -> Polynomial {
        let second = |product: &Monomial| {
            let mut product: Monomial = product.iter().map(|symbol| symbol.second()).collect();
            product.sort_unstable();
            product
        };
        let mut terms: Vec<_> = self.0.iter().map(|(product, factor)| (second(product), *factor)).collect();
        terms.sort_by(|one, other| one.0.cmp(&other.0));
        Polynomial(terms)
    }

    /// The quotient and the rest of a division by a symbol: the terms that contain it, and the others.
    pub(crate) fn divided_by(&self, symbol: Atom) -> (Polynomial, Polynomial) {
        let (with, without): (Vec<_>, Vec<_>) =
            self.0.iter().cloned().partition(|(product, _)| product.contains(&symbol));
        let without_one = |(mut product, factor): (Monomial, i128)| {
            if let Some(position) = product.iter().position(|each| *each == symbol) {
                product.remove(position);
            }
            (product, factor)
        };
        let quotient = Polynomial::of(with.into_iter().map(without_one).collect());
        (quotient.unwrap_or_default(), Polynomial(without))
    }

    /// The polynomial with a symbol replaced by the sum of the symbol and a number.
    pub(super) fn shifted(&self, symbol: Atom, by: i128) -> Option<Polynomial> {
        let shifted = Polynomial::symbol(symbol).plus(&Polynomial::constant(by))?;
        let mut rest = self.clone();
        let mut power = Polynomial::constant(1);
        let mut found = Polynomial::default();
        for _ in 0..=MOST_FACTORS {
            let (quotient, without) = rest.divided_by(symbol);
            found = found.plus(&without.times(&power)?)?;
            power = power.times(&shifted)?;
            rest = quotient;
            if rest.terms().is_empty() {
                return Some(found);
            }
        }
        None
    }
}
