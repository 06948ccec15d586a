//! `lastcard rules`: explains, checks or compares rule sets.

use std::io::Write;
use std::path::Path;

use clap::{Args, Subcommand};
use games::{Fault, OptionInfo, Rules as RuleSet, Value as Setting};
use protocol::{OptionEntry, OptionValue, RulesInfo};
use serde_json::{Value, json};

use terminal::plain::page;

use crate::{CliError, presets, rule_lookup};

/// Explain a rule set, check a rule file, or compare two
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, arg_required_else_help = true)]
pub struct Rules {
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    page: Option<Page>,
}

#[derive(Subcommand)]
enum Task {
    /// Check a rule file, and show each fault with its place
    Check(Check),
    /// Show how two rule sets differ
    Diff(Diff),
}

#[derive(Args)]
struct Page {
    /// The name of a preset, or a rule file
    game: String,
    /// Change an option
    #[arg(long = "rule", value_name = "KEY=VALUE")]
    changes: Vec<String>,
    /// List every option with its value and the accepted values
    #[arg(long, conflicts_with = "toml")]
    options: bool,
    /// Print the whole rule set as a rule file
    #[arg(long, conflicts_with = "json")]
    toml: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Check {
    /// The rule file
    file: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Diff {
    /// The name of a preset, or a rule file
    one: String,
    /// The other
    two: String,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Rules {
    /// Explains, checks or compares.
    pub fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        match (self.run_task(out), self.is_json()) {
            (Err(error), true) if !matches!(error, CliError::Reported | CliError::Stream(_)) => {
                writeln!(out, "{}", json!({"ok": false, "message": error.message()}))?;
                Err(CliError::Reported)
            }
            (result, _) => result,
        }
    }

    fn run_task(&self, out: &mut impl Write) -> Result<(), CliError> {
        match (&self.task, &self.page) {
            (Some(Task::Check(check)), _) => check.run(out),
            (Some(Task::Diff(diff)), _) => diff.run(out),
            (None, Some(page)) => page.run(out),
            (None, None) => Err(CliError::Usage("say which rules: `lastcard rules naija-whot`".into())),
        }
    }

    fn is_json(&self) -> bool {
        match (&self.task, &self.page) {
            (Some(Task::Check(check)), _) => check.json,
            (Some(Task::Diff(diff)), _) => diff.json,
            (None, page) => page.as_ref().is_some_and(|page| page.json),
        }
    }
}

impl Page {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let rules = rule_lookup::rules(&self.game, &self.changes)?;
        let text = match self {
            Page { json: true, options: true, .. } => format!("{}\n", options_json(&rules)),
            Page { json: true, .. } => format!("{}\n", as_json(&rules)),
            Page { toml: true, .. } => rules.to_toml(None),
            Page { options: true, .. } => options(&rules),
            _ => page::rules(&rules),
        };
        write!(out, "{text}")?;
        Ok(())
    }
}

/// Every option with its value, its help and the accepted values.
pub fn options(rules: &RuleSet) -> String {
    let one = |option: OptionInfo| {
        let help = page::wrapped(option.help, 4);
        format!(
            "{} = {}\n{help}{}",
            option.key,
            option.value,
            page::hanging("    Accepted:", &option.accepted, 6)
        )
    };
    let listed: Vec<String> = rules.options().into_iter().map(one).collect();
    listed.join("\n")
}

/// The rule set as JSON: its page, its options, and the whole set as TOML.
pub fn as_json(rules: &RuleSet) -> Value {
    json!(RulesInfo::of(rules))
}

fn options_json(rules: &RuleSet) -> Value {
    json!(OptionEntry::all(rules))
}

fn setting_json(value: &Setting) -> Value {
    json!(OptionValue::from(value.clone()))
}

impl Check {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        if let Some(preset) = self.preset() {
            return self.print_preset(&preset, out);
        }
        let text = rule_lookup::text(&self.file)?;
        match games::load(&text) {
            Ok(rules) => self.print_valid(&rules, out),
            Err(faults) => self.print_faults(&text, &faults, out),
        }
    }

    /// The preset, if a preset was named instead of a file.
    fn preset(&self) -> Option<RuleSet> {
        games::presets::named(&self.file).filter(|_| !Path::new(&self.file).exists())
    }

    fn print_preset(&self, rules: &RuleSet, out: &mut impl Write) -> Result<(), CliError> {
        if self.json {
            return self.print_valid(rules, out);
        }
        let name = &self.file;
        writeln!(out, "{name} is a preset, and presets need no check: `lastcard rules {name}` explains it.")?;
        Ok(())
    }

    fn print_faults(&self, text: &str, faults: &[Fault], out: &mut impl Write) -> Result<(), CliError> {
        if self.json {
            let one =
                |fault: &Fault| json!({"line": fault.line, "column": fault.column, "message": fault.message});
            let listed: Value = faults.iter().map(one).collect();
            writeln!(out, "{}", json!({"ok": false, "file": self.file, "faults": listed}))?;
        } else {
            write!(out, "{}", rule_lookup::fault_report(&self.file, text, faults))?;
        }
        Err(CliError::Reported)
    }

    fn print_valid(&self, rules: &RuleSet, out: &mut impl Write) -> Result<(), CliError> {
        let header = rules.header();
        if self.json {
            writeln!(
                out,
                "{}",
                json!({"ok": true, "file": self.file, "name": header.name, "title": header.title})
            )?;
        } else {
            let players = presets::players(rules);
            writeln!(out, "{}: no fault found. {}, {players} players.", self.file, page::title(rules))?;
        }
        Ok(())
    }
}

impl Diff {
    fn run(&self, out: &mut impl Write) -> Result<(), CliError> {
        let (one, two) = (rule_lookup::rules(&self.one, &[])?, rule_lookup::rules(&self.two, &[])?);
        let (clauses, options) = (games::difference(&one, &two), option_differences(&one, &two));
        if self.json {
            writeln!(out, "{}", self.as_json(&clauses, &options))?;
            return Ok(());
        }
        let titles = self.titles(&one, &two);
        if clauses.is_empty() && options.is_empty() {
            writeln!(out, "{} and {} have the same rules.", titles.0, titles.1)?;
            return Ok(());
        }
        write!(out, "{}", page::heading(&format!("How {} and {} differ", titles.0, titles.1), '='))?;
        for (topic, one, two) in &clauses {
            writeln!(out, "\n{topic}")?;
            for (title, text) in [(&titles.0, one), (&titles.1, two)] {
                let text = text.as_deref().unwrap_or("Nothing is said about it.");
                write!(out, "{}", page::hanging(&format!("  {title}:"), text, 4))?;
            }
        }
        if !options.is_empty() {
            write!(out, "\n{}\n", page::heading("In a rule file", '-'))?;
        }
        for (key, one, two) in options {
            write!(out, "{}", page::hanging(&format!("{key:<20}"), &format!("{one} / {two}"), 20))?;
        }
        Ok(())
    }

    fn as_json(&self, clauses: &[Difference], options: &[OptionDifference]) -> Value {
        let clauses = clauses.iter().map(|(topic, one, two)| json!({"topic": topic, "one": one, "two": two}));
        let options = options.iter();
        let options = options
            .map(|(key, one, two)| json!({"key": key, "one": setting_json(one), "two": setting_json(two)}));
        json!({
            "one": self.one,
            "two": self.two,
            "differences": clauses.collect::<Value>(),
            "options": options.collect::<Value>(),
        })
    }

    /// Names for the two: their titles, or how they were given if the titles are equal.
    fn titles(&self, one: &RuleSet, two: &RuleSet) -> (String, String) {
        let (first, second) = (page::title(one), page::title(two));
        if first == second {
            (self.one.clone(), self.two.clone())
        } else {
            (first.to_string(), second.to_string())
        }
    }
}

/// A topic, and what each rule set says about it.
type Difference = (String, Option<String>, Option<String>);

/// An option, and its value in each rule set.
type OptionDifference = (&'static str, Setting, Setting);

/// The options whose values differ. Two families share too few options to compare.
fn option_differences(one: &RuleSet, two: &RuleSet) -> Vec<OptionDifference> {
    if one.family_name() != two.family_name() {
        return Vec::new();
    }
    let pairs = one.options().into_iter().zip(two.options());
    let differ = pairs.filter(|(here, there)| here.value != there.value);
    differ.map(|(here, there)| (here.key, here.value, there.value)).collect()
}
