const ROUND_CONSTANTS = constants(64, 3);
const INITIAL_STATE = constants(8, 2);

/** SHA-256 (FIPS 180-4) of a text in UTF-8, in hex. Synchronous and pure, since a walk compares hashes, also in the browser. */
export function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const blocks = new Uint32Array(((bytes.length + 8) >> 6) * 16 + 16);
  bytes.forEach((byte, index) => {
    blocks[index >> 2] = (blocks[index >> 2] as number) | (byte << (24 - (index % 4) * 8));
  });
  const end = bytes.length;
  blocks[end >> 2] = (blocks[end >> 2] as number) | (0x80 << (24 - (end % 4) * 8));
  // The length in bits; its upper word stays 0 up to half a gigabyte.
  blocks[blocks.length - 1] = end * 8;
  const state = Uint32Array.from(INITIAL_STATE);
  const schedule = new Uint32Array(ROUND_CONSTANTS.length);
  for (let at = 0; at < blocks.length; at += 16) compress(state, schedule, blocks.subarray(at, at + 16));
  return [...state].map((word) => word.toString(16).padStart(8, "0")).join("");
}

function compress(state: Uint32Array, w: Uint32Array, block: Uint32Array): void {
  w.set(block);
  for (let i = 16; i < w.length; i++) {
    const a = w[i - 15] as number;
    const b = w[i - 2] as number;
    const s0 = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const s1 = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let i = 0; i < 64; i++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[i] as number) + (w[i] as number)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => {
    state[index] = (state[index] as number) + word;
  });
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The first 32 bits of the fractions (a cell of 32 bits drops the whole part) of square (2) or cube (3) roots of the first primes. */
function constants(count: number, root: 2 | 3): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes.map((prime) => prime ** (1 / root) * 2 ** 32));
}
