import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { DateTime } from "luxon";
import { withoutTrailing } from "../engine/values/without-trailing.ts";
import { readTrustedProxies, type TrustedProxies } from "./trusted-proxies.ts";

/** Everything a server process is told from outside; read once at the start. */
export type Config = {
  /** `development` has demo people, a movable clock, a mailbox page and the identity sandbox; `runtime` has none of them. */
  readonly env: "development" | "runtime";
  readonly host: string;
  readonly port: number;
  /** Which brand's name, colours and cookie names are shown. */
  readonly brand: "saphan" | "nava";
  /** Where people reach the portal, without a slash at the end; links in e-mails begin with it. */
  readonly origin: string;
  /** The project's root folder. */
  readonly rootDir: string;
  /** Where the embedded database, uploads and keys lie. */
  readonly dataDir: string;
  /** Any PostgreSQL instead of the embedded one. */
  readonly databaseUrl: string | null;
  readonly unleashUrl: string | null;
  readonly unleashToken: string | null;
  readonly smtpUrl: string | null;
  /** The gateway that sends text messages; `null`: none are sent. */
  readonly sms: {
    readonly url: string;
    readonly key: string;
    readonly secret: string;
    readonly sender: string;
  } | null;
  /** ClamAV's daemon, which looks at uploads; without it they stay marked as not scanned. */
  readonly clamdUrl: string | null;
  /** The folder with the watch lists that customers are screened against. */
  readonly watchLists: string | null;
  /** Sender of e-mails. */
  readonly mailFrom: string;
  /**
   * Moment at which the movable clock of a new development database begins (ISO 8601, Bangkok time without an offset);
   * `null`: the machine's time.
   */
  readonly clockStart: string | null;
  /** Port of the identity sandbox; it exists in development only. */
  readonly sandboxPort: number;
  /** 32 bytes in hex that every other key is derived from; `null` takes the key file in `dataDir`. */
  readonly masterKey: string | null;
  /** Whose forwarding headers may be believed. */
  readonly trustProxy: TrustedProxies;
  /** 15 digits by which PromptPay knows this brand; `null`: no code to pay with is drawn. */
  readonly billerId: string | null;
  /** With what the bank signs what it sends to `/api/webhooks/bank`; `null`: nothing is taken from it. */
  readonly bankWebhookSecret: string | null;
  /** Google's issuer and our id there; `null`: nobody logs in with Google. */
  readonly google: { readonly issuer: string; readonly clientId: string } | null;
  /** Apple's issuer, our id there and the key with which we ask it; `null`: nobody logs in with Apple. */
  readonly apple: {
    readonly issuer: string;
    readonly clientId: string;
    readonly teamId: string;
    readonly keyId: string;
    readonly privateKey: string;
  } | null;
  /** Where the wallet partner says whose an access token is; `null`: nobody logs in with a wallet. */
  readonly walletUrl: string | null;
  /** Our apps, which may open the portal's addresses: Apple's id (team and bundle), and Android's name and certificate. */
  readonly apps: {
    readonly ios: string | null;
    readonly android: { readonly packageName: string; readonly fingerprint: string } | null;
  };
  /** Strapi, whose content takes the place of what came with the program; `null`: none. */
  readonly contentUrl: string | null;
  /** What says there that we may read; it never leaves the server. */
  readonly contentToken: string | null;
  /** What must not tell by its time which of two ways it went is answered at a multiple of this. */
  readonly evenMs: number;
  readonly logLevel: "silent" | "error" | "warn" | "info" | "debug";
};

/**
 * Reads the configuration from environment variables, each with a default that suits one machine.
 * Throws one error that names every variable that is wrong and what it may be.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = [];
  const name = oneOf(env, "SAPHAN_ENV", ["development", "runtime"], "development", wrong);
  const port = portOf(env, "PORT", 3000, wrong);
  const rootDir = resolve(fileURLToPath(import.meta.url), "..", "..");
  const config: Config = {
    env: name,
    host: env.HOST ?? (name === "runtime" ? "0.0.0.0" : "127.0.0.1"),
    port,
    brand: oneOf(env, "BRAND", ["saphan", "nava"], "saphan", wrong),
    origin: withoutTrailing(env.ORIGIN ?? `http://localhost:${port}`, "/"),
    rootDir,
    dataDir: resolve(rootDir, env.SAPHAN_DATA ?? ".data"),
    databaseUrl: urlOf(env, "DATABASE_URL", ["postgres:", "postgresql:"], wrong),
    unleashUrl: urlOf(env, "UNLEASH_URL", ["http:", "https:"], wrong),
    unleashToken: env.UNLEASH_TOKEN ?? null,
    smtpUrl: urlOf(env, "SMTP_URL", ["smtp:", "smtps:"], wrong),
    sms: smsOf(env, name, wrong),
    watchLists: env.WATCH_LISTS === undefined ? null : resolve(rootDir, env.WATCH_LISTS),
    clamdUrl: urlOf(env, "CLAMD_URL", ["tcp:", "unix:"], wrong),
    mailFrom: env.MAIL_FROM ?? "Saphan <no-reply@saphan.example>",
    clockStart: momentOf(env, "SAPHAN_CLOCK", wrong),
    sandboxPort: portOf(env, "SANDBOX_PORT", port === 0 ? 0 : port + 1000, wrong),
    masterKey: env.SAPHAN_KEY ?? null,
    trustProxy: proxiesOf(env.TRUST_PROXY, wrong),
    // In development a number that no bank knows.
    billerId: env.PROMPTPAY_BILLER_ID ?? (name === "development" ? "000000000000000" : null),
    bankWebhookSecret: env.BANK_WEBHOOK_SECRET ?? null,
    google:
      env.GOOGLE_CLIENT_ID === undefined
        ? null
        : {
            issuer: addressOf(env, "GOOGLE_ISSUER", wrong) ?? "https://accounts.google.com",
            clientId: env.GOOGLE_CLIENT_ID,
          },
    apple: appleOf(env, wrong),
    walletUrl: addressOf(env, "TRUEMONEY_URL", wrong),
    apps: appsOf(env, wrong),
    contentUrl: addressOf(env, "CONTENT_URL", wrong),
    contentToken: env.CONTENT_TOKEN ?? null,
    // Tests that look at something else do not wait for it.
    evenMs: wholeOf(env, "SAPHAN_MOCK_EVEN_MS", 250, wrong),
    logLevel: oneOf(
      env,
      "LOG_LEVEL",
      ["silent", "error", "warn", "info", "debug"],
      name === "runtime" ? "info" : "warn",
      wrong,
    ),
  };
  if (name === "runtime") wrong.push(...unfitForRuntime(env));
  if (config.masterKey !== null && !/^[0-9a-f]{64}$/i.test(config.masterKey))
    wrong.push("SAPHAN_KEY must be 64 hexadecimal digits (openssl rand -hex 32).");
  if (config.billerId !== null && !/^\d{15}$/.test(config.billerId))
    wrong.push("PROMPTPAY_BILLER_ID must be 15 digits, as registered with the bank.");
  if (wrong.length > 0) throw new Error(`The settings cannot be used.\n${wrong.join("\n")}`);
  return config;
}

// What makes trying the portal easy must not exist where real people are.
function unfitForRuntime(env: Readonly<Record<string, string | undefined>>): string[] {
  const wrong: string[] = [];
  for (const name of Object.keys(env))
    if (name === "SANDBOX_PORT" || /^SAPHAN_(DEMO|MOCK|CLOCK)/.test(name))
      wrong.push(`${name} exists in development only; SAPHAN_ENV=runtime refuses to start with it.`);
  if (!env.ORIGIN)
    wrong.push("ORIGIN is missing: the address that people reach the portal at (https://...).");
  else if (!/^(https:|http:\/\/(localhost|127\.0\.0\.1)(:|$))/.test(env.ORIGIN))
    wrong.push(`ORIGIN is "${env.ORIGIN}"; where real people are it begins with https:.`);
  if (!env.SMTP_URL) wrong.push("SMTP_URL is missing: the mailbox page exists in development only.");
  return wrong;
}

function oneOf<const Choice extends string>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
  wrong: string[],
): Choice {
  const given = env[name];
  if (given === undefined || given === "") return fallback;
  const found = choices.find((choice) => choice === given);
  if (found === undefined) wrong.push(`${name} is "${given}"; it may be ${choices.join(" or ")}.`);
  return found ?? fallback;
}

function momentOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  wrong: string[],
): string | null {
  const text = env[name];
  if (text === undefined || text === "") return null;
  if (!/^20\d\d-\d\d-\d\dT/.test(text) || !DateTime.fromISO(text).isValid)
    wrong.push(`${name} is "${text}"; it may be a moment from 2000 to 2099, such as 2026-11-23T10:00.`);
  return text;
}

function appsOf(env: Readonly<Record<string, string | undefined>>, wrong: string[]): Config["apps"] {
  const ios = env.APP_IOS_ID || null;
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

function wholeOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
  wrong: string[],
): number {
  const given = env[name] ?? "";
  if (given === "") return fallback;
  if (/^[1-9]\d{0,8}$/.test(given)) return Number(given);
  wrong.push(`${name} is "${given}"; it must be a whole number from 1.`);
  return fallback;
}

function portOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  fallback: number,
  wrong: string[],
): number {
  const given = env[name];
  if (given === undefined || given === "") return fallback;
  const port = Number(given);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  wrong.push(`${name} is "${given}"; it must be a port number from 0 to 65535 (0 takes a free one).`);
  return fallback;
}

/** An address without slashes at its end; `null` where there is none. */
function addressOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  wrong: string[],
): string | null {
  const url = urlOf(env, name, ["https:", "http:"], wrong);
  return url === null ? null : withoutTrailing(url, "/");
}

/** All of Apple's settings are there, or none. */
function appleOf(env: Readonly<Record<string, string | undefined>>, wrong: string[]): Config["apple"] {
  const issuer = addressOf(env, "APPLE_ISSUER", wrong) ?? "https://appleid.apple.com";
  const given = {
    clientId: env.APPLE_CLIENT_ID ?? "",
    teamId: env.APPLE_TEAM_ID ?? "",
    keyId: env.APPLE_KEY_ID ?? "",
    // A variable has one line; the file that Apple gives has several.
    privateKey: (env.APPLE_PRIVATE_KEY ?? "").replaceAll("\\n", "\n"),
  };
  const missing = Object.values(given).filter((value) => value === "").length;
  if (missing === Object.keys(given).length) return null;
  if (missing > 0)
    wrong.push(
      "APPLE_CLIENT_ID, APPLE_TEAM_ID, APPLE_KEY_ID and APPLE_PRIVATE_KEY belong together: set all of them or none.",
    );
  else if (!given.privateKey.includes("-----BEGIN PRIVATE KEY-----"))
    wrong.push("APPLE_PRIVATE_KEY must be the PKCS 8 text of the .p8 file, line ends written as \\n.");
  return { issuer, ...given };
}

/** All of the gateway's settings are there, or none. In runtime it is spoken to behind TLS alone: codes go through it. */
function smsOf(
  env: Readonly<Record<string, string | undefined>>,
  name: Config["env"],
  wrong: string[],
): Config["sms"] {
  const url = urlOf(env, "SMS_URL", name === "runtime" ? ["https:"] : ["https:", "http:"], wrong);
  const key = env.SMS_KEY ?? "";
  const secret = env.SMS_SECRET ?? "";
  const sender = env.SMS_SENDER || "SAPHAN";
  const given = [env.SMS_URL ?? "", key, secret].filter((value) => value !== "").length;
  if (given > 0 && given < 3)
    wrong.push("SMS_URL, SMS_KEY and SMS_SECRET belong together: set all of them or none.");
  if (!/^[A-Za-z0-9 ._-]{3,11}$/.test(sender))
    wrong.push(`SMS_SENDER is "${sender}"; it is 3 to 11 letters or digits, as registered with the gateway.`);
  return url === null ? null : { url, key, secret, sender };
}

function urlOf(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  protocols: readonly string[],
  wrong: string[],
): string | null {
  const given = env[name];
  if (given === undefined || given === "") return null;
  // A PostgreSQL URL may leave the host out (unix socket), which the URL parser refuses.
  if (protocols.some((protocol) => given.startsWith(`${protocol}//`))) return given;
  wrong.push(`${name} must begin with ${protocols.map((protocol) => `${protocol}//`).join(" or ")}.`);
  return null;
}
