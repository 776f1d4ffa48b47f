import { describe, expect, test } from "vitest";
import { readConfig, readNextMasterKey } from "../../../server/config.ts";
import { readSecret, SECRET_SETTINGS } from "../../../server/secret-settings.ts";
import { chanceFrom } from "../../simulate/chance.ts";

/** Random secret, for tests only. */
const GOOD = "q7Vd2LxT9wKfP4sHn8RbZ3mYc6JgA5uE";

const RUNTIME = { SAPHAN_ENV: "runtime", ORIGIN: "https://portal.example", SMTP_URL: "smtp://mail.example" };

describe("the settings", () => {
  test("without any settings, the portal is a development portal on one machine", () => {
    expect(readConfig({})).toMatchObject({
      env: "development",
      host: "127.0.0.1",
      port: 3000,
      brand: "saphan",
      databaseUrl: null,
      origin: "http://localhost:3000",
    });
  });

  test.each([
    [{ PORT: "http" }, "PORT"],
    [{ PORT: "70000" }, "PORT"],
    [{ BRAND: "other" }, "BRAND"],
    [{ SAPHAN_ENV: "prod" }, "SAPHAN_ENV"],
    [{ DATABASE_URL: "mysql://localhost" }, "DATABASE_URL"],
    [{ SAPHAN_MOCK_EVEN_MS: "0" }, "SAPHAN_MOCK_EVEN_MS"],
    [{ SAPHAN_KEY: "short" }, "SAPHAN_KEY"],
    [{ SMS_URL: "https://sms.example", SMS_KEY: "k" }, "SMS_SECRET"],
    [{ NDID_URL: "https://ndid.example", NDID_TOKEN: GOOD }, "ONFIDO_URL"],
    [{ SMS_SENDER: "Saphan Asset Management" }, "SMS_SENDER"],
    [{ SMS_VENDOR: "pigeon" }, 'SMS_VENDOR is "pigeon"; it may be form or infobip.'],
    [{ SMS_VENDOR: "infobip", SMS_URL: "https://sms.example" }, "SMS_URL and SMS_SECRET belong together"],
    [{ SMS_VENDOR: "infobip", SMS_KEY: "k" }, 'SMS_KEY is not for SMS_VENDOR "infobip"'],
    [{ SAPHAN_CLOCK: "monday" }, "SAPHAN_CLOCK"],
    [{ SAPHAN_CLOCK: "2026-13-01T10:00" }, "SAPHAN_CLOCK"],
    [{ SAPHAN_CLOCK: "3026-01-01T10:00" }, "SAPHAN_CLOCK"],
  ])("are rejected with the name of a wrong value: %o", (env, name) => {
    expect(() => readConfig(env)).toThrow(name);
  });

  test("several wrong values in the settings are all named in the error", () => {
    expect(() => readConfig({ PORT: "x", BRAND: "y" })).toThrow(/PORT[\s\S]*BRAND/);
  });

  test("the portal may start in runtime if everything that runtime needs is set", () => {
    expect(readConfig(RUNTIME)).toMatchObject({ env: "runtime", host: "0.0.0.0" });
  });

  test.each([
    [{ ...RUNTIME, SMTP_URL: "" }, "SMTP_URL"],
    [{ ...RUNTIME, SMS_URL: "http://sms.example", SMS_KEY: "k", SMS_SECRET: "s" }, "SMS_URL"],
    [{ ...RUNTIME, ORIGIN: "" }, "ORIGIN"],
    [{ ...RUNTIME, ORIGIN: "http://portal.example" }, "ORIGIN"],
    [{ ...RUNTIME, ORIGIN: "http://localhost:3000" }, "ORIGIN"],
    [{ ...RUNTIME, SAPHAN_KEY: "0".repeat(64) }, "SAPHAN_KEY"],
    [{ ...RUNTIME, SAPHAN_KEY: "ab".repeat(32) }, "SAPHAN_KEY"],
    [{ ...RUNTIME, SMTP_URL: "smtps://portal:short@mail.example" }, "SMTP_URL"],
    [{ ...RUNTIME, DATABASE_URL: "postgres://postgres:postgres@db.example/saphan" }, "DATABASE_URL"],
  ])("are rejected in runtime if they include settings for trials only: %o", (env, name) => {
    expect(() => readConfig(env)).toThrow(name);
  });

  test.each([
    ["GOOGLE_ISSUER"],
    ["APPLE_ISSUER"],
    ["TRUEMONEY_URL"],
    ["ONFIDO_URL"],
    ["VERIFIO_URL"],
    ["DOPA_URL"],
  ])("are rejected in runtime if an address has no TLS: %s", (name) => {
    const env = { ...RUNTIME, ...VENDORS, GOOGLE_CLIENT_ID: "id", [name]: "http://vendor.example" };
    expect(() => readConfig(env)).toThrow(`${name} must begin with https://`);
  });
});

const HEX = "9f3c1e7a5b2d8046c1f7e3a9b5d2480f6e1c7b3a9d5f2084e6c1b7a3f9d52e08";
const PEM = "-----BEGIN PRIVATE KEY-----\\nMIG\\n-----END PRIVATE KEY-----";
/** Other settings that a secret requires. */
const VENDORS = {
  ONFIDO_URL: "https://onfido.example",
  ONFIDO_TOKEN: `${GOOD}-o`,
  VERIFIO_URL: "https://verifio.example",
  VERIFIO_TOKEN: `${GOOD}-v`,
  DOPA_URL: "https://dopa.example",
  DOPA_TOKEN: `${GOOD}-d`,
  NDID_URL: "https://ndid.example",
  NDID_TOKEN: `${GOOD}-n`,
  IDENTITY_WEBHOOK_SECRET: `${GOOD}-w`,
};
const SMS = { SMS_URL: "https://sms.example", SMS_KEY: "portal", SMS_SECRET: GOOD };
const APPLE = {
  APPLE_CLIENT_ID: "example.saphan",
  APPLE_TEAM_ID: "ABCDE12345",
  APPLE_KEY_ID: "KEY1234567",
  APPLE_PRIVATE_KEY: PEM,
};
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(Object.keys(VENDORS).map((name) => [name, VENDORS])),
  SMS_SECRET: SMS,
  APPLE_PRIVATE_KEY: APPLE,
};
const GOOD_OF = { "signing-key": GOOD, password: GOOD.slice(0, 16), "hex-key": HEX, "private-key": PEM };
const READERS: Readonly<Record<string, (env: Record<string, string>) => unknown>> = {
  SAPHAN_NEW_KEY: readNextMasterKey,
};
const BAD_OF = {
  "signing-key": [
    "",
    " ",
    GOOD.slice(0, 31),
    ` ${GOOD}`,
    "x".repeat(32),
    GOOD.slice(0, 16).repeat(2),
    "change-me-please-change-this-secret-key",
    "your-bank-webhook-secret-goes-here",
    "ChangeMeBeforeYouGoToProductionOrElse",
    "changeme-3f9a8b7c6d5e4f3a2b1c-production",
    "put-the-secret-from-the-bank-in-this-place",
    "TheSecretThatWeGotFromTheBankLastYear",
    "banana-banana-banana-banana-banana-1",
    "SAPHANsaphanSAPHANsaphan2026saphan2026",
    "winter-autumn-spring-summer-monday-june",
    "0123456789abcdef0123456789abcdef",
    "ใส่ความลับของธนาคารตรงนี้นะครับขอบคุณ",
  ],
  password: [
    "",
    "\t",
    GOOD.slice(0, 15),
    "0".repeat(16),
    "changeme".repeat(2),
    "password-password1",
    "my-secret-token-123",
    "changeme12345678",
    "trustno1trustno1x",
    "default:development.unleash-insecure-api-token",
  ],
  "hex-key": ["", HEX.slice(1), `${HEX.slice(1)}g`, `${HEX}\n`],
  "private-key": ["", " ", "-----BEGIN PUBLIC KEY-----", "changeme"],
};

test("a gateway with an API key needs no setting SMS_KEY", () => {
  const { SMS_KEY: _, ...others } = SMS;
  const settings = { url: "https://sms.example", secret: GOOD, sender: "SAPHAN", reportUrl: null };
  expect(readConfig({ ...RUNTIME, ...others, SMS_VENDOR: "infobip" }).sms).toEqual({
    ...settings,
    vendor: "infobip",
    user: null,
  });
  expect(readConfig({ ...RUNTIME, ...SMS }).sms).toEqual({ ...settings, vendor: "form", user: "portal" });
});

describe("a secret in the settings", () => {
  const secrets = Object.entries(SECRET_SETTINGS).map(([name, kind]) => ({
    name,
    kind,
    read: (value: string | undefined) => {
      const { [name]: _, ...others } = BESIDE[name] ?? {};
      const env = { ...RUNTIME, ...others, ...(value === undefined ? {} : { [name]: value }) };
      return (READERS[name] ?? readConfig)(env);
    },
  }));

  test.each(secrets)("the secret $name is accepted if it is random", ({ kind, read }) => {
    expect(() => read(GOOD_OF[kind])).not.toThrow();
  });

  test.each(secrets.flatMap(({ name, kind, read }) => BAD_OF[kind].map((value) => ({ name, value, read }))))(
    "the secret $name is rejected as $value, and the error contains the name and the correction, not the value",
    ({ name, value, read }) => {
      let message = "";
      try {
        read(value);
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).toMatch(new RegExp(`^${name} .*; set .*, or remove the setting\\.$`, "m"));
      if (value.trim() !== "") expect(message).not.toContain(value.trim());
    },
  );

  test.each(secrets)(
    "the secret $name may be missing if it is optional, and is named if other settings need it",
    ({ name, read }) => {
      if (BESIDE[name] !== undefined) expect(() => read(undefined)).toThrow(name);
      else expect(() => read(undefined)).not.toThrow();
    },
  );

  test("is null if it is not set", () => {
    expect(readConfig(RUNTIME)).toMatchObject({
      masterKey: null,
      bankWebhookSecret: null,
      identityVendors: null,
      unleashToken: null,
      contentToken: null,
      apple: null,
      sms: null,
    });
    expect(readNextMasterKey({})).toBeNull();
  });

  test.each([
    ["BANK_WEBHOOK_SECRET", "hex", 16],
    ["BANK_WEBHOOK_SECRET", "hex", 32],
    ["BANK_WEBHOOK_SECRET", "base64", 24],
    ["BANK_WEBHOOK_SECRET", "base64url", 32],
    ["UNLEASH_TOKEN", "hex", 8],
    ["UNLEASH_TOKEN", "base64", 12],
  ] as const)(
    "the secret %s is accepted with ten thousand random values, as %s of %i bytes",
    (name, as, bytes) => {
      const random = chanceFrom(20_261_126);
      const refused: string[] = [];
      for (let round = 0; round < 10_000; round++) {
        const value = Buffer.from(Array.from({ length: bytes }, () => random.upTo(256))).toString(as);
        const wrong: string[] = [];
        readSecret({ ...RUNTIME, [name]: value }, name, wrong);
        if (wrong.length > 0) refused.push(value);
      }
      expect(refused).toEqual([]);
    },
  );

  test.each([
    ["postgres://saphan:postgrespostgres1@db.example/saphan"],
    ["postgres://saphan:%63hangeme12345678@db.example/saphan"],
    ["postgres://saphan:change@me12345678@db.example/saphan"],
    ["postgres://db.example/saphan?user=saphan&password=changeme12345678"],
    ["postgres:///saphan?host=/run/postgresql&password=short"],
    [`postgres://saphan:${GOOD}@db.example/saphan?password=changeme12345678`],
    ["postgres://db.example/saphan?sslmode=require&sslpassword=short"],
  ])("a secret that is part of %s is checked like any other secret", (url) => {
    expect(() => readConfig({ ...RUNTIME, DATABASE_URL: url })).toThrow(/The password in DATABASE_URL is/);
    expect(() => readConfig({ DATABASE_URL: url })).not.toThrow();
  });

  test.each([
    [`postgres://saphan:${GOOD}@db.example/saphan?sslmode=require`],
    [`postgres://saphan@db.example/saphan?password=${GOOD}`],
    ["postgres:///saphan?host=/run/postgresql"],
    ["postgres://saphan@db.example/saphan"],
  ])("a secret that is part of %s is accepted if it is random", (url) => {
    expect(readConfig({ ...RUNTIME, DATABASE_URL: url }).databaseUrl).toBe(url);
  });

  test("the master key in development may be one repeated character", () => {
    expect(readConfig({ SAPHAN_KEY: "ab".repeat(32) }).masterKey).toBe("ab".repeat(32));
  });
});

describe("an empty setting", () => {
  const plain = readConfig({ SAPHAN_DATA: "somewhere" });

  test.each(
    [
      ...[
        "HOST",
        "PORT",
        "BRAND",
        "ORIGIN",
        "DATABASE_URL",
        "UNLEASH_URL",
        "SMTP_URL",
        "SMS_URL",
        "SMS_KEY",
        "SMS_VENDOR",
      ],
      ...[
        "SMS_SENDER",
        "CLAMD_URL",
        "WATCH_LISTS",
        "MAIL_FROM",
        "SAPHAN_CLOCK",
        "SANDBOX_PORT",
        "TRUST_PROXY",
      ],
      ...["PROMPTPAY_BILLER_ID", "GOOGLE_CLIENT_ID", "GOOGLE_ISSUER", "APPLE_CLIENT_ID", "APPLE_TEAM_ID"],
      ...["APPLE_KEY_ID", "APPLE_ISSUER", "TRUEMONEY_URL", "APP_IOS_ID", "APP_ANDROID", "CONTENT_URL"],
      ...["SAPHAN_MOCK_EVEN_MS", "LOG_LEVEL", "SAPHAN_ENV", "ONFIDO_URL", "NDID_URL", "ONFIDO_FACE_WORKFLOW"],
    ].map((name) => [name]),
  )("an empty setting for %s counts as missing", (name) => {
    expect(readConfig({ SAPHAN_DATA: "somewhere", [name]: "" })).toEqual(plain);
  });

  test("an empty setting for SAPHAN_DATA counts as missing", () => {
    expect(readConfig({ SAPHAN_DATA: "" }).dataDir).toBe(readConfig({}).dataDir);
  });
});
