// Checks a record of a match as text: every promise, and every signature of the players' devices over the lines above it. It
// knows no rules of any game, so it replays no move: `lastcard verify` and the page do.

import { isSigned } from "./ed25519.mjs";
import { bytes, hex, promise, sealText, sha256, sharePromise, text } from "./shuffle.mjs";

const FIRST_LINE = "lastcard record 1";
/** After this many abandoned deals a device is left out for each further one. */
const RESTARTS_BEFORE_LEAVING_OUT = 2;

class Fault extends Error {}

/** The first words of the lines that are not checked here, but signed. */
const OTHER_LINES = /^(lastcard|rules|\||dealer|scores|round|=|result|\d+)$/;

const isHex = (word, length) => new RegExp(`^[0-9a-f]{${2 * length}}$`).test(word ?? "");
const isNumber = (word) => /^(0|[1-9]\d{0,15})$/.test(word ?? "");

/**
 * What is wrong with a record, in words, as `fault`. Otherwise `deals` says what is proved of each: its number, the names of
 * those whose devices took part, who signed its round, and who could have and did not. `isSigned` tells whether devices
 * signed everything up to the last line. `checked` remembers signatures from one record to the next.
 */
export function checkRecord(record, checked = new Map()) {
  try {
    return read(record, checked);
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message, deals: [], isSigned: false };
    throw error;
  }
}

function read(record, checked) {
  const lines = record.split("\n").map((line) => line.trimEnd());
  const match = { table: "", seats: 0, names: [], deals: [], restarts: [], last: null };
  let signed = "";
  lines.forEach((line, at) => {
    const wrong = (why) => new Fault(`line ${at + 1}: ${why}`);
    if (line === "") return;
    if (signed === "" && line !== FIRST_LINE) throw wrong(`a record begins with the line \`${FIRST_LINE}\``);
    const [word, ...rest] = line.split(" ");
    if (word !== "seal") signed += line + "\n";
    takeLine(match, word, rest, wrong, signed, checked);
    match.isSigned = word === "seal";
  });
  if (match.restarts.length > 0 || match.deals.length === 0) throw new Fault("nothing was promised, or no deal follows");
  return { deals: match.deals.map((deal) => told(match, deal)), isSigned: match.isSigned };
}

function takeLine(match, word, rest, wrong, signed, checked) {
  switch (word) {
    case "seats":
      if (!isNumber(rest[0])) throw wrong("`seats` is followed by a number");
      return void (match.seats = Number(rest[0]));
    case "names":
      return void (match.names = rest.join(" ").split(",").map((name) => name.trim()));
    case "table":
      return void (match.table = rest.join(" "));
    case "restart":
      return takeRestart(match, rest, wrong);
    case "deal":
      return takeDeal(match, rest, wrong);
    case "part":
      return takePart(match, rest, wrong);
    case "seal":
      return takeSeal(match, rest, wrong, sha256(text(signed)), checked);
    default:
      if (!OTHER_LINES.test(word)) throw wrong(`a record has no line \`${word}\``);
  }
}

/** Deals that were given up keep their numbers, so none can be left out. */
function takeNumber(match, word, wrong) {
  if (!isNumber(word)) throw wrong("a deal has a number");
  const deal = Number(word);
  if (match.last !== null && deal !== match.last + 1) throw wrong(`after deal ${match.last} comes deal ${deal}, and nothing tells why`);
  match.last = deal;
  return deal;
}

function takeRestart(match, [number, c, ...seats], wrong) {
  const deal = takeNumber(match, number, wrong);
  const fine = seats.length > 0 && seats.every((seat, i) => isNumber(seat) && seat < match.seats && (i === 0 || +seat > +seats[i - 1]));
  if (!isHex(c, 32) || !fine) throw wrong(`deal ${deal} was given up, and it is not told rightly because of whom`);
  match.restarts.push(deal);
  if (match.restarts.length > RESTARTS_BEFORE_LEAVING_OUT + match.seats) throw wrong(`before deal ${deal} too many deals were given up`);
}

function takeDeal(match, [number, c, s, ...more], wrong) {
  const deal = takeNumber(match, number, wrong);
  if (!isHex(c, 32) || !isHex(s, 32) || more.length > 0) throw wrong("`deal` does not have here what it should have");
  if (hex(promise(match.table, deal, bytes(s))) !== c) throw wrong(`in deal ${deal} the server did not keep its promise`);
  match.deals.push({ deal, parts: [], seals: [] });
  match.restarts = [];
}

function takePart(match, [seat, c, e, key, ...more], wrong) {
  const current = match.deals.at(-1);
  if (!current || match.restarts.length > 0 || !isNumber(seat) || !isHex(c, 32) || !isHex(e, 16) || more.length > 0)
    throw wrong("`part` does not have here what it should have");
  if (key !== undefined && !isHex(key, 32)) throw wrong("that is no key of a device");
  if (seat >= match.seats || (current.parts.at(-1)?.seat ?? -1) >= +seat) throw wrong("the shares are not in the order of the seats");
  if (hex(sharePromise(match.table, current.deal, Number(seat), bytes(e))) !== c)
    throw wrong(`in deal ${current.deal} the share of ${nameOf(match, seat)} is not the promised one`);
  current.parts.push({ seat: Number(seat), key });
}

function takeSeal(match, [deal, seat, seen, signature, ...more], wrong, digest, checked) {
  const current = match.deals.at(-1);
  if (!isNumber(deal) || !isNumber(seat) || !isHex(seen, 32) || !isHex(signature, 64) || more.length > 0)
    throw wrong("`seal` does not have here what it should have");
  const key = current?.parts.find((part) => part.seat === Number(seat))?.key;
  if (Number(deal) !== current?.deal || key === undefined)
    throw wrong(`there is no deal ${deal} that the device of ${nameOf(match, seat)} could have signed here`);
  const signed = sealText(match.table, current.deal, Number(seat), bytes(seen), digest);
  const id = [key, hex(signed), signature].join();
  if (!checked.has(id)) checked.set(id, isSigned(bytes(key), signed, bytes(signature)));
  if (!checked.get(id))
    throw wrong(
      `the device of ${nameOf(match, seat)} did not sign this: something up to the end of the round of deal ${deal} was changed ` +
        `afterwards, or the signature was`,
    );
  current.seals.push(Number(seat));
}

const nameOf = (match, seat) => match.names[seat] ?? `Player ${seat}`;

function told(match, { deal, parts, seals }) {
  const names = (seats) => seats.map((seat) => nameOf(match, seat));
  const unsigned = parts.filter((part) => part.key !== undefined && !seals.includes(part.seat));
  return {
    deal,
    shuffledBy: names(parts.map((part) => part.seat)),
    signedBy: names(seals),
    unsignedBy: names(unsigned.map((part) => part.seat)),
  };
}
