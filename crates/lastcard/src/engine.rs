//! `lastcard engine`: the JSON interface for other programs, on standard input and output.

use std::io::{BufRead, Read, Write};

use clap::Args;

use crate::CliError;
use crate::json_api::{JsonApi, MAX_LINE_BYTES};

/// Answer requests in lines of JSON, for other programs (docs/engine.md)
#[derive(Args)]
pub struct Engine {}

impl Engine {
    /// Answers each line of the input with one line, until the input ends or asks to quit.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), CliError> {
        let mut api = JsonApi::default();
        let mut line = Vec::new();
        while read_line(input, &mut line)? {
            let answer = api.answer(&line);
            writeln!(out, "{}", answer.line())?;
            out.flush()?;
            if answer.is_last() {
                break;
            }
        }
        Ok(())
    }
}

/// Reads a line without its end. Of a line that is too long, it keeps just enough to see that it is.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, CliError> {
    line.clear();
    let max_bytes = MAX_LINE_BYTES as u64 + 2;
    if input.by_ref().take(max_bytes).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == max_bytes {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}
