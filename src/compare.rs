//! The directives for which two mappings of a unit differ.

use crate::analysis::{Analysis, Unit};
use crate::diagnostics::Place;
use crate::omp::{LoopDirective, MappingChoice, Omp, OmpDirectiveNode, OmpNode};
use crate::syntax::{Directive, DirectiveKind, ExternalDeclaration};
use crate::translate::Fidelity;
use clacc_syntax::directive::{AccDirective, OmpClause};

/// A directive of OpenACC that two mappings treat differently.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::compare::{Difference, DirectiveResult};
/// use clacc::omp::MappingChoice;
/// use clacc::policy::Policy;
///
/// let program = "void f(int *x) {\n#pragma acc data copy(x[0:8])\n{}\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let choice = |dialect| MappingChoice::new(Policy::default(), dialect);
/// let all: Vec<Difference> =
///     session.compare(unit, &choice(clacc::dialect::PORTABLE), &choice(clacc::dialect::CLACC));
/// for Difference { place, directive, first, second, .. } in &all {
///     let lines = |result: &DirectiveResult| result.lines.as_ref().map_or("kept".to_owned(), |all| all.join(" "));
///     println!("{place}: {}: {} or {}", directive.text(), lines(first), lines(second));
/// }
/// # assert_eq!(all.len(), 1);
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Difference {
    /// The place of the directive.
    pub place: Place,
    /// The directive.
    pub directive: AccDirective,
    /// The result under the first mapping.
    pub first: DirectiveResult,
    /// The result under the second mapping.
    pub second: DirectiveResult,
    /// The first part in which the results differ.
    pub differs: DifferingPart,
}

/// The translation of a directive under one mapping.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct DirectiveResult {
    /// The OpenMP form, one directive or statement per item. None if the directive keeps its text; no item if OpenMP needs nothing.
    /// Expressions are printed from the tree.
    pub lines: Option<Vec<String>>,
    /// The lowest fidelity of the directive and its clauses.
    pub fidelity: Fidelity,
}

/// The part of a directive's result in which two mappings differ first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum DifferingPart {
    /// The directive is translated under one mapping, and keeps its text under the other.
    Outcome,
    /// An OpenMP directive differs, or only one mapping has it.
    Directive,
    /// A clause of this kind differs, or only one mapping has it.
    Clause(OmpClause),
    /// The code around the directives.
    Code,
    /// The fidelity. The text is the same.
    Verdict,
}

impl Analysis {
    /// Returns the directives of a unit that two mappings translate differently, in source order. Reasons and findings are not compared. It
    /// derives both forms of each function with directives, which are memoised until an edit changes the function, and compares as many
    /// texts as there are directives.
    ///
    /// ```
    /// use clacc::compare::DifferingPart;
    /// use clacc::directives::OmpClause;
    /// use clacc::files::MemoryFiles;
    /// use clacc::omp::MappingChoice;
    /// use clacc::options::CompileOptions;
    /// use clacc::policy::Policy;
    /// use clacc::{Session, dialect};
    ///
    /// let program = "void f(int *x) {\n#pragma acc data copy(x[0:8])\n{}\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let choice = |dialect| MappingChoice::new(Policy::default(), dialect);
    /// let differences = session.compare(unit, &choice(dialect::PORTABLE), &choice(dialect::CLACC));
    /// let line = "#pragma omp target data map(hold,tofrom: x[0:8])";
    /// assert_eq!(differences[0].second.lines.as_deref(), Some(&[line.to_owned()][..]));
    /// assert_eq!(differences[0].differs, DifferingPart::Clause(OmpClause::Map));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn compare(&self, unit: Unit, first: &MappingChoice, second: &MappingChoice) -> Vec<Difference> {
        let declarations = self.directed_declarations(unit);
        declarations.iter().flat_map(|declaration| self.differences(declaration, first, second)).collect()
    }

    fn differences(
        &self,
        declaration: &ExternalDeclaration,
        first: &MappingChoice,
        second: &MappingChoice,
    ) -> Vec<Difference> {
        let (Some(first), Some(second)) = (self.omp(declaration, first), self.omp(declaration, second))
        else {
            return Vec::new();
        };
        let of_directive = |directive: Directive<'_>| {
            let DirectiveKind::Acc(acc) = directive.kind() else { return None };
            let differs = differing(&first, &second, directive)?;
            Some(Difference {
                place: self.directive_place(directive)?,
                directive: acc,
                first: DirectiveResult::of(&first, directive),
                second: DirectiveResult::of(&second, directive),
                differs,
            })
        };
        declaration.directives().filter_map(of_directive).collect()
    }

    fn directive_place(&self, directive: Directive<'_>) -> Option<Place> {
        let declaration = directive.declaration();
        let (_, decl) = self.current(declaration)?;
        let range = declaration.tree().spans.directives.get(directive.id())?;
        Some(self.place(self.token_place(declaration.unit(), decl, range)))
    }
}

impl DirectiveResult {
    fn of(omp: &Omp, directive: Directive<'_>) -> DirectiveResult {
        let is_translated = omp.is_translated(directive);
        let of_nodes = omp.nodes(directive).map(OmpNode::fidelity).max();
        DirectiveResult {
            lines: is_translated.then(|| omp.text(directive)),
            fidelity: of_nodes.filter(|_| is_translated).unwrap_or(Fidelity::Unsupported),
        }
    }
}

/// Returns the first part in which the results for a directive differ. None if they are equal.
fn differing(first: &Omp, second: &Omp, directive: Directive<'_>) -> Option<DifferingPart> {
    let results = [first, second].map(|omp| DirectiveResult::of(omp, directive));
    let [one, other] = &results;
    if one.lines.is_some() != other.lines.is_some() {
        return Some(DifferingPart::Outcome);
    }
    if one.lines == other.lines {
        return (one.fidelity != other.fidelity).then_some(DifferingPart::Verdict);
    }
    let [one, other] = [first, second].map(|omp| directives(omp, directive));
    let found = one.iter().zip(&other).find_map(|(one, other)| between(*one, *other));
    let number = (one.len() != other.len()).then_some(DifferingPart::Directive);
    found.or(number).or(Some(DifferingPart::Code))
}

/// Returns all OpenMP directives that a directive becomes, in the order in which they are printed.
fn directives<'o>(omp: &'o Omp, directive: Directive<'_>) -> Vec<OmpDirectiveNode<'o>> {
    let of_node = |node: &'o OmpNode| {
        let of_unit = node.unit_forms().flat_map(|(_, form)| form.directives());
        let of_loops = node.loop_directives().map(LoopDirective::directive);
        of_unit.chain(node.directives()).chain(of_loops).collect::<Vec<_>>()
    };
    omp.nodes(directive).flat_map(of_node).collect()
}

fn between(one: OmpDirectiveNode<'_>, other: OmpDirectiveNode<'_>) -> Option<DifferingPart> {
    if one.kind() != other.kind() {
        return Some(DifferingPart::Directive);
    }
    let [clauses, others] = [one, other]
        .map(|node| node.clauses().map(|clause| (clause.kind(), clause.text())).collect::<Vec<_>>());
    let pairs = (0..clauses.len().max(others.len())).map(|at| (clauses.get(at), others.get(at)));
    let (clause, other) = pairs.into_iter().find(|(clause, other)| clause != other)?;
    clause.or(other).map(|(kind, _)| DifferingPart::Clause(*kind))
}
