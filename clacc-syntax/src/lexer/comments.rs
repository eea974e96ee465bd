//! The comments of a file: they stand in the gaps between its tokens.

use std::ops::Range;

use super::LexedFile;
use super::trivia::skip_comment;

impl LexedFile {
    /// Returns the ranges of all comments, in order. Takes time linear in the length of the text.
    pub fn comments(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut at = 0;
        for token in 0..self.len() {
            let end = self.starts.get(token) as usize;
            while at < end {
                match skip_comment(&self.text, at).filter(|_| self.text[at] == b'/') {
                    Some(comment) => {
                        found.push(at..comment.end);
                        at = comment.end;
                    }
                    None => at += 1,
                }
            }
            at = self.end(token) as usize;
        }
        found
    }
}
