//! The JSON of several crates as one. Of items of other crates that the library shows as its own, rustdoc writes no more than numbers
//! and paths into the JSON of the library, and `public-api` reads one file. So what the JSON of the other crates says of them is added.

use std::collections::BTreeMap;

use serde_json::Value;

/// The fields that list numbers of items, all of which are parts of the item that has the field.
const PARTS: [&str; 6] = ["fields", "implementations", "impls", "items", "tuple", "variants"];

/// Adds to the JSON of the library the items of other crates that it shows, with all their parts.
pub(crate) fn add(crates: &[Value], library: &mut Value) {
    let mut wanted = Vec::new();
    renumber(&mut library["index"], &|number| number, &mut wanted);
    for (declaring, first) in crates.iter().zip((1..).map(|place| place * 100_000_000)) {
        wanted = add_crate(declaring, first, wanted, library);
    }
}

/// Puts all functions that a type has under the same conditions into one block: nobody sees in which one they stand.
pub(crate) fn merge_blocks(library: &mut Value) {
    let index = library["index"].as_object_mut().expect("JSON of rustdoc has items");
    let mut blocks = BTreeMap::new();
    for (number, item) in index.iter_mut() {
        let Some(block) = item["inner"].get_mut("impl").filter(|block| block["trait"].is_null()) else {
            continue;
        };
        let (_, parts) = blocks
            .entry(format!("{}{}", block["generics"], block["for"]))
            .or_insert_with(|| (number.clone(), Vec::new()));
        parts.append(block["items"].as_array_mut().expect("a block has items"));
    }
    for (number, parts) in blocks.into_values() {
        index[&number]["inner"]["impl"]["items"] = parts.into();
    }
}

/// Adds what is wanted of a crate, and returns what the crate does not declare. Each file numbers items on its own: an item that is in
/// both has the same path there, and others get numbers from `first` on.
fn add_crate(declaring: &Value, first: u64, mut wanted: Vec<u64>, library: &mut Value) -> Vec<u64> {
    let by_path = |json: &Value| {
        items(json, "paths")
            .map(|(number, item)| (format!("{}{}", item["kind"], item["path"]), number))
            .collect()
    };
    let (theirs, ours): (BTreeMap<_, _>, BTreeMap<_, _>) = (by_path(declaring), by_path(library));
    let known: BTreeMap<u64, u64> =
        theirs.into_iter().filter_map(|(path, number)| Some((number, *ours.get(&path)?))).collect();
    let new = |number: u64| known.get(&number).copied().unwrap_or(first + number);
    for (number, item) in items(declaring, "paths") {
        library["paths"][new(number).to_string()] = item.clone();
    }
    let declared = items(declaring, "index").filter(|(_, item)| item["crate_id"] == 0);
    let mut declared: BTreeMap<_, _> = declared.map(|(number, item)| (new(number), item)).collect();
    let mut others = Vec::new();
    while let Some(number) = wanted.pop() {
        if let Some(item) = declared.remove(&number) {
            let mut item = item.clone();
            renumber(&mut item, &new, &mut wanted);
            library["index"][number.to_string()] = item;
        } else {
            others.push(number);
        }
    }
    others
}

fn items<'j>(json: &'j Value, part: &str) -> impl Iterator<Item = (u64, &'j Value)> {
    let items = json[part].as_object().expect("JSON of rustdoc has items");
    items.iter().map(|(number, item)| (number.parse().expect("an item has a number"), item))
}

/// Changes the numbers in an item, and lists those of its parts and of what it shows of other crates.
fn renumber(value: &mut Value, new: &dyn Fn(u64) -> u64, parts: &mut Vec<u64>) {
    let fields = match value {
        Value::Array(values) => return values.iter_mut().for_each(|value| renumber(value, new, parts)),
        Value::Object(fields) => fields,
        _ => return,
    };
    let is_use = fields.contains_key("is_glob");
    for (name, field) in fields {
        let is_part = PARTS.contains(&name.as_str());
        let numbers = match field {
            Value::Array(list) if is_part => list.as_mut_slice(),
            field => std::slice::from_mut(field),
        };
        for value in numbers {
            match value.as_u64() {
                Some(number) if is_part || name == "id" => {
                    *value = new(number).into();
                    parts.extend((is_part || is_use).then(|| new(number)));
                }
                _ => renumber(value, new, parts),
            }
        }
    }
}
