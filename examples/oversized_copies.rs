//! Finds data clauses that copy more than the construct uses: `cargo run --example oversized_copies -- file.c`.

use clacc::Session;
use clacc::acc::{Construct, DataAttribute, DataMapping, Reason};
use clacc::files::MemoryFiles;
use clacc::options::CompileOptions;
use clacc::syntax::{ExprView, ExternalDeclaration};

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
    let items = construct.data_items();
    let named = items.iter().find(|each| each.expr() == Some(item))?.ranges().first()?.last;
    if matches!(item.view(), ExprView::Section(section) if section.length.is_none()) {
        return Some("is copied to its end".to_owned());
    }
    let reached = used.accesses().map(|access| named?.distance(access.ranges().first()?.last?));
    let least = reached.collect::<Option<Vec<i128>>>()?.into_iter().min()?;
    (is_known && least > 0)
        .then(|| format!("is copied with {least} elements behind the last one that is used"))
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
