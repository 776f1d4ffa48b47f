import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DateTime } from "luxon";
import { BRAND_CODES, type Brand, DEFAULT_BRAND } from "../domain/brands.ts";
import { withoutTrailing } from "../engine/values/without-trailing.ts";
import { checkPasswordIn, type Environment, readSecret } from "./secret-settings.ts";
import { readSmsSettings, SMS_VENDOR_NAMES, type SmsSettings } from "./sms-settings.ts";
import { readTrustedProxies, type TrustedProxies } from "./trusted-proxies.ts";
import { Unreadable } from "./unreadable.ts";
import { readVendorSettings, type VendorSettings } from "./vendor-settings.ts";

/** The configuration of a server process, read once at start. */
export type Config = {
  /**
   * The kind of environment. Only `development` has demo people, a movable clock, a mailbox page and the
   * identity sandbox. Real people use `runtime`.
   */
  readonly env: "development" | "runtime";
  readonly host: string;
  readonly port: number;
  /** The brand of the portal. It determines name, colours and cookie names. */
  readonly brand: Brand;
  /** The portal's public address, without a trailing slash. Links in e-mails begin with it. */
  readonly origin: string;
  /** The project's root folder. */
  readonly rootDir: string;
  /** Folder of the embedded database, the uploads and the keys. */
  readonly dataDir: string;
  /** URL of an external PostgreSQL, used instead of the embedded one. */
  readonly databaseUrl: string | null;
  readonly unleashUrl: string | null;
  readonly unleashToken: string | null;
  readonly smtpUrl: string | null;
  /** Settings of the text message gateway; `null` if no text messages are sent. */
  readonly sms: SmsSettings | null;
  /** The secret in the address to which the gateway reports deliveries; `null` if no reports are accepted. */
  readonly smsReportSecret: string | null;
  /** Address of ClamAV's daemon, which scans uploads. Without it, uploads keep the state "not scanned". */
  readonly clamdUrl: string | null;
  /** Folder with the watch lists for screening. */
  readonly watchLists: string | null;
  /** Sender address of e-mails. */
  readonly mailFrom: string;
  /**
   * Time at which the movable clock of a new development database starts (ISO 8601; Bangkok time if no offset
   * is given). `null`: the machine's time.
   */
  readonly clockStart: string | null;
  /** Port of the identity sandbox, in development only. */
  readonly sandboxPort: number;
  /**
   * Master key: 32 bytes in hex, from which all other keys are derived. `null`: the portal reads the master
   * key from the key file in `dataDir`.
   */
  readonly masterKey: string | null;
  /** The proxies whose forwarding headers are trusted. */
  readonly trustProxy: TrustedProxies;
  /** PromptPay's 15-digit biller id of this brand; `null` if no payment QR code is shown. */
  readonly billerId: string | null;
  /** Secret that signs the bank's messages to `/api/webhooks/bank`; `null` if no messages are accepted. */
  readonly bankWebhookSecret: string | null;
  /** Settings of the identity vendors; `null` if there are none and staff review identities. */
  readonly identityVendors: VendorSettings | null;
  /** Google's issuer and the portal's client id; `null` if log-in with Google is not offered. */
  readonly google: { readonly issuer: string; readonly clientId: string } | null;
  /** Apple's issuer, the portal's client id and key; `null` if log-in with Apple is not offered. */
  readonly apple: {
    readonly issuer: string;
    readonly clientId: string;
    readonly teamId: string;
    readonly keyId: string;
    readonly privateKey: string;
  } | null;
  /** The wallet partner's profile address; `null` if log-in with a wallet is not offered. */
  readonly walletUrl: string | null;
  /**
   * The mobile apps that can open the portal's addresses: Apple's id (team and bundle), Android's package and
   * certificate.
   */
  readonly apps: {
    readonly ios: string | null;
    readonly android: { readonly packageName: string; readonly fingerprint: string } | null;
  };
  /** Address of Strapi, whose content replaces the content of the release; `null` if Strapi is not used. */
  readonly contentUrl: string | null;
  /** The access token for Strapi. It never leaves the server. */
  readonly contentToken: string | null;
  /**
   * Time unit in milliseconds for answers whose duration must reveal nothing. Each such answer is delayed
   * until a whole multiple of this time has passed.
   */
  readonly evenMs: number;
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
};

const LOG_LEVELS = ["silent", "error", "warn", "info", "debug"] as const;

/**
 * Reads the configuration from environment variables, with defaults for a single machine. An empty variable
 * counts as not set. Only a secret must not be empty. If variables are invalid, throws one error that names
 * all of them and their allowed values.
 */
export function readConfig(given: Environment): Config {
  const wrong: string[] = [];
  const env = withoutEmpty(given);
  const name = environmentOf(env, wrong);
  const port = portOf(env, "PORT", 3000, wrong);
  const origin = withoutTrailing(env.ORIGIN ?? `http://localhost:${port}`, "/");
  const smsReportSecret = readSecret(given, "SMS_REPORT_SECRET", wrong);
  const rootDir = resolve(fileURLToPath(import.meta.url), "..", "..");
  const config: Config = {
    env: name,
    host: env.HOST ?? (name === "runtime" ? "0.0.0.0" : "127.0.0.1"),
    port,
    brand: brandOf(env, wrong),
    origin,
    rootDir,
    dataDir: resolve(rootDir, env.SAPHAN_DATA ?? ".data"),
    databaseUrl: urlOf(env, "DATABASE_URL", ["postgres:", "postgresql:"], wrong),
    unleashUrl: urlOf(env, "UNLEASH_URL", ["http:", "https:"], wrong),
    unleashToken: readSecret(given, "UNLEASH_TOKEN", wrong),
    smtpUrl: urlOf(env, "SMTP_URL", ["smtp:", "smtps:"], wrong),
    sms: smsOf({ given, env }, { origin, smsReportSecret }, wrong),
    smsReportSecret,
    watchLists: env.WATCH_LISTS === undefined ? null : resolve(rootDir, env.WATCH_LISTS),
    clamdUrl: urlOf(env, "CLAMD_URL", ["tcp:", "unix:"], wrong),
    mailFrom: env.MAIL_FROM ?? "Saphan <no-reply@saphan.example>",
    clockStart: momentOf(env, "SAPHAN_CLOCK", wrong),
    sandboxPort: portOf(env, "SANDBOX_PORT", port === 0 ? 0 : port + 1000, wrong),
    masterKey: readSecret(given, "SAPHAN_KEY", wrong),
    trustProxy: proxiesOf(env.TRUST_PROXY, wrong),
    // In development, the portal uses a biller id that belongs to no bank, so that QR codes can be shown.
    billerId: env.PROMPTPAY_BILLER_ID ?? (name === "development" ? "000000000000000" : null),
    bankWebhookSecret: readSecret(given, "BANK_WEBHOOK_SECRET", wrong),
    identityVendors: readVendorSettings(
      given,
      (name) => addressOf(env, name, wrong, { inside: name === "NDID_URL" }),
      wrong,
    ),
    google: googleOf(env, wrong),
    apple: appleOf(given, env, wrong),
    walletUrl: addressOf(env, "TRUEMONEY_URL", wrong),
    apps: appsOf(env, wrong),
    contentUrl: addressOf(env, "CONTENT_URL", wrong, { inside: true }),
    contentToken: readSecret(given, "CONTENT_TOKEN", wrong),
    // Tests set a shorter time unit, so that they do not wait for delayed answers.
    evenMs: wholeOf(env, "SAPHAN_MOCK_EVEN_MS", 250, wrong),
    logLevel: oneOf(env, "LOG_LEVEL", LOG_LEVELS, name === "runtime" ? "info" : "warn", wrong),
  };
  if (name === "runtime") wrong.push(...unfitForRuntime(env));
  checkPasswordIn(env, "DATABASE_URL", wrong);
  checkPasswordIn(env, "SMTP_URL", wrong);
  if (config.billerId !== null && !/^\d{15}$/.test(config.billerId))
    wrong.push("PROMPTPAY_BILLER_ID must be 15 digits, as registered with the bank.");
  refuse(wrong);
  return config;
}

/**
 * Reads the part of the configuration that `npm run build` and the rule book need. Throws like `readConfig`.
 */
export function readLook(given: Environment): Pick<Config, "env" | "brand"> {
  const wrong: string[] = [];
  const env = withoutEmpty(given);
  const look = { env: environmentOf(env, wrong), brand: brandOf(env, wrong) };
  refuse(wrong);
  return look;
}

/**
 * Reads the new master key, to which `npm run saphan -- rotate-key` changes. Returns `null` if it is not set.
 * Throws like `readConfig`.
 */
export function readNextMasterKey(given: Environment): string | null {
  const wrong: string[] = [];
  const next = readSecret(given, "SAPHAN_NEW_KEY", wrong);
  refuse(wrong);
  return next;
}

function refuse(wrong: readonly string[]): void {
  if (wrong.length > 0) throw new Unreadable(`The settings cannot be used.\n${wrong.join("\n")}`);
}

function withoutEmpty(given: Environment): Environment {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ""));
}

const environmentOf = (env: Environment, wrong: string[]) =>
  oneOf(env, "SAPHAN_ENV", ["development", "runtime"], "development", wrong);

const brandOf = (env: Environment, wrong: string[]) => oneOf(env, "BRAND", BRAND_CODES, DEFAULT_BRAND, wrong);

// Returns messages about settings that `runtime` does not allow: variables that are set although they are for
// development only, and required ones that are missing.
function unfitForRuntime(env: Environment): string[] {
  const wrong: string[] = [];
  for (const name of Object.keys(env))
    if (name === "SANDBOX_PORT" || /^SAPHAN_(DEMO|MOCK|CLOCK)/.test(name))
      wrong.push(`${name} exists in development only; SAPHAN_ENV=runtime refuses to start with it.`);
  if (!env.ORIGIN)
    wrong.push("ORIGIN is missing: the address that people reach the portal at (https://...).");
  else if (!env.ORIGIN.startsWith("https://"))
    wrong.push(`ORIGIN is "${env.ORIGIN}"; where real people are it begins with https://.`);
  if (!env.SMTP_URL) wrong.push("SMTP_URL is missing: the mailbox page exists in development only.");
  return wrong;
}

function oneOf<const Choice extends string>(
  env: Environment,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
  wrong: string[],
): Choice {
  const given = env[name];
  if (given === undefined) return fallback;
  const found = choices.find((choice) => choice === given);
  if (found === undefined) wrong.push(`${name} is "${given}"; it may be ${choices.join(" or ")}.`);
  return found ?? fallback;
}

function momentOf(env: Environment, name: string, wrong: string[]): string | null {
  const text = env[name];
  if (text === undefined) return null;
  if (!/^20\d\d-\d\d-\d\dT/.test(text) || !DateTime.fromISO(text).isValid)
    wrong.push(`${name} is "${text}"; it may be a moment from 2000 to 2099, such as 2026-11-23T10:00.`);
  return text;
}

function appsOf(env: Environment, wrong: string[]): Config["apps"] {
  const ios = env.APP_IOS_ID ?? null;
  if (ios !== null && !/^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/.test(ios))
    wrong.push(
      `APP_IOS_ID is "${ios}"; it is the team's ten letters, a dot and the app's name (ABCDE12345.example.app).`,
    );
  const [packageName = "", fingerprint = ""] = (env.APP_ANDROID ?? "").split("=");
  const given = packageName !== "";
  if (given && !(/^[a-z][\w.]+$/i.test(packageName) && /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(fingerprint)))
    wrong.push(
      "APP_ANDROID must be the app's name, =, and its certificate's SHA-256 (example.app=AB:CD:…, 32 pairs).",
    );
  return { ios, android: given ? { packageName, fingerprint } : null };
}

function proxiesOf(given: string | undefined, wrong: string[]): TrustedProxies {
  const proxies = readTrustedProxies(given);
  if (proxies === null)
    wrong.push(
      `TRUST_PROXY is "${given}"; it may be how many proxies stand before the portal (1 to 9), or their addresses and networks with commas between them (10.0.0.0/8).`,
    );
  return proxies ?? { kind: "none" };
}

function wholeOf(env: Environment, name: string, fallback: number, wrong: string[]): number {
  const given = env[name];
  if (given === undefined) return fallback;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  wrong.push(`${name} is "${given}"; it must be a whole number from 1.`);
  return fallback;
}

function portOf(env: Environment, name: string, fallback: number, wrong: string[]): number {
  const given = env[name];
  if (given === undefined) return fallback;
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  wrong.push(`${name} is "${given}"; it must be a port number from 0 to 65535 (0 takes a free one).`);
  return fallback;
}

/**
 * Reads an address and removes trailing slashes. Returns `null` if the variable is not set. In runtime the
 * address must use TLS, because the portal sends secrets and codes to it. A server in the internal network
 * (`inside`) is exempt.
 */
function addressOf(
  env: Environment,
  name: string,
  wrong: string[],
  { inside = false }: { readonly inside?: boolean } = {},
): string | null {
  const plain = inside || env.SAPHAN_ENV !== "runtime";
  const url = urlOf(env, name, plain ? ["https:", "http:"] : ["https:"], wrong);
  return url === null ? null : withoutTrailing(url, "/");
}

function smsOf(
  { given, env }: { readonly given: Environment; readonly env: Environment },
  of: { readonly origin: string; readonly smsReportSecret: string | null },
  wrong: string[],
): Config["sms"] {
  return readSmsSettings(
    { given, env },
    {
      addressOf: (name) => addressOf(env, name, wrong),
      vendorOf: () => oneOf(env, "SMS_VENDOR", SMS_VENDOR_NAMES, "form", wrong),
      reportUrlOf: (vendor) =>
        of.smsReportSecret === null
          ? null
          : `${of.origin}/api/webhooks/sms/${vendor}?key=${encodeURIComponent(of.smsReportSecret)}`,
    },
    wrong,
  );
}

function googleOf(env: Environment, wrong: string[]): Config["google"] {
  if (env.GOOGLE_CLIENT_ID === undefined) return null;
  return {
    issuer: addressOf(env, "GOOGLE_ISSUER", wrong) ?? "https://accounts.google.com",
    clientId: env.GOOGLE_CLIENT_ID,
  };
}

/** Reads Apple's settings. Either all of them or none must be set. */
function appleOf(given: Environment, env: Environment, wrong: string[]): Config["apple"] {
  const issuer = addressOf(env, "APPLE_ISSUER", wrong) ?? "https://appleid.apple.com";
  const apple = {
    clientId: env.APPLE_CLIENT_ID ?? "",
    teamId: env.APPLE_TEAM_ID ?? "",
    keyId: env.APPLE_KEY_ID ?? "",
    // An environment variable has one line, but Apple's key file has several. So `\n` in the variable means a
    // line break.
    privateKey: (readSecret(given, "APPLE_PRIVATE_KEY", wrong) ?? "").replaceAll("\\n", "\n"),
  };
  const missing = Object.values(apple).filter((value) => value === "").length;
  if (missing === Object.keys(apple).length) return null;
  if (missing > 0)
    wrong.push(
      "APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY belong together: set all of them or none.",
    );
  return { issuer, ...apple };
}

function urlOf(env: Environment, name: string, protocols: readonly string[], wrong: string[]): string | null {
  const given = env[name];
  if (given === undefined) return null;
  // The URL parser rejects a PostgreSQL URL without a host (unix socket), which is valid.
  if (protocols.some((protocol) => given.startsWith(`${protocol}//`))) return given;
  wrong.push(`${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}.`);
  return null;
}
