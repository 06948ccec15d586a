// Checks shuffles (`shuffle/v1`): one deal a line; says how many are as promised, or which is not.
//
//   node verify.mjs < vectors.jsonl

import { readFileSync } from "node:fs";
import { fault } from "./shuffle.mjs";

const lines = readFileSync(0, "utf8").split("\n").filter((line) => line.trim());
if (lines.length === 0) {
  console.log("There are no deals to check.");
  process.exit(1);
}
for (const [at, line] of lines.entries()) {
  const wrong = fault(JSON.parse(line));
  if (wrong) {
    console.log(`Line ${at + 1}: ${wrong}.`);
    process.exit(1);
  }
}
console.log(`${lines.length} deals are as promised.`);
