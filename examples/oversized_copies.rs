//! Finds data clauses that copy more than the construct uses: `cargo run --example oversized_copies -- file.c`.

use clacc::Session;
use clacc::acc::{Construct, DataAttribute, DataMapping, Reason, Subscript};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::{BinaryOp, ExprView, ExternalDeclaration};

/// What is wrong with an attribute, if something is.
fn fault(construct: Construct<'_>, attribute: DataAttribute<'_>) -> Option<String> {
    let item = attribute.mapping_reason()?.item()?;
    let accesses = construct.accesses();
    let Some(used) = accesses.of(attribute.variable()) else { return Some("is not used".to_owned()) };
    let is_known = accesses.other_writes().next().is_none() && !used.is_address_taken();
    let are_elements = used.accesses().all(|access| access.subscripts().next().is_some());
    if is_known && are_elements && attribute.mapping() == Some(DataMapping::Copy) && !used.is_written() {
        return Some("is only read, so that copyin is enough".to_owned());
    }
    let ExprView::Section(section) = item.view() else { return None };
    let Some(length) = section.length else { return Some("is copied to its end".to_owned()) };
    let is_known = is_known && section.lower.is_none_or(|lower| lower.constant() == Some(0));
    let reached = used.accesses().map(|access| reached(construct, access.subscripts().next()?));
    let most = reached.collect::<Option<Vec<i128>>>()?.into_iter().max()?;
    let count = length.constant().filter(|count| is_known && most < *count)?;
    Some(format!("is copied with {count} elements, of which {most} are used"))
}

/// The number of elements that a subscript reaches, if it is the variable of a loop that counts up to a constant.
fn reached(construct: Construct<'_>, subscript: Subscript<'_>) -> Option<i128> {
    let Subscript::Index(index) = subscript else { return None };
    let mut around = index.node().ancestors().filter_map(|node| Some(node.stmt()?.as_for()?.counting()));
    let counting = around.find(|each| each.variable() == index.symbol())?;
    let is_inside = construct.body()?.node().contains(counting.statement()?.node());
    let bound = counting.bound().filter(|bound| is_inside && bound.comparison == BinaryOp::Lt)?;
    bound.value.constant().filter(|_| counting.step().is_some_and(|step| step > 0))
}

/// One line for each finding.
pub(crate) fn run(path: &str, text: &str) -> Result<String, clacc::Error> {
    let mut session = Session::new(MemoryFiles::new().with(path, text));
    let unit = session.add_unit(path, &CompileOptions::default())?;
    let mut lines = Vec::new();
    for construct in session.directed_declarations(unit).iter().flat_map(ExternalDeclaration::constructs) {
        for attribute in construct.attributes() {
            let clause = attribute.mapping_reason().and_then(Reason::clause);
            let at = clause.and_then(|clause| session.provenance(clause.node()));
            if let Some((at, fault)) = at.zip(fault(construct, attribute)) {
                lines.push(format!("{at}: {} {fault}\n", attribute.text()));
            }
        }
    }
    Ok(lines.concat())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let found = run(&path, &std::fs::read_to_string(&path)?)?;
    Ok(std::io::Write::write_all(&mut std::io::stdout(), found.as_bytes())?)
}
