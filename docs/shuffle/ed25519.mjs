// Ed25519 signatures (RFC 8032) in plain JavaScript: for browsers that offer no cryptography on plain http, and to check
// records without installing anything. It is not constant in time: a key is used at one table, and signs what all can see.

const P = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const WORD = (1n << 64n) - 1n;

const modulo = (number, by = P) => ((number % by) + by) % by;

function power(base, exponent) {
  let result = 1n;
  for (let square = modulo(base); exponent > 0n; exponent >>= 1n) {
    if (exponent & 1n) result = modulo(result * square);
    square = modulo(square * square);
  }
  return result;
}

const inverse = (number) => power(number, P - 2n);
const D = modulo(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);

/** The whole part of a root, by Newton. */
function root(number, degree) {
  let guess = 1n << (BigInt(number.toString(2).length) / degree + 1n);
  for (;;) {
    const next = ((degree - 1n) * guess + number / guess ** (degree - 1n)) / degree;
    if (next >= guess) return guess;
    guess = next;
  }
}

const PRIMES = [];
for (let number = 2; PRIMES.length < 80; number++) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
const START = PRIMES.slice(0, 8).map((prime) => root(BigInt(prime) << 128n, 2n) & WORD);
const ROUNDS = PRIMES.map((prime) => root(BigInt(prime) << 192n, 3n) & WORD);

const turn = (word, by) => ((word >> by) | (word << (64n - by))) & WORD;

/** SHA-512 (FIPS 180-4) of bytes. */
export function sha512(bytes) {
  const padded = new Uint8Array((((bytes.length + 16) >> 7) + 1) << 7);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n);
  const hash = [...START];
  for (let block = 0; block < padded.length; block += 128) {
    const w = Array.from({ length: 16 }, (_, i) => view.getBigUint64(block + 8 * i));
    for (let i = 16; i < 80; i++) {
      const low = turn(w[i - 15], 1n) ^ turn(w[i - 15], 8n) ^ (w[i - 15] >> 7n);
      const high = turn(w[i - 2], 19n) ^ turn(w[i - 2], 61n) ^ (w[i - 2] >> 6n);
      w.push((w[i - 16] + low + w[i - 7] + high) & WORD);
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 80; i++) {
      const chosen = (e & f) ^ (~e & WORD & g);
      const one = h + (turn(e, 14n) ^ turn(e, 18n) ^ turn(e, 41n)) + chosen + ROUNDS[i] + w[i];
      const two = (turn(a, 28n) ^ turn(a, 34n) ^ turn(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) & WORD, c, b, a, (one + two) & WORD];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) & WORD));
  }
  const out = new DataView(new ArrayBuffer(64));
  hash.forEach((word, i) => out.setBigUint64(8 * i, word));
  return new Uint8Array(out.buffer);
}

const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Bytes as a number, the last byte first. */
const number = (bytes) => [...bytes].reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
const little = (value, length = 32) => Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));

// Points in extended coordinates: x/z, y/z, and t = xy/z.
const NOTHING = [0n, 1n, 1n, 0n];

function add([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = modulo((y1 - x1) * (y2 - x2));
  const b = modulo((y1 + x1) * (y2 + x2));
  const c = modulo(2n * D * t1 * t2);
  const d = modulo(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [modulo(e * f), modulo(g * h), modulo(f * g), modulo(e * h)];
}

function times(factor, point) {
  let sum = NOTHING;
  for (let double = point; factor > 0n; factor >>= 1n) {
    if (factor & 1n) sum = add(sum, double);
    double = add(double, double);
  }
  return sum;
}

function encode([x, y, z]) {
  const invert = inverse(z);
  const bytes = little(modulo(y * invert));
  bytes[31] |= Number(modulo(x * invert) & 1n) << 7;
  return bytes;
}

/** The point of 32 bytes; null if there is none. */
function decode(bytes) {
  const y = number(bytes) & (2n ** 255n - 1n);
  const odd = BigInt(bytes[31] >> 7);
  if (bytes.length !== 32 || y >= P) return null;
  const square = modulo((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (modulo(x * x) !== square) x = modulo(x * ROOT_OF_MINUS_ONE);
  if (modulo(x * x) !== square || (x === 0n && odd)) return null;
  if ((x & 1n) !== odd) x = P - x;
  return [x, y, 1n, modulo(x * y)];
}

const BASE = decode(little(modulo(4n * inverse(5n))));

/** The number and the prefix that a secret key of 32 bytes stands for. */
function expanded(secret) {
  const hash = sha512(secret);
  const low = hash.slice(0, 32);
  low[0] &= 248;
  low[31] = (low[31] & 127) | 64;
  return { scalar: number(low), prefix: hash.slice(32) };
}

/** The public key of a secret key of 32 bytes. */
export const publicKey = (secret) => encode(times(expanded(secret).scalar, BASE));

/** The signature of a text, 64 bytes. */
export function sign(secret, text) {
  const { scalar, prefix } = expanded(secret);
  const nonce = number(sha512(join(prefix, text))) % ORDER;
  const begins = encode(times(nonce, BASE));
  const challenge = number(sha512(join(begins, publicKey(secret), text))) % ORDER;
  return join(begins, little((nonce + challenge * scalar) % ORDER));
}

/** Whether the holder of a key signed a text. */
export function isSigned(key, text, signature) {
  const [point, begins, factor] = [decode(key), signature.slice(0, 32), number(signature.slice(32))];
  if (!point || signature.length !== 64 || factor >= ORDER || encode(times(8n, point)).join() === encode(NOTHING).join())
    return false;
  const challenge = number(sha512(join(begins, key, text))) % ORDER;
  const opposite = [modulo(-point[0]), point[1], point[2], modulo(-point[3])];
  return encode(add(times(factor, BASE), times(challenge, opposite))).join() === begins.join();
}
