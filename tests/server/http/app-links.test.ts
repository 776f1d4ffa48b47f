import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config.ts";
import { serveAppLinks } from "../../../server/http/index.ts";

const FINGERPRINT = Array.from({ length: 32 }, () => "AB").join(":");

async function answered(env: Readonly<Record<string, string>>, path: string) {
  const app = Fastify();
  serveAppLinks(app as never, readConfig(env));
  const answer = await app.inject(path);
  return { status: answer.statusCode, type: answer.headers["content-type"], body: answer.body };
}

describe("the list of apps that may open the portal's addresses", () => {
  test("contains the app for Apple, without the addresses meant for programs", async () => {
    const said = await answered(
      { APP_IOS_ID: "ABCDE12345.example.saphan.portal" },
      "/.well-known/apple-app-site-association",
    );
    expect(said.type).toBe("application/json; charset=utf-8");
    const [details] = JSON.parse(said.body).applinks.details;
    expect(details.appIDs).toEqual(["ABCDE12345.example.saphan.portal"]);
    expect(details.components).toContainEqual({ "/": "/api/*", exclude: true });
    expect(details.components.at(-1)).toEqual({ "/": "/*" });
  });

  test("contains the app for Android", async () => {
    const said = await answered(
      { APP_ANDROID: `example.saphan.portal=${FINGERPRINT}` },
      "/.well-known/assetlinks.json",
    );
    expect(JSON.parse(said.body)[0].target).toEqual({
      namespace: "android_app",
      package_name: "example.saphan.portal",
      sha256_cert_fingerprints: [FINGERPRINT],
    });
  });

  test("is empty if no app is configured", async () => {
    for (const path of ["/.well-known/apple-app-site-association", "/.well-known/assetlinks.json"])
      expect((await answered({}, path)).body).not.toContain("applinks");
  });

  test.each([
    { APP_IOS_ID: "example.saphan.portal" },
    { APP_ANDROID: "example.saphan.portal" },
    { APP_ANDROID: "example.saphan.portal=12:34" },
  ])("causes an error if a setting is wrong: %j", (env) => {
    expect(() => readConfig(env)).toThrow(Object.keys(env)[0]);
  });
});
