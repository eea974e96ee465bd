//! Times and sizes for people: three digits and a unit.

/// The units of times, and how many nanoseconds each has.
const TIMES: [(&str, f64); 4] = [("ns", 1.0), ("us", 1e3), ("ms", 1e6), ("s", 1e9)];
const SIZES: [(&str, f64); 5] = [
    ("B", 1.0),
    ("KiB", 1024.0),
    ("MiB", 1_048_576.0),
    ("GiB", 1_073_741_824.0),
    ("TiB", 1_099_511_627_776.0),
];

/// A time of so many nanoseconds.
pub(crate) fn time(nanoseconds: u64) -> String {
    in_units(nanoseconds, &TIMES)
}

/// A number of bytes; a dash for none.
pub(crate) fn size(bytes: u64) -> String {
    if bytes == 0 { "-".to_owned() } else { in_units(bytes, &SIZES) }
}

/// A share of a whole.
#[expect(clippy::cast_precision_loss, reason = "one decimal is printed")]
pub(crate) fn share(part: u64, whole: u64) -> String {
    format!("{:.1} %", part as f64 * 100.0 / whole.max(1) as f64)
}

/// The number in the greatest unit of which there is at least one, or which is the first.
#[expect(clippy::cast_precision_loss, reason = "three digits are printed")]
fn in_units(number: u64, units: &[(&str, f64)]) -> String {
    // A number that three digits would round up to the next unit is in that unit.
    let is_large_enough = |(_, unit): &&(&str, f64)| number as f64 >= unit * 0.9995;
    let (name, unit) = units.iter().rev().find(is_large_enough).unwrap_or(&units[0]);
    let value = number as f64 / unit;
    let digits = match value {
        _ if *unit <= 1.0 => 0,
        ..9.995 => 2,
        ..99.95 => 1,
        _ => 0,
    };
    format!("{value:.digits$} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_digits() {
        let times =
            [0, 7, 999, 1000, 9_994, 9_996, 99_960, 999_499, 999_600, 1_500_000_000, 7_200_000_000_000];
        let said = ["0 ns", "7 ns", "999 ns", "1.00 us", "9.99 us", "10.0 us", "100 us", "999 us", "1.00 ms"];
        let said: Vec<_> = said.into_iter().chain(["1.50 s", "7200 s"]).collect();
        assert_eq!(times.map(time).to_vec(), said);
        let sizes = [0, 1, 1023, 1024, 1536, 1_048_575, 3_200_000, 1 << 50];
        let said = ["-", "1 B", "1023 B", "1.00 KiB", "1.50 KiB", "1.00 MiB", "3.05 MiB", "1024 TiB"];
        assert_eq!(sizes.map(size), said);
        assert_eq!([share(1, 3), share(5, 2), share(0, 0)], ["33.3 %", "250.0 %", "0.0 %"]);
    }
}
