// Works out shuffles (`shuffle/v1`) by itself: own SHA-256, own ChaCha20, nothing to install. docs/shuffle.md tells what
// the functions do. The page uses them as they are, also where a browser offers no cryptography: on plain http at home.

const K = new Uint32Array([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
]);

const turnRight = (word, by) => (word >>> by) | (word << (32 - by));
const turnLeft = (word, by) => (word << by) | (word >>> (32 - by));

/** SHA-256 (FIPS 180-4) of bytes. */
export function sha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const hash = new Uint32Array([
    0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
  ]);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15];
      const b = w[i - 2];
      const low = turnRight(a, 7) ^ turnRight(a, 18) ^ (a >>> 3);
      const high = turnRight(b, 17) ^ turnRight(b, 19) ^ (b >>> 10);
      w[i] = w[i - 16] + low + w[i - 7] + high;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turnRight(e, 6) ^ turnRight(e, 11) ^ turnRight(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turnRight(a, 2) ^ turnRight(a, 13) ^ turnRight(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] += word));
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => out.setUint32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** HMAC-SHA-256 (RFC 2104) for a key of at most 64 bytes. */
export function hmac(key, bytes) {
  const pad = (byte) => Uint8Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ byte);
  return sha256(join(pad(0x5c), sha256(join(pad(0x36), bytes))));
}

export const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
export const text = (string) => new TextEncoder().encode(string);
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const u32 = (number) => bytes(number.toString(16).padStart(8, "0"));
const u64 = (number) => bytes(BigInt(number).toString(16).padStart(16, "0"));

/** What everything that is hashed begins with. */
function begun(purpose, table, deal) {
  const name = text(table);
  return join(text(purpose), u32(name.length), name, u64(deal));
}

/** What the table promises: `secret` are its 32 bytes. */
export const promise = (table, deal, secret) => sha256(join(begun("shuffle/v1/server", table, deal), secret));

/** What a player's device promises: `share` are its 16 bytes. */
export const sharePromise = (table, deal, seat, share) =>
  sha256(join(begun("shuffle/v1/player", table, deal), u32(seat), share));

/** The key of a deal. `rules` is the hash of the rules, `shares` a list of `[seat, share]`. */
export function dealKey(table, deal, secret, rules, shares) {
  const sorted = [...shares].sort((one, other) => one[0] - other[0]);
  const parts = sorted.flatMap(([seat, share]) => [u32(seat), u32(share.length), share]);
  return hmac(secret, join(begun("shuffle/v1/seed", table, deal), rules, u32(sorted.length), ...parts));
}

function quarter(x, a, b, c, d) {
  for (const [first, second] of [[16, 12], [8, 7]]) {
    x[a] += x[b];
    x[d] = turnLeft(x[d] ^ x[a], first);
    x[c] += x[d];
    x[b] = turnLeft(x[b] ^ x[c], second);
  }
}

/** One block of ChaCha20 (RFC 8439, 2.3) as sixteen words; the nonce is the purpose and two zero words. */
function chacha20(key, block, purpose) {
  const words = new DataView(key.buffer, key.byteOffset);
  const start = new Uint32Array([0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, 0, 0, 0, 0, 0, 0, 0, 0, block, purpose, 0, 0]);
  for (let i = 0; i < 8; i++) start[4 + i] = words.getUint32(4 * i, true);
  const x = start.slice();
  for (let round = 0; round < 10; round++) {
    for (let i = 0; i < 4; i++) quarter(x, i, 4 + i, 8 + i, 12 + i);
    for (let i = 0; i < 4; i++) quarter(x, i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4));
  }
  return x.map((word, i) => word + start[i]);
}

/** The words of a key for one purpose: 0 is the deal, r the r-th reshuffle, 2^32 - 1 the lot for the first dealer. */
export function* stream(key, purpose) {
  for (let block = 0; ; block++) yield* chacha20(key, block, purpose);
}

/** A number below `bound`, every one equally likely. */
export function below(words, bound) {
  const fair = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const word = words.next().value;
    if (word < fair) return word % bound;
  }
}

/** Puts a list into the order of a shuffle, first card dealt first. */
export function shuffle(cards, key, purpose) {
  const words = stream(key, purpose);
  const order = [...cards];
  for (let last = order.length - 1; last > 0; last--) {
    const other = below(words, last + 1);
    [order[last], order[other]] = [order[other], order[last]];
  }
  return order;
}

/** The transcript before the first deal of a match. */
export const EMPTY_TRANSCRIPT = new Uint8Array(32);

/** The transcript after a deal was given up because of these seats. */
export const afterRestart = (transcript, table, deal, promised, seats) =>
  sha256(join(begun("shuffle/v1/given-up", table, deal), transcript, promised, u32(seats.length), ...seats.map(u32)));

/** The transcript after a deal: `parts` is a list of `[seat, promise, key]` in seat order, with an empty key if there is none. */
export function afterDeal(transcript, table, deal, promised, rules, parts) {
  const told = parts.flatMap(([seat, own, key]) => [u32(seat), own, u32(key.length), key]);
  return sha256(join(begun("shuffle/v1/dealt", table, deal), transcript, promised, rules, u32(parts.length), ...told));
}

/** A transcript as people compare it: `K7QX-2M4P-9TRA-BC3D`. */
export function code(transcript) {
  const bits = BigInt("0x" + hex(transcript.slice(0, 10)));
  const letter = (_, at) => "0123456789ABCDEFGHJKMNPQRSTVWXYZ"[Number((bits >> BigInt(75 - 5 * at)) & 31n)];
  return Array.from({ length: 16 }, letter).join("").match(/..../g).join("-");
}

/** What a seat has seen before the cards of a deal. */
export const seenBefore = (table, deal, seat, transcript, names) =>
  sha256(join(begun("shuffle/v1/seen", table, deal), u32(seat), transcript, text(names.join(", "))));

/** What it has seen after one more step, whose events stand in one text as on the wire. */
export const seenAfter = (seen, events) => sha256(join(seen, text(events)));

/** What a device signs when a round is over: what its seat saw, and the digest of the record so far. */
export const sealText = (table, deal, seat, seen, digest) =>
  join(begun("shuffle/v1/seal", table, deal), u32(seat), seen, digest);

/** What is wrong with a deal that was opened; nothing if it is as promised. */
export function fault({ table, deal, rules, promise: promised, secret, parts, key, cards, orders = [] }) {
  if (hex(promise(table, deal, bytes(secret))) !== promised) return "the table's promise is broken";
  for (const { seat, promise: own, share } of parts) {
    if (hex(sharePromise(table, deal, seat, bytes(share))) !== own) return `the promise of seat ${seat} is broken`;
  }
  const shares = parts.map(({ seat, share }) => [seat, bytes(share)]);
  const found = dealKey(table, deal, bytes(secret), bytes(rules), shares);
  if (key !== undefined && hex(found) !== key) return "the key is another one";
  const pack = Array.from({ length: cards ?? 0 }, (_, card) => card);
  const wrong = orders.find(({ purpose, order }) => shuffle(pack, found, purpose).join() !== order.join());
  return wrong && `the cards of shuffle ${wrong.purpose} are other ones`;
}
