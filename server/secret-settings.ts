/** Environment variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The kind of a secret. It decides how the secret is checked. */
export type SecretKind =
  /** A secret that the operator chooses and both sides sign with. It has at least 32 characters. */
  | "signing-key"
  /** A secret that the other side's server issues. It has at least 16 characters. */
  | "password"
  /** The PEM text of a private key. */
  | "private-key"
  /** A key of 32 bytes, in hex. */
  | "hex-key";

/**
 * All settings that are secrets. The passwords within `DATABASE_URL` and `SMTP_URL` are checked by
 * `checkPasswordIn`.
 */
export const SECRET_SETTINGS = {
  SAPHAN_KEY: "hex-key",
  SAPHAN_NEW_KEY: "hex-key",
  BANK_WEBHOOK_SECRET: "signing-key",
  IDENTITY_WEBHOOK_SECRET: "signing-key",
  ONFIDO_TOKEN: "password",
  VERIFIO_TOKEN: "password",
  DOPA_TOKEN: "password",
  NDID_TOKEN: "password",
  SMS_SECRET: "password",
  SMS_REPORT_SECRET: "signing-key",
  UNLEASH_TOKEN: "password",
  CONTENT_TOKEN: "password",
  APPLE_PRIVATE_KEY: "private-key",
} as const satisfies Record<string, SecretKind>;

/**
 * Reads a secret; returns `null` if it is not set. If the secret is empty, short, repetitive, or like words
 * instead of random, adds an error to `wrong` that names the setting and the remedy but not the value. In
 * development the master key can be repetitive, because its data is fictitious.
 */
export function readSecret(
  env: Environment,
  name: keyof typeof SECRET_SETTINGS,
  wrong: string[],
): string | null {
  const value = env[name];
  if (value === undefined) return null;
  const kind: SecretKind = SECRET_SETTINGS[name];
  const fault = faultOf(value, kind, env.SAPHAN_ENV === "runtime");
  if (fault !== null) wrong.push(`${name} ${fault}; ${CURES[kind]}.`);
  return value;
}

/**
 * Checks the passwords in an address such as `SMTP_URL`, before the host and in its parameters. In
 * development every password is accepted.
 */
export function checkPasswordIn(env: Environment, name: "DATABASE_URL" | "SMTP_URL", wrong: string[]): void {
  if (env.SAPHAN_ENV !== "runtime") return;
  const faults = passwordsIn(env[name] ?? "").map((password) => faultOf(password, "password", true));
  for (const fault of new Set(faults))
    if (fault !== null) wrong.push(`The password in ${name} ${fault}; ${CURES.password}.`);
}

/**
 * Returns the passwords of `scheme://user:password@host/path?password=…`. Like clients, it ends the password
 * at the last `@` before the path.
 */
function passwordsIn(url: string): readonly string[] {
  const [address = "", query = ""] = url.split("#", 1)[0]?.split(/\?(.*)/s) ?? [];
  const before = /^[a-z]+:\/\/[^/@:]*:([^/]*)@/.exec(address)?.[1];
  const among = [...new URLSearchParams(query)].flatMap(([name, value]) =>
    /pass(word)?$/i.test(name) ? [value] : [],
  );
  return [...(before === undefined ? [] : [decoded(before)]), ...among];
}

/** Decodes percent-encoded characters. Returns the text unchanged if the encoding is invalid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const CURES: Readonly<Record<SecretKind, string>> = {
  "signing-key": "set at least 32 random characters (openssl rand -hex 32), or remove the setting",
  password: "set one of at least 16 random characters at that server, or remove the setting",
  "private-key": "set the PKCS 8 text of the .p8 file, line ends written as \\n, or remove the setting",
  "hex-key": "set 64 random hexadecimal digits (openssl rand -hex 32), or remove the setting",
};

const LEAST = { "signing-key": 32, password: 16 } as const;

function faultOf(value: string, kind: SecretKind, runtime: boolean): string | null {
  if (value.trim() === "") return "is empty";
  if (kind === "private-key")
    return value.includes("-----BEGIN PRIVATE KEY-----") ? null : "is no private key";
  if (value.trim() !== value) return "begins or ends with white space";
  if (kind === "hex-key") {
    if (!/^[0-9a-f]{64}$/i.test(value)) return "is not 64 hexadecimal digits";
    return runtime && repeats(value) ? "repeats itself" : null;
  }
  if (value.length < LEAST[kind]) return `is shorter than ${LEAST[kind]} characters`;
  if (repeats(value)) return "repeats itself";
  return isFromAnExample(value) ? "is a value from an example" : null;
}

/** Returns whether a value consists of a repeated part, or uses too few characters to be random. */
function repeats(value: string): boolean {
  if (new Set(value.toLowerCase()).size < 5) return true;
  // A value with a period of at most half its length equals itself shifted by that period.
  for (let part = 1; part <= value.length / 2; part++) if (value.startsWith(value.slice(part))) return true;
  return false;
}

/** Typical placeholder texts. Each has at least seven characters, so random values do not contain them. */
const PLACEHOLDERS =
  /change(me|this|it)|replace(me|this|it)|fillme|goeshere|fixme(here|now)|placeholder|example|insecure|your(own|secret|password|token|key|bank)|not(a|so|very)?secret|secret(key|token|value|here)|password|passphrase|letmein|qwert(y|z)|asdfgh|zxcvbn|abcdefg|1234567|correcthorse/;

/** The letter pairs that cover three quarters of English text. */
const PAIRS = new Set(
  (
    "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ur " +
    "me ne ri ro ic io co ll el ch om be ma ta us ce no ac ec il la id so pe sh ai wh ke ey ss wo tr pa mo ca ho fo ow " +
    "em ge ay ut ul ly rs ry ck ct pl pr su oo fr ab mp nk ul bl gh ug"
  ).split(" "),
);

/**
 * Returns whether a value looks typed by hand: it contains a placeholder, or most characters are predictable from the
 * previous ones, as in words, sequences (`4567`, `defg`) and repetitions.
 */
function isFromAnExample(value: string): boolean {
  const plain = value.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (PLACEHOLDERS.test(plain)) return true;
  let unforeseen = 0;
  for (let at = 0; at < value.length; at++) if (!isForeseen(value, at)) unforeseen += 1;
  // About nine of ten characters are unpredictable in random values, three or four of ten in words.
  return unforeseen < value.length / 2 - 1;
}

function isForeseen(value: string, at: number): boolean {
  const one = value[at] ?? "";
  // Spaces and punctuation separate words. Secret generators do not use them.
  if (/[\s._:,;/|-]|\P{ASCII}/u.test(one)) return true;
  const pair = value.slice(Math.max(0, at - 1), at + 1);
  // Pairs with mixed case, except an initial capital, do not count as words: random values change case within
  // a word, people do not.
  if (/^([a-z]{2}|[A-Z]{2}|[A-Z][a-z])$/.test(pair) && PAIRS.has(pair.toLowerCase())) return true;
  const three = value.slice(Math.max(0, at - 2), at + 1).toLowerCase();
  if (three.length < 3) return false;
  return isRun(three) || value.toLowerCase().lastIndexOf(three, at - 3) >= 0;
}

/** Returns whether three characters form a sequence: up, down, or equal. */
function isRun(three: string): boolean {
  const [a = 0, b = 0, c = 0] = [0, 1, 2].map((at) => three.charCodeAt(at));
  return b - a === c - b && Math.abs(b - a) <= 1;
}
