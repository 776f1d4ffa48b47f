/** The environment variables of a process, by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The kinds of secrets. Each kind is checked in another way. */
export type SecretKind =
  /**
   * A secret that the operator chooses and with which both sides sign. It must have at least 32 characters.
   */
  | "signing-key"
  /** A secret that another company's server has issued. It must have at least 16 characters. */
  | "password"
  /** The PEM text of a private key. */
  | "private-key"
  /** A key of 32 bytes, in hex. */
  | "hex-key";

/**
 * All settings that are secrets. `DATABASE_URL` and `SMTP_URL` are not listed; `checkPasswordIn` checks the
 * passwords in them.
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
 * Reads a secret. Returns `null` if it is not set. If the secret is empty, short, repetitive, or made of
 * words instead of random characters, adds an error to `wrong`. The error names the setting and what to do,
 * but not the value. In development the master key can be repetitive, because there is no real data.
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
 * Checks the passwords in an address such as `SMTP_URL`: the one before the host, and those in parameters. In
 * development every password is accepted.
 */
export function checkPasswordIn(env: Environment, name: "DATABASE_URL" | "SMTP_URL", wrong: string[]): void {
  if (env.SAPHAN_ENV !== "runtime") return;
  const faults = passwordsIn(env[name] ?? "").map((password) => faultOf(password, "password", true));
  for (const fault of new Set(faults))
    if (fault !== null) wrong.push(`The password in ${name} ${fault}; ${CURES.password}.`);
}

/**
 * Returns the passwords in `scheme://user:password@host/path?password=…`. The password ends at the last `@`
 * before the path, because clients read it so.
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
  // If a value is a repeated part, the value shifted by this part equals its own beginning.
  for (let part = 1; part <= value.length / 2; part++) if (value.startsWith(value.slice(part))) return true;
  return false;
}

/**
 * Texts that are typical of placeholders. Each has at least seven characters, so random values practically
 * never contain one.
 */
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
 * Returns whether a value looks as if a person typed it. Either it contains a placeholder, or most of its
 * characters can be guessed from those before, as in words, sequences (`4567`, `defg`) and repetitions.
 */
function isFromAnExample(value: string): boolean {
  const plain = value.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (PLACEHOLDERS.test(plain)) return true;
  let unforeseen = 0;
  for (let at = 0; at < value.length; at++) if (!isForeseen(value, at)) unforeseen += 1;
  // Of ten characters in a random value, about nine cannot be guessed. In words it is three or four of ten.
  return unforeseen < value.length / 2 - 1;
}

function isForeseen(value: string, at: number): boolean {
  const one = value[at] ?? "";
  // Spaces and punctuation occur between words. Programs that generate secrets do not use them.
  if (/[\s._:,;/|-]|\P{ASCII}/u.test(one)) return true;
  const pair = value.slice(Math.max(0, at - 1), at + 1);
  // If a pair has a lower and an upper case letter, it does not count as part of a word, except for an
  // initial capital. Random values mix cases within a word; people do not.
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
