//! The command-line options that help with a finding. The library has no options, so its messages name none.

/// Advice to the user, by the code of the finding.
const ADVICE: &[(&str, &str)] = &[
    ("ACC0112", "`--data-subscripts lengths` reads `a[n]` as `a[0:n]`, as some compilers have done"),
    (
        "MAP0006",
        "`--dialect llvm` holds it with `ompx_hold` (clang 19 to 21); other compilers have no word for that",
    ),
    (
        "MAP0007",
        "`--dialect gcc` (gcc 14) and `--dialect llvm` (clang 19) have the word `present`, which reports it in data clauses and updates",
    ),
    ("MAP0013", "`--no-openacc-macro` leaves the definition to the compiler's command line"),
    ("MAP0016", "another run with the `-D` and `-U` that choose this branch translates it"),
    ("MAP0018", "`clacc runtime --install DIR` builds the library, and `clacc cc` links it by itself"),
    (
        "MAP0038",
        "`-D_OPENMP=202111` reads what is compiled with both models, `--ignore-openmp` what is compiled with OpenACC alone",
    ),
    ("MAP0039", "`--ignore-openmp` leaves them out"),
    ("MAP0041", "`--in-place` and `-o FOLDER/` translate headers too"),
    ("MAP0061", "`--device-type TYPE` chooses the type whose clauses apply"),
    ("MAP0105", "`clacc runtime --install DIR` builds the library, and `clacc cc` links it by itself"),
    (
        "PP0001",
        "`-I DIR` names its folder, `--cc mpicc` takes those of a compiler; without it, other errors follow",
    ),
];

/// Returns the advice to users of the commands for a finding with this code.
pub(crate) fn of(code: &str) -> Option<&'static str> {
    ADVICE.iter().find(|(about, _)| *about == code).map(|(_, advice)| *advice)
}

/// Returns whether the option that helps with a finding also exists in `clacc cc`, and the finding is no remark.
pub(crate) fn is_for_driver(code: &str) -> bool {
    code == "ACC0112"
}

#[cfg(test)]
mod tests {
    #[test]
    fn advice_is_about_codes_that_exist_in_their_order() {
        assert!(super::ADVICE.is_sorted_by_key(|(code, _)| *code));
        for (code, _) in super::ADVICE {
            assert!(clacc::codes().any(|page| page.id == *code), "{code}");
        }
    }
}
