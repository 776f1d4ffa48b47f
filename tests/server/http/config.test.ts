import { describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";

const RUNTIME = { SAPHAN_ENV: "runtime", ORIGIN: "https://portal.example", SMTP_URL: "smtp://mail.example" };

describe("the settings", () => {
  test("without any, it is development on one machine", () => {
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
    [{ SMS_SENDER: "Saphan Asset Management" }, "SMS_SENDER"],
    [{ SAPHAN_CLOCK: "monday" }, "SAPHAN_CLOCK"],
    [{ SAPHAN_CLOCK: "2026-13-01T10:00" }, "SAPHAN_CLOCK"],
    [{ SAPHAN_CLOCK: "3026-01-01T10:00" }, "SAPHAN_CLOCK"],
  ])("a wrong one is named: %o", (env, name) => {
    expect(() => readConfig(env)).toThrow(name);
  });

  test("every wrong one is named at once", () => {
    expect(() => readConfig({ PORT: "x", BRAND: "y" })).toThrow(/PORT[\s\S]*BRAND/);
  });

  test("runtime starts with what it needs", () => {
    expect(readConfig(RUNTIME)).toMatchObject({ env: "runtime", host: "0.0.0.0" });
  });

  test.each([
    [{ ...RUNTIME, SMTP_URL: "" }, "SMTP_URL"],
    [{ ...RUNTIME, SMS_URL: "http://sms.example", SMS_KEY: "k", SMS_SECRET: "s" }, "SMS_URL"],
    [{ ...RUNTIME, ORIGIN: "" }, "ORIGIN"],
    [{ ...RUNTIME, ORIGIN: "http://portal.example" }, "ORIGIN"],
    [{ ...RUNTIME, ORIGIN: "http://localhost.example" }, "ORIGIN"],
    [{ ...RUNTIME, SANDBOX_PORT: "4000" }, "SANDBOX_PORT"],
    [{ ...RUNTIME, SAPHAN_DEMO: "1" }, "SAPHAN_DEMO"],
    [{ ...RUNTIME, SAPHAN_MOCK_OTP: "000000" }, "SAPHAN_MOCK_OTP"],
    [{ ...RUNTIME, SAPHAN_MOCK_EVEN_MS: "1" }, "SAPHAN_MOCK_EVEN_MS"],
    [{ ...RUNTIME, SAPHAN_CLOCK: "2026-01-05T10:00" }, "SAPHAN_CLOCK"],
  ])("runtime refuses what only makes trying easy: %o", (env, name) => {
    expect(() => readConfig(env)).toThrow(name);
  });
});
