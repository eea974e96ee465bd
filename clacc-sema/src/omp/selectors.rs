//! Context selectors: the traits that `when` and `match` require of the context, and whether they are known to match at compile time, where
//! the host is the only device (OpenMP 5.2 7.1 to 7.3).

use clacc_syntax::Name;
use clacc_syntax::ast::DirectiveId;
use clacc_syntax::directive::{OmpClause, OmpDirective};

use super::selector_grammar::{self, WrittenTrait};
use crate::program::View;
use crate::program::directive::{ArgumentValue, ClauseNode};

/// The result of matching a selector at compile time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Match {
    /// The selector matches with this score: among several, the one with the highest score is chosen.
    Always(u64),
    /// The selector does not match.
    Never,
    /// The result depends on run time, or the trait is unknown.
    Unknown,
}

/// A selector with its traits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ContextSelector<'a> {
    traits: Vec<TraitSelector<'a>>,
}

/// The sets of traits (OpenMP 5.2 7.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TraitSet {
    Construct,
    Device,
    TargetDevice,
    Implementation,
    User,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct TraitSelector<'a> {
    set: TraitSet,
    name: &'a str,
    /// The score that the selector gives, if it is a number.
    score: Option<u64>,
    /// The properties, each with its tokens.
    properties: Vec<Vec<&'a str>>,
}

/// The tokens of the selector of a directive that has `match`.
pub fn selector_of(view: View<'_>, id: DirectiveId) -> Option<Box<[Name]>> {
    let mut clauses = view.directive(id).clauses.iter().map(|clause| view.clause_node(*clause));
    let clause: &ClauseNode = clauses.find(|clause| clause.kind.omp() == Some(OmpClause::Match))?;
    match clause.items() {
        [item] => match &item.value {
            ArgumentValue::Other(_, words) => Some(words.clone()),
            _ => None,
        },
        _ => None,
    }
}

impl<'a> ContextSelector<'a> {
    /// Reads the tokens of a selector; none if they do not form one.
    pub fn read(view: View<'a>, words: &[Name]) -> Option<ContextSelector<'a>> {
        let words: Vec<&str> = words.iter().map(|word| view.text(*word)).collect();
        ContextSelector::of_words(&words)
    }

    fn of_words(words: &[&'a str]) -> Option<ContextSelector<'a>> {
        // Compilers differ in what an empty set, or a comma without something behind it, means.
        let ends_early = |pair: &[&str]| pair[1] == "}" && matches!(pair[0], "{" | ",");
        if words.last() == Some(&",") || words.windows(2).any(ends_early) {
            return None;
        }
        let mut traits = Vec::new();
        for set in selector_grammar::read(words).ok()? {
            let kind = TraitSet::spelled(set.name)?;
            for written in set.traits {
                traits.push(TraitSelector::of(kind, written, words)?);
            }
        }
        Some(ContextSelector { traits })
    }

    /// Matches the selector with code for the host inside these constructs, outermost first; `constructs` is none if they are not known.
    pub fn matches(&self, constructs: Option<&[OmpDirective]>) -> Match {
        let mut total = 1;
        let mut is_known = true;
        let mut wanted = Vec::new();
        for each in &self.traits {
            if each.set == TraitSet::Construct {
                wanted.push(each);
                continue;
            }
            match each.matches(constructs.map_or(0, <[_]>::len)) {
                Match::Never => return Match::Never,
                Match::Unknown => is_known = false,
                Match::Always(score) => total += score,
            }
        }
        match (constructs_match(&wanted, constructs), is_known) {
            (Match::Never, _) => Match::Never,
            (Match::Always(score), true) => Match::Always(total.saturating_add(score)),
            _ => Match::Unknown,
        }
    }

    /// The constructs that the selector names, in their order; none if a construct has properties.
    pub(super) fn constructs(&self) -> Option<Vec<OmpDirective>> {
        let named = self.traits.iter().filter(|each| each.set == TraitSet::Construct);
        named.map(|each| OmpDirective::by_name(each.name).filter(|_| each.properties.is_empty())).collect()
    }

    /// Returns whether the traits of this selector are a proper subset of those of another one (OpenMP 5.2 7.3).
    pub(super) fn is_part_of(&self, other: &ContextSelector<'_>) -> bool {
        let asks = |of: &ContextSelector<'_>, wanted: &TraitSelector<'_>, words: &[&str]| {
            let is_same = |each: &&TraitSelector<'_>| (each.set, each.name) == (wanted.set, wanted.name);
            let mut same = of.traits.iter().filter(is_same);
            same.any(|each| words.is_empty() || each.properties.iter().any(|own| own == words))
        };
        let has_all = |of: &ContextSelector<'_>, wanted: &ContextSelector<'_>| {
            wanted
                .traits
                .iter()
                .all(|each| asks(of, each, &[]) && each.properties.iter().all(|words| asks(of, each, words)))
        };
        has_all(other, self) && !has_all(self, other)
    }
}

/// Matches constructs around the code in the order in which a selector names them. The score of each construct is higher than that of all
/// around it together.
fn constructs_match(wanted: &[&TraitSelector<'_>], constructs: Option<&[OmpDirective]>) -> Match {
    if wanted.is_empty() {
        return Match::Always(0);
    }
    let Some(constructs) = constructs else { return Match::Unknown };
    let mut score = 0_u64;
    let mut before = constructs.len();
    // If a construct occurs several times, the innermost one determines the score.
    for each in wanted.iter().rev() {
        if !each.properties.is_empty() || OmpDirective::by_name(each.name).is_none() {
            return Match::Unknown;
        }
        let found = constructs[..before].iter().rposition(|construct| construct.text() == each.name);
        let Some(found) = found else { return Match::Never };
        score = score.saturating_add(1_u64.checked_shl(found as u32).unwrap_or(u64::MAX));
        before = found;
    }
    Match::Always(score)
}

/// The names of architectures on which no C compiler runs as host (OpenMP's additional definitions 2.0).
const DEVICE_ARCHITECTURES: &[&str] = &["nvptx", "nvptx64", "amdgcn", "gcn", "spir", "spir64", "ve"];

/// The vendors that the additional definitions name, none of which made clacc.
const VENDORS: &[&str] = &[
    "amd", "arm", "bsc", "cray", "fujitsu", "gnu", "hpe", "ibm", "intel", "llvm", "nec", "nvidia", "pgi",
    "ti", "unknown",
];

impl<'a> TraitSelector<'a> {
    fn of(set: TraitSet, written: WrittenTrait<'a>, words: &[&'a str]) -> Option<TraitSelector<'a>> {
        let score = match written.score.map(|range| &words[range]) {
            Some([number]) => Some(number.parse().ok()?),
            Some(_) => return None,
            None => None,
        };
        let properties = written.properties.map_or_else(Vec::new, |range| divided(&words[range]));
        Some(TraitSelector { set, name: written.name, score, properties })
    }

    /// Matches the trait. Its score depends on the number of constructs around the code.
    fn matches(&self, constructs: usize) -> Match {
        let counts = |more: u32| {
            let own = 1_u64.checked_shl(constructs as u32 + more).unwrap_or(u64::MAX);
            self.score.unwrap_or(own)
        };
        let all = |score: u64, is_so: &dyn Fn(&str) -> Option<bool>| self.all(score, is_so);
        match (self.set, self.name) {
            (TraitSet::Device | TraitSet::TargetDevice, "kind") => all(counts(0), &|word| match word {
                "host" | "any" | "cpu" => Some(true),
                "nohost" | "gpu" | "fpga" => Some(false),
                _ => None,
            }),
            (TraitSet::Device | TraitSet::TargetDevice, "arch") => {
                all(counts(1), &|word| DEVICE_ARCHITECTURES.contains(&word).then_some(false))
            }
            (TraitSet::Implementation, "vendor") => {
                all(self.score.unwrap_or(0), &|word| VENDORS.contains(&word).then_some(false))
            }
            (TraitSet::Implementation, "extension") => Match::Never,
            (TraitSet::User, "condition") => all(self.score.unwrap_or(0), &|word| match word {
                "true" => Some(true),
                "false" => Some(false),
                number => Some(number.parse::<u64>().ok()? != 0),
            }),
            _ => Match::Unknown,
        }
    }

    /// Matches a trait if `is_so` holds for all properties, each of which is one token.
    fn all(&self, score: u64, is_so: &dyn Fn(&str) -> Option<bool>) -> Match {
        let of = |words: &Vec<&str>| match words.as_slice() {
            [word] => is_so(word.trim_matches('"')),
            _ => None,
        };
        let found: Vec<Option<bool>> = self.properties.iter().map(of).collect();
        if found.contains(&Some(false)) {
            Match::Never
        } else if found.is_empty() || found.contains(&None) {
            Match::Unknown
        } else {
            Match::Always(score)
        }
    }
}

/// Divides tokens at the commas outside of parentheses.
fn divided<'a>(words: &[&'a str]) -> Vec<Vec<&'a str>> {
    let mut depth = 0_i32;
    let at_comma = words.split(|word| {
        depth += i32::from(*word == "(") - i32::from(*word == ")");
        *word == "," && depth == 0
    });
    at_comma.map(<[&str]>::to_vec).collect()
}

impl TraitSet {
    fn spelled(word: &str) -> Option<TraitSet> {
        Some(match word {
            "construct" => TraitSet::Construct,
            "device" => TraitSet::Device,
            "target_device" => TraitSet::TargetDevice,
            "implementation" => TraitSet::Implementation,
            "user" => TraitSet::User,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the result of a selector inside `target` and `parallel for`.
    fn check(text: &str, expected: Option<Match>) {
        let marks = ["=", "{", "}", "(", ")", ",", ":", "+"];
        let spaced =
            marks.iter().fold(text.to_owned(), |text, mark| text.replace(mark, &format!(" {mark} ")));
        let words: Vec<&str> = spaced.split_whitespace().collect();
        let around = [OmpDirective::Target, OmpDirective::Parallel, OmpDirective::For];
        let selector = ContextSelector::of_words(&words);
        assert_eq!(selector.map(|selector| selector.matches(Some(&around))), expected, "{text}");
    }

    #[test]
    fn the_host_is_known() {
        check("device={kind(host)}", Some(Match::Always(9)));
        check("device={kind(nohost)}", Some(Match::Never));
        check("device={kind(host, gpu)}", Some(Match::Never));
        check("target_device={kind(any)}", Some(Match::Always(9)));
        check("device={arch(\"nvptx\")}", Some(Match::Never));
        check("device={arch(x86_64)}", Some(Match::Unknown));
        check("device={isa(avx2)}", Some(Match::Unknown));
        check("target_device={device_num(n), kind(gpu)}", Some(Match::Never));
        check("target_device={device_num(n)}", Some(Match::Unknown));
    }

    #[test]
    fn scores_decide_among_selectors() {
        check("user={condition(1)}", Some(Match::Always(1)));
        check("user={condition(score(5): 1)}", Some(Match::Always(6)));
        check("device={kind(score(3): host)}", Some(Match::Always(4)));
        check("user={condition(0)}", Some(Match::Never));
        check("user={condition(n + f(1, 2))}", Some(Match::Unknown));
        check("implementation={vendor(nvidia)}", Some(Match::Never));
        check("implementation={vendor(other)}, device={kind(host)}", Some(Match::Unknown));
    }

    #[test]
    fn constructs_around_are_found_in_their_order() {
        check("construct={parallel}", Some(Match::Always(3)));
        check("construct={target, parallel, for}", Some(Match::Always(8)));
        check("construct={target, for}", Some(Match::Always(6)));
        check("construct={parallel, target}", Some(Match::Never));
        check("construct={teams}", Some(Match::Never));
        check("construct={simd(simdlen(4))}", Some(Match::Unknown));
    }

    #[test]
    fn the_innermost_of_several_constructs_counts() {
        let words = ["construct", "=", "{", "parallel", "}"];
        let around = [OmpDirective::Parallel, OmpDirective::For, OmpDirective::Parallel];
        let selector = ContextSelector::of_words(&words).expect("a selector");
        assert_eq!(selector.matches(Some(&around)), Match::Always(5));
    }

    #[test]
    fn a_selector_can_be_a_part_of_another_one() {
        let of = |text: &'static str| {
            let words: Vec<&str> = text.split(' ').collect();
            ContextSelector::of_words(&words).expect("a selector")
        };
        let (host, both) = (
            of("device = { kind ( host ) }"),
            of("user = { condition ( score ( 0 ) : 1 ) } , device = { kind ( host , cpu ) }"),
        );
        assert!(host.is_part_of(&both));
        assert!(!both.is_part_of(&host));
        assert!(!host.is_part_of(&host));
    }

    #[test]
    fn what_is_no_selector_is_refused() {
        for text in
            ["", "device", "device={}", "device={kind(host)", "device={kind(host)} x", "host={kind(any)}"]
        {
            check(text, None);
        }
    }
}
