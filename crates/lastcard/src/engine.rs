//! `lastcard engine`: the door for other programs, on standard input and output.

use std::io::{BufRead, Read, Write};

use clap::Args;

use crate::CliError;
use crate::json_api::{JsonApi, LONGEST};

/// Answer requests in lines of JSON, for other programs (docs/engine.md)
#[derive(Args)]
pub struct Engine {}

impl Engine {
    /// Answers each line of the input with one line, until the input ends or asks to quit.
    pub fn run(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), CliError> {
        let mut door = JsonApi::default();
        let mut line = Vec::new();
        while read_line(input, &mut line)? {
            let answer = door.answer(&line);
            writeln!(out, "{}", answer.line())?;
            out.flush()?;
            if answer.is_last() {
                break;
            }
        }
        Ok(())
    }
}

/// Reads a line without its end; of a line that is too long only so much that it is seen to be.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> Result<bool, CliError> {
    line.clear();
    let most = LONGEST as u64 + 2;
    if input.by_ref().take(most).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 == most {
        input.skip_until(b'\n')?;
    }
    Ok(true)
}
