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
 * value: it is empty, short, repeats itself, or is made of words that stand in examples. In development the master key may
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

/** Looks at the password inside an address such as `SMTP_URL`. In development any will do: its servers are our own. */
export function checkPasswordIn(env: Environment, name: "DATABASE_URL" | "SMTP_URL", wrong: string[]): void {
  const password = /^[a-z]+:\/\/[^/@?]*?:([^/@?]*)@/.exec(env[name] ?? "")?.[1];
  if (password === undefined || env.SAPHAN_ENV !== "runtime") return;
  const fault = faultOf(password, "password", true);
  if (fault !== null) wrong.push(`The password in ${name} ${fault}; ${CURES.password}.`);
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

/** Words that examples and hasty hands write in the place of a secret. */
const EXAMPLE_WORDS = (
  "change changeme replace replaceme insert fill your my the this that it an is in of to for with at and not me here please " +
  "secret secrets key keys token tokens password passwd pass phrase webhook signing signature " +
  "bank identity vendor saphan nava portal server service app example sample test testing default dummy demo " +
  "placeholder value todo fixme dev develop development local localhost staging prod production runtime " +
  "admin administrator root user guest postgres mysql foo bar baz qux super very long safe secure security " +
  "strong random string text character characters least must be should only insecure unsafe letmein welcome hello world " +
  "abcdefghijklmnopqrstuvwxyz abcdefgh abcdef abcd abc qwertyuiop qwerty asdfghjkl zxcvbnm correct horse battery staple"
).split(" ");

/** Whether nothing but such words and digits stands there; at least one is a word. */
function isFromAnExample(value: string): boolean {
  const letters = value.toLowerCase().replaceAll(/[^a-z]/g, "");
  // Ends of what is made of whole words so far.
  const ends = new Set([0]);
  for (let at = 0; at < letters.length; at++)
    if (ends.has(at))
      for (const word of EXAMPLE_WORDS) if (letters.startsWith(word, at)) ends.add(at + word.length);
  return letters !== "" && ends.has(letters.length);
}
