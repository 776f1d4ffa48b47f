import i18next from "i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { sayFailure } from "../../renderer/flow/use-flow.ts";
import { call } from "../../renderer/kit/api/client.ts";
import { dropToast, toasts } from "../../renderer/kit/api/toast-store.ts";
import { readJson } from "../definitions/definition-files.ts";

// What sections 7 and 8 say of calls and of what they say when they fail.
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
  "%s goes to the backend base, with credentials",
  async (method) => {
    await call(method, "/orders");
    expect(asked).toEqual([{ path: "/api/orders", credentials: "same-origin" }]);
  },
);

describe.each([
  ["th", /กรุณาลองใหม่อีกครั้ง/],
  ["en", /^Something went wrong, please try again/],
] as const)("a failure without words of its own (%s)", (lng, says) => {
  beforeAll(async () => {
    const common = readJson(`locales/${lng}/common.json`);
    await i18next.init({ lng, resources: { [lng]: { common } }, interpolation: { escapeValue: false } });
  });

  test("says in one toast that something went wrong and to try again", async () => {
    for (const answer of [await call("POST", "/orders"), await call("POST", "/orders")])
      if (!answer.ok) sayFailure(answer.error);
    expect(toasts.get().map(({ tone, text }) => [tone, text.replaceAll("\u2060", "")])).toEqual([
      ["loss", expect.stringMatching(says)],
    ]);
  });
});
