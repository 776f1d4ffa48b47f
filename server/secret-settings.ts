/** Environment variables, as a process is given them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What kind of secret a setting holds. */
export type SecretKind =
  /** We choose it, and both sides sign with it: at least 32 characters. */
  | "signing-key"
  /** The other side's server gave it to us: at least 16 characters. */
  | "password"
  /** The PEM text of a private key. */
  | "private-key"
  /** 32 bytes in hex. */
  | "hex-key";

/** Every setting that is a secret of its own. Passwords inside `DATABASE_URL` and `SMTP_URL` are read by `checkPasswordIn`. */
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
  UNLEASH_TOKEN: "password",
  CONTENT_TOKEN: "password",
  APPLE_PRIVATE_KEY: "private-key",
} as const satisfies Record<string, SecretKind>;

/**
 * Reads one secret; `null` where it is not set. Adds to `wrong` what makes it unfit, naming the setting and the cure, never the
 * value: it is empty, short, repeats itself, or reads like words and not like chance. In development the master key may
 * repeat itself: its data are made up.
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
 * Looks at the passwords inside an address such as `SMTP_URL`, before its host and among its parameters. In development any will do:
 * its servers are our own.
 */
export function checkPasswordIn(env: Environment, name: "DATABASE_URL" | "SMTP_URL", wrong: string[]): void {
  if (env.SAPHAN_ENV !== "runtime") return;
  const faults = passwordsIn(env[name] ?? "").map((password) => faultOf(password, "password", true));
  for (const fault of new Set(faults))
    if (fault !== null) wrong.push(`The password in ${name} ${fault}; ${CURES.password}.`);
}

/** `scheme://user:password@host/path?password=…`, as its readers take it: the last `@` before the path ends the password. */
function passwordsIn(url: string): readonly string[] {
  const [address = "", query = ""] = url.split("#", 1)[0]?.split(/\?(.*)/s) ?? [];
  const before = /^[a-z]+:\/\/[^/@:]*:([^/]*)@/.exec(address)?.[1];
  const among = [...new URLSearchParams(query)].flatMap(([name, value]) =>
    /pass(word)?$/i.test(name) ? [value] : [],
  );
  return [...(before === undefined ? [] : [decoded(before)]), ...among];
}

/** Without percent signs; as it stands where they encode nothing. */
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

/** Whether a part is written twice or more, or so few characters are used that no chance chose them. */
function repeats(value: string): boolean {
  if (new Set(value.toLowerCase()).size < 5) return true;
  // Whatever repeats a part shorter than half of it stands in itself, moved by that part.
  for (let part = 1; part <= value.length / 2; part++) if (value.startsWith(value.slice(part))) return true;
  return false;
}

/** What only a hand writes in the place of a secret. Chance comes to none of these: each has seven characters or more. */
const PLACEHOLDERS =
  /change(me|this|it)|replace(me|this|it)|fillme|goeshere|fixme(here|now)|placeholder|example|insecure|your(own|secret|password|token|key|bank)|not(a|so|very)?secret|secret(key|token|value|here)|password|passphrase|letmein|qwert(y|z)|asdfgh|zxcvbn|abcdefg|1234567|correcthorse/;

/** The pairs that three of four letters of English text stand in with the letter before. */
const PAIRS = new Set(
  (
    "th he in er an re nd at on nt ha es st en ed to it ou ea hi is or ti as te et ng of al de se le sa si ar ve ra ur " +
    "me ne ri ro ic io co ll el ch om be ma ta us ce no ac ec il la id so pe sh ai wh ke ey ss wo tr pa mo ca ho fo ow " +
    "em ge ay ut ul ly rs ry ck ct pl pr su oo fr ab mp nk ul bl gh ug"
  ).split(" "),
);

/**
 * Whether a value reads like something written by hand: it has the name of a placeholder, or most of its characters follow from those
 * before, as in words, runs (`4567`, `defg`) and parts that come again.
 */
function isFromAnExample(value: string): boolean {
  const plain = value.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  if (PLACEHOLDERS.test(plain)) return true;
  let unforeseen = 0;
  for (let at = 0; at < value.length; at++) if (!isForeseen(value, at)) unforeseen += 1;
  // Chance leaves about nine of ten, words three or four.
  return unforeseen < value.length / 2 - 1;
}

function isForeseen(value: string, at: number): boolean {
  const one = value[at] ?? "";
  // What stands between words, and what no generator of secrets writes.
  if (/[\s._:,;/|-]|\P{ASCII}/u.test(one)) return true;
  const pair = value.slice(Math.max(0, at - 1), at + 1);
  // Chance changes between capitals and small letters in the middle of a word, a hand does not.
  if (/^([a-z]{2}|[A-Z]{2}|[A-Z][a-z])$/.test(pair) && PAIRS.has(pair.toLowerCase())) return true;
  const three = value.slice(Math.max(0, at - 2), at + 1).toLowerCase();
  if (three.length < 3) return false;
  return isRun(three) || value.toLowerCase().lastIndexOf(three, at - 3) >= 0;
}

/** Three characters with the same step between them: one up, one down, none. */
function isRun(three: string): boolean {
  const [a = 0, b = 0, c = 0] = [0, 1, 2].map((at) => three.charCodeAt(at));
  return b - a === c - b && Math.abs(b - a) <= 1;
}
