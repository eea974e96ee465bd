//! Finds the known name that a misspelled name probably stands for.

/// The length of the longest word for which a suggestion is made. Longer words are not misspelled names.
const LONGEST: usize = 32;

/// Returns the known name with the smallest edit distance to `name`, if that is at most one, and one more for every five letters.
pub fn nearest(name: &str, known: impl Iterator<Item = &'static str>) -> Option<&'static str> {
    let others = known.filter(|each| *each != name);
    let (distance, nearest) =
        others.map(|each| (distance(name, each), each)).min_by_key(|(distance, _)| *distance)?;
    (distance <= 1 + name.len() / 5).then_some(nearest)
}

/// Returns the edit distance of two words: how many letters must be inserted, deleted or replaced.
fn distance(left: &str, right: &str) -> usize {
    if left.len() > LONGEST || right.len() > LONGEST {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, a) in left.bytes().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, b) in right.bytes().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
