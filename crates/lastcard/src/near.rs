//! Mistyped words and the known ones near to them.

/// The sentence that names the nearest known word: ` Did you mean "x"?`, or nothing.
pub fn hint<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let limit = (word.chars().count() / 3).clamp(1, 4);
    let distances = known.into_iter().map(|other| (distance(word, other), other));
    let near = distances.filter(|(far, _)| *far <= limit).min_by_key(|(far, _)| *far);
    near.map_or_else(String::new, |(_, other)| format!(" Did you mean \"{other}\"?"))
}

/// How many letters have to be changed, added or left out to turn one word into the other.
fn distance(one: &str, two: &str) -> usize {
    let two: Vec<char> = two.chars().take(40).collect();
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (line, a) in one.chars().take(40).enumerate() {
        let mut corner = std::mem::replace(&mut row[0], line + 1);
        for (at, &b) in two.iter().enumerate() {
            let changed = corner + usize::from(!a.eq_ignore_ascii_case(&b));
            corner = row[at + 1];
            row[at + 1] = changed.min(row[at] + 1).min(corner + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word_is_named() {
        let known = ["yaniv", "switch", "naija-whot"];
        assert_eq!(hint("swich", known), " Did you mean \"switch\"?");
        assert_eq!(hint("naija whot", known), " Did you mean \"naija-whot\"?");
        assert_eq!(hint("bridge", known), "");
        assert_eq!(hint("", known), "");
    }
}
