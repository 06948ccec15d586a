// Checks shuffles (`shuffle/v1`): records in files, or one deal a line; says what was checked, or what is wrong.
//
//   node verify.mjs record.txt
//   node verify.mjs < vectors.jsonl

import { readFileSync } from "node:fs";
import { checkRecord } from "./record.mjs";
import { fault } from "./shuffle.mjs";

const files = process.argv.slice(2);
process.exitCode = (files.length > 0 ? checkFiles(files) : checkDeals(readFileSync(0, "utf8"))) ? 0 : 1;

function checkFiles(files) {
  const checked = new Map();
  return files.map((file) => checkFile(file, checked)).every(Boolean);
}

function checkFile(file, checked) {
  const found = checkRecord(readFileSync(file, "utf8"), checked);
  if (found.fault) {
    console.log(`${file}: ${found.fault}.`);
    return false;
  }
  const names = [...new Set(found.deals.flatMap((deal) => deal.signedBy))].join(", ");
  const signed = found.isSigned ? `The devices of ${names} have signed all of it.` : names
    ? `The devices of ${names} have signed it, but not to its end.`
    : "No device has signed it, so names, moves and cards could have been changed.";
  console.log(`${file}: The promises of ${found.deals.length} deals are kept. ${signed}`);
  for (const { deal, shuffledBy, unsignedBy } of found.deals) {
    if (shuffledBy.length === 0) console.log(`    Deal ${deal}: shuffled by the server alone, which could have chosen the cards.`);
    if (unsignedBy.length > 0) console.log(`    Deal ${deal}: its round is not signed by the device of ${unsignedBy.join(", ")}.`);
  }
  return true;
}

function checkDeals(input) {
  const lines = input.split("\n").filter((line) => line.trim());
  if (lines.length === 0) {
    console.log("There are no deals to check.");
    return false;
  }
  for (const [at, line] of lines.entries()) {
    const wrong = fault(JSON.parse(line));
    if (wrong) {
      console.log(`Line ${at + 1}: ${wrong}.`);
      return false;
    }
  }
  console.log(`${lines.length} deals are as promised.`);
  return true;
}
