//! The data attributes of constructs, each with the reason for it.

use std::borrow::Cow;

use clacc_sema::acc::attribute_rows;
#[doc(inline)]
pub use clacc_sema::acc::facts::How;
use clacc_sema::acc::facts::{AccFacts, Construct, Half};
use clacc_sema::db::{functions, models};
use clacc_sema::omp::data_environment::OmpFacts;
use clacc_sema::omp::data_environment::variable_rows::{self, VariableRow};
use clacc_sema::program::View;
use clacc_syntax::token::TokenRange;

use crate::analysis::Analysis;
use crate::analysis::Unit;
use crate::diagnostics::Place;

/// The data attributes of one construct. A combined directive yields one of these for each of its constructs, all at the same place.
///
/// ```
/// # use clacc::Session;
/// # use clacc::files::MemoryFiles;
/// # use clacc::options::CompileOptions;
/// use clacc::attributes::{AttributeCell, AttributeRow, ConstructAttributes};
///
/// let program = "void f(int n, int *x, int s) {\n#pragma acc parallel loop copy(x[0:n]) reduction(+:s)\nfor (int i = 0; i < n; ++i) s += x[i];\n}\n";
/// # let mut session = Session::new(MemoryFiles::new().with("f.c", program));
/// # let unit = session.add_unit("f.c", &CompileOptions::default())?;
/// let constructs: Vec<ConstructAttributes> = session.attributes(unit);
/// let row: &AttributeRow = constructs[0].rows.iter().find(|row| row.variable == "n").expect("it is used");
/// let cell: &AttributeCell = row.sharing.as_ref().expect("it is shared somehow");
/// println!("{}: {} because {} ({})", row.variable, cell.attribute, cell.reason, cell.section);
/// # assert_eq!(cell.attribute, "firstprivate");
/// # Ok::<(), clacc::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ConstructAttributes {
    /// The place of the directive.
    pub place: Place,
    /// The display name of the construct: `acc data`, `acc parallel (of parallel loop)`, or `omp for (of parallel for)`.
    pub name: String,
    /// The construct: `data`, or `parallel`.
    pub construct: String,
    /// The directive as spelled in the source: `data`, or `parallel loop`.
    pub directive: String,
    /// The index of the enclosing construct in the list, if there is one. The second construct of a combined directive is inside the first
    /// one.
    pub inside: Option<usize>,
    /// One row for each variable, in the order in which the attributes are determined.
    pub rows: Vec<AttributeRow>,
}

/// The attributes of one variable on one construct.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct AttributeRow {
    /// The variable, or the member: `s.a`.
    pub variable: String,
    /// How the variable is mapped between host and device. None if the construct does not map it.
    pub mapping: Option<AttributeCell>,
    /// How the variable is shared among gangs, workers and vector lanes. None if the construct does not
    /// determine that.
    pub sharing: Option<AttributeCell>,
}

/// One attribute with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct AttributeCell {
    /// The attribute: `copy`, `reduction(+)`.
    pub attribute: String,
    /// The way in which the attribute is determined: explicit in a clause, predetermined by the specification, or implicit.
    pub how: How,
    /// The reason for the attribute, as one sentence.
    pub reason: String,
    /// The section of the specification that requires the attribute.
    pub section: Cow<'static, str>,
}

impl Analysis {
    /// Returns the data attributes of every construct of a unit, in source order: how each variable is mapped
    /// and shared, and why.
    ///
    /// OpenMP constructs that have a data environment are included: a combined directive yields one for each of its constituents. The
    /// attribute `enclosing` means that the construct refers to the variable of the enclosing context.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::files::MemoryFiles;
    /// use clacc::options::CompileOptions;
    ///
    /// let program = "void f(int n, int *x) {\n#pragma omp parallel for\nfor (int i = 0; i < n; ++i) x[i] = n;\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let constructs = session.attributes(unit);
    /// assert_eq!(constructs[0].name, "omp parallel (of parallel for)");
    /// let n = constructs[0].rows.iter().find(|row| row.variable == "n").expect("n is used");
    /// assert_eq!(n.sharing.as_ref().map(|cell| cell.attribute.as_str()), Some("shared"));
    /// let i = constructs[1].rows.iter().find(|row| row.variable == "i").expect("i counts");
    /// assert_eq!(i.sharing.as_ref().map(|cell| cell.how.text()), Some("predetermined"));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    ///
    /// A construct for which an error was reported has the attributes that could still be determined. Functions without directives are
    /// skipped. It costs as much as [`Analysis::check`], and the texts that it returns.
    ///
    /// ```
    /// use clacc::Session;
    /// use clacc::files::MemoryFiles;
    /// use clacc::options::CompileOptions;
    ///
    /// let program = "void f(int n, int *x) {\n#pragma acc parallel copy(x[0:n])\n  x[0] = n;\n}\n";
    /// let mut session = Session::new(MemoryFiles::new().with("f.c", program));
    /// let unit = session.add_unit("f.c", &CompileOptions::default())?;
    /// let constructs = session.attributes(unit);
    /// let n = constructs[0].rows.iter().find(|row| row.variable == "n").expect("n is used");
    /// let sharing = n.sharing.as_ref().expect("n has a copy in each gang");
    /// assert_eq!((sharing.attribute.as_str(), sharing.how.text()), ("firstprivate", "implicit"));
    /// # Ok::<(), clacc::Error>(())
    /// ```
    #[must_use]
    pub fn attributes(&self, unit: Unit) -> Vec<ConstructAttributes> {
        let mut found = Vec::new();
        for decl in self.directed(unit) {
            let (model, program) = (models::model(&self.db, decl), models::program(&self.db, decl));
            let view = View::of_c(&program, &model);
            let place = |range| self.place(self.token_place(unit, decl, range));
            let acc = of_acc(view, &functions::acc_facts(&self.db, decl).facts, &place);
            let omp = of_omp(view, &functions::omp_facts(&self.db, decl).facts, &place);
            add_in_order(&mut found, acc, omp);
        }
        found
    }
}

/// A construct with the first token of its directive. Its `inside` is an index among the constructs of the same language (OpenACC or
/// OpenMP).
type PlacedConstruct = (u32, ConstructAttributes);

fn of_acc(view: View<'_>, facts: &AccFacts, place: &dyn Fn(TokenRange) -> Place) -> Vec<PlacedConstruct> {
    let constructs = facts.constructs.iter().map(|(_, construct)| {
        let range = view.directive_span(construct.directive);
        let combined = view.directive_text(construct.directive);
        let attributes = ConstructAttributes {
            place: place(range),
            name: name(construct, combined),
            construct: construct.written.text().to_owned(),
            directive: combined.to_owned(),
            inside: construct.parent.map(|parent| parent.into_raw().into_u32() as usize),
            rows: rows(attribute_rows::rows(view, construct)),
        };
        (range.start, attributes)
    });
    constructs.collect()
}

fn of_omp(view: View<'_>, facts: &OmpFacts, place: &dyn Fn(TokenRange) -> Place) -> Vec<PlacedConstruct> {
    let constructs = facts.constructs.iter().map(|(_, construct)| {
        let range = view.directive_span(construct.directive);
        let (own, combined) = (construct.kind.text(), construct.written.text());
        let of = if own == combined { String::new() } else { format!(" (of {combined})") };
        let attributes = ConstructAttributes {
            place: place(range),
            name: format!("omp {own}{of}"),
            construct: own.to_owned(),
            directive: combined.to_owned(),
            inside: construct.parent.map(|parent| parent.into_raw().into_u32() as usize),
            rows: rows(variable_rows::rows(view, construct).map(|row| row_of_omp(view, row))),
        };
        (range.start, attributes)
    });
    constructs.collect()
}

fn row_of_omp(view: View<'_>, row: VariableRow) -> attribute_rows::AttributeRow {
    attribute_rows::AttributeRow {
        variable: view.text(view.name(row.variable)).to_owned(),
        attribute: row.attribute,
        is_mapping: row.is_mapping,
        how: row.how,
        rule: row.rule,
        section: row.section,
        clause: None,
        from: None,
    }
}

/// Appends the constructs of a declaration in the order of their directives.
fn add_in_order(found: &mut Vec<ConstructAttributes>, acc: Vec<PlacedConstruct>, omp: Vec<PlacedConstruct>) {
    let before = found.len();
    let number = |is_omp: bool, list: &[PlacedConstruct]| -> Vec<(u32, bool, usize)> {
        list.iter().enumerate().map(|(index, (start, _))| (*start, is_omp, index)).collect()
    };
    let mut order = [number(false, &acc), number(true, &omp)].concat();
    order.sort_by_key(|(start, ..)| *start);
    let mut numbers = [vec![0; acc.len()], vec![0; omp.len()]];
    for (position, (_, is_omp, index)) in order.iter().enumerate() {
        numbers[usize::from(*is_omp)][*index] = before + position;
    }
    let mut lists = [acc.into_iter(), omp.into_iter()];
    for (_, is_omp, _) in order {
        let list = usize::from(is_omp);
        found.extend(lists[list].next().map(|(_, construct)| ConstructAttributes {
            inside: construct.inside.map(|parent| numbers[list][parent]),
            ..construct
        }));
    }
}

fn name(construct: &Construct, combined: &str) -> String {
    match construct.half {
        Half::Whole => format!("acc {}", construct.written.text()),
        Half::Outer | Half::Inner => format!("acc {} (of {combined})", construct.written.text()),
    }
}

/// Joins the mapping row and the sharing row of each variable into one row.
fn rows(found: impl Iterator<Item = attribute_rows::AttributeRow>) -> Vec<AttributeRow> {
    let mut rows: Vec<AttributeRow> = Vec::new();
    for row in found {
        let cell = AttributeCell {
            attribute: row.attribute,
            how: row.how,
            reason: row.rule.to_owned(),
            section: row.section.into(),
        };
        let fits = |last: &&mut AttributeRow| {
            last.variable == row.variable && !row.is_mapping && last.sharing.is_none()
        };
        match rows.last_mut().filter(fits) {
            Some(last) => last.sharing = Some(cell),
            None if row.is_mapping => {
                rows.push(AttributeRow { variable: row.variable, mapping: Some(cell), sharing: None });
            }
            None => rows.push(AttributeRow { variable: row.variable, mapping: None, sharing: Some(cell) }),
        }
    }
    rows
}
