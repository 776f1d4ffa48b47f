import i18next from "i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sayFailure } from "../../renderer/flow/use-flow.ts";
import { callAt, refusalOf } from "../../renderer/kit/api/client.ts";
import { sayWrongCode } from "../../renderer/kit/api/say-wrong-code.ts";
import { dropToast, toasts } from "../../renderer/kit/api/toast-store.ts";
import { readJson } from "../definitions/definition-files.ts";

// Tests for sections 7 and 8, about calls and their error messages.
let asked: { readonly path: string; readonly credentials: string | undefined }[] = [];
beforeEach(() => {
  asked = [];
  vi.stubGlobal("document", { cookie: "", documentElement: { lang: "th", dataset: {} } });
  vi.stubGlobal("fetch", async (path: string, { credentials }: RequestInit) => {
    asked.push({ path, credentials });
    return new Response(null, { status: 500 });
  });
});
afterEach(() => {
  for (const { id } of toasts.get()) dropToast(id);
  vi.unstubAllGlobals();
});

test.each(["GET", "POST", "PUT", "DELETE"] as const)(
  "a request with %s goes to the backend's base address, with credentials",
  async (method) => {
    await callAt(method, "/orders");
    expect(asked).toEqual([{ path: "/api/orders", credentials: "same-origin" }]);
  },
);

const shown = () => toasts.get().map(({ tone, text }) => [tone, text.replaceAll("\u2060", "")]);

describe.each([
  ["th", /กรุณาลองใหม่อีกครั้ง/],
  ["en", /^Something went wrong, please try again/],
] as const)("an error of section 8, in the language %s,", (lng, again) => {
  beforeAll(async () => {
    const texts = {
      common: readJson(`locales/${lng}/common.json`),
      warning: readJson(`locales/${lng}/warning.json`),
    };
    await i18next.init({ lng, resources: { [lng]: texts }, interpolation: { escapeValue: false } });
  });
  beforeEach(() => {
    document.documentElement.lang = lng;
  });

  test("shows one toast if it has no message of its own: something went wrong, please try again", async () => {
    for (const answer of [await callAt("POST", "/orders"), await callAt("POST", "/orders")])
      if (!answer.ok) sayFailure(answer.error);
    expect(shown()).toEqual([["loss", expect.stringMatching(again)]]);
  });

  test.each(["code-wrong", "login-code-wrong", "two-factor-wrong", "sms-failed"])(
    "an error with the code %s shows a toast on any screen",
    (code) => {
      const words = i18next.t(`warning:errors.${code}`);
      const message = { th: words, en: words };
      sayWrongCode(refusalOf({ status: 422, requestId: null, body: { code, message } }));
      expect(shown()).toEqual([["loss", words]]);
    },
  );

  test("shows no toast if its kind is left to the screen that sent the request", () => {
    sayWrongCode(refusalOf({ status: 422, requestId: null, body: { code: "not-valid" } }));
    expect(shown()).toEqual([]);
  });
});
