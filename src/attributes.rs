//! The data attributes of constructs, each with its reason.

use clacc_sema::acc::explain;
#[doc(inline)]
pub use clacc_sema::acc::facts::How;
use clacc_sema::acc::facts::{Construct, Half};
use clacc_sema::db::functions;
use clacc_sema::program::View;

use crate::diagnostics::Place;
use crate::session::{Session, Unit};

/// The attributes of one construct. A combined directive is two of them, at the same place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ConstructAttributes {
    /// Where the directive stands.
    pub place: Place,
    /// What it is: `acc data`, or `acc parallel (of parallel loop)`.
    pub name: String,
    /// One row a variable, in the order in which attributes are determined.
    pub rows: Vec<AttributeRow>,
}

/// The attributes of one variable on one construct.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AttributeRow {
    /// The variable, or the member: `s.a`.
    pub variable: String,
    /// How it is mapped between host and device, where that is the construct's business.
    pub mapping: Option<AttributeCell>,
    /// How it is shared among gangs, workers and vector lanes, where that is the construct's business.
    pub sharing: Option<AttributeCell>,
}

/// One attribute with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct AttributeCell {
    /// The attribute: `copy`, `reduction(+)`.
    pub attribute: String,
    /// Written in a clause, predetermined by the specification, or implicit.
    pub how: How,
    /// Why, as one sentence.
    pub reason: String,
    /// The section of the specification that says so.
    pub section: &'static str,
}

impl Session {
    /// The data attributes of every construct of a unit, in source order: how each variable is mapped and shared, and why.
    ///
    /// Constructs that an error was reported for have the attributes that could be determined. Functions without
    /// directives are not looked at.
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
            let (model, program) = (functions::model(&self.db, decl), functions::program(&self.db, decl));
            let view = View::of_c(&program, &model);
            let analysis = functions::acc_facts(&self.db, decl);
            for (_, construct) in analysis.facts.constructs.iter() {
                let range = view.directive_span(construct.directive);
                let combined = view.directive_text(construct.directive);
                found.push(ConstructAttributes {
                    place: self.place(self.token_place(unit, decl, range)),
                    name: name(construct, combined),
                    rows: rows(explain::rows(view, construct)),
                });
            }
        }
        found
    }
}

fn name(construct: &Construct, combined: &str) -> String {
    match construct.half {
        Half::Whole => format!("acc {}", construct.kind.text()),
        Half::Outer | Half::Inner => format!("acc {} (of {combined})", construct.kind.text()),
    }
}

/// Joins the rows of one variable.
fn rows(found: impl Iterator<Item = explain::Row>) -> Vec<AttributeRow> {
    let mut rows: Vec<AttributeRow> = Vec::new();
    for row in found {
        let cell = AttributeCell {
            attribute: row.attribute,
            how: row.how,
            reason: row.rule.to_owned(),
            section: row.section,
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
