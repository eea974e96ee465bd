//! Words have one vocabulary: `name`, `by_name`, `FromStr` and `Display` agree.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use clacc::device_functions::RoutineLevel;
use clacc::dialect::{Dialect, Platform};
use clacc::directives::{AccClause, AccDirective, OmpClause, OmpDirective, UnknownName};
use clacc::options::Standard;
use clacc::policy::Policy;
use clacc::syntax::{NodeKind, Role};

/// Checks that a word is read as it is written, and that nothing else is.
fn check<T>(word: T, name: &str, found: Option<T>)
where
    T: FromStr<Err = UnknownName> + Display + PartialEq + Debug + Copy,
{
    assert_eq!((word.to_string().as_str(), found), (name, Some(word)));
    assert_eq!(name.parse::<T>(), Ok(word));
    for unknown in ["", "no such word", "Ünknown"] {
        let error = unknown.parse::<T>().expect_err("it is no word");
        assert_eq!((error.name(), error.to_string()), (unknown, format!("`{unknown}` names nothing here")));
    }
}

#[test]
fn words_are_read_as_they_are_written() {
    AccDirective::ALL.iter().for_each(|it| check(*it, it.name(), AccDirective::by_name(it.name())));
    AccClause::ALL.iter().for_each(|it| check(*it, it.name(), AccClause::by_name(it.name())));
    OmpDirective::ALL.iter().for_each(|it| check(*it, it.name(), OmpDirective::by_name(it.name())));
    OmpClause::ALL.iter().for_each(|it| check(*it, it.name(), OmpClause::by_name(it.name())));
    NodeKind::ALL.iter().for_each(|it| check(*it, it.name(), NodeKind::by_name(it.name())));
    Role::ALL.iter().for_each(|it| check(*it, it.name(), Role::by_name(it.name())));
    Dialect::all().iter().for_each(|it| check(**it, &it.name(), Dialect::by_name(&it.name())));
    for platform in [Platform::Device, Platform::Any, Platform::Host] {
        check(platform, platform.name(), Platform::by_name(platform.name()));
    }
    for name in ["seq", "vector", "worker", "gang"] {
        check(RoutineLevel::by_name(name).expect("it is a level"), name, name.parse().ok());
    }
    for name in Policy::NAMES {
        let policy = Policy::by_name(name).expect("it is built in");
        let parsed: Result<Policy, UnknownName> = name.parse();
        assert_eq!(
            (policy.to_string(), parsed.map(|it| it.name().to_owned())),
            ((*name).to_owned(), Ok((*name).to_owned()))
        );
    }
    for name in ["c89", "gnu17", "c23"] {
        check(Standard::from_flag(name).expect("compilers know it"), name, name.parse().ok());
    }
}

#[test]
fn combined_directives_have_constituents() {
    use OmpDirective as D;
    for (directive, expected) in [
        (D::Parallel, &[D::Parallel][..]),
        (D::ParallelFor, &[D::Parallel, D::For]),
        (D::TargetTeams, &[D::Target, D::Teams]),
        (D::Barrier, &[D::Barrier]),
    ] {
        assert_eq!(directive.constituents(), expected, "{directive}");
    }
    for directive in D::ALL {
        let names: Vec<&str> = directive.constituents().iter().map(|part| part.name()).collect();
        assert_eq!(names.join(" "), directive.name(), "a name is made of its parts");
    }
}
