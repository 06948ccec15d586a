//! Text broken into lines.

/// The text in lines of at most so many characters, broken between words.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let fits = |line: &String| line.chars().count() + 1 + word.chars().count() <= width;
        match lines.last_mut().filter(|line| fits(line)) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.chars().take(width).collect()),
        }
    }
    lines
}

/// So many of a thing: "1 card", "2 cards".
pub fn count(number: usize, thing: &str) -> String {
    match number {
        1 => format!("1 {thing}"),
        _ => format!("{number} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("Bola plays the 8 of Star.", 12), ["Bola plays", "the 8 of", "Star."]);
        assert!(wrapped("", 5).is_empty());
    }
}
