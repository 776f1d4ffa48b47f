import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createErrorStore } from "../../renderer/flow/form/errors.ts";
import { screenOrder } from "../../renderer/flow/schema-place.ts";
import { dropDraft, keepDraft, readDraft } from "../../renderer/kit/api/drafts.ts";

const error = (pointer: string, text = "wrong") => ({ pointer, code: "required", text });

describe("the errors of a form", () => {
  it("a form has one error text for each place in the data, the first one", () => {
    const store = createErrorStore();
    store.show([error("/email", "first"), error("/email", "second")]);
    expect(store.all()).toEqual([error("/email", "first")]);
  });

  it("are replaced only at one place in the data and at the places below it", () => {
    const store = createErrorStore();
    store.show([error("/address/no"), error("/addressee"), error("/phone")]);
    store.showAt("/address", []);
    expect(store.all().map(({ pointer }) => pointer)).toEqual(["/addressee", "/phone"]);
  });

  it("are sorted in the order of the screen", () => {
    const line = { type: "string" };
    const address = { type: "object", properties: { no: line, province: line, postalCode: line } };
    const schema = {
      type: "object",
      properties: { address, list: { type: "array", items: address }, phone: line },
    };
    const store = createErrorStore(screenOrder(schema, ["phone", "address", "list"]));
    store.show([
      error("/address/postalCode"),
      error("/list/1/no"),
      error("/address/no"),
      error("/list/0/no"),
    ]);
    store.showAt("/phone", [error("/phone")]);
    store.showAt("/address/province", [error("/address/province")]);
    expect(store.all().map(({ pointer }) => pointer)).toEqual([
      "/phone",
      "/address/no",
      "/address/province",
      "/address/postalCode",
      "/list/0/no",
      "/list/1/no",
    ]);
  });

  it("errors from the server remain until the data at or below their place changes", () => {
    const store = createErrorStore();
    const address = { ...error("/address"), byServer: true };
    const account = { ...error("/account"), byServer: true };
    store.show([error("/name"), error("/phone"), account, address, { ...error(""), byServer: true }]);
    store.dropMended([error("/phone")], new Set());
    expect(store.all().map(({ pointer }) => pointer)).toEqual(["/phone", "/account", "/address", ""]);
    store.dropMended([], new Set(["/address/no"]));
    expect(store.all().map(({ pointer }) => pointer)).toEqual(["/account"]);
  });

  it("unchanged errors cause no notification of listeners", () => {
    const store = createErrorStore();
    const listener = vi.fn();
    store.subscribe(listener);
    store.showAt("/email", []);
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("a draft", () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is complete in memory while the page is open, and is stored without secrets", () => {
    const data = { email: "a@b.co", password: "Sunrise#2026" };
    keepDraft({ instance: "i", step: "create", data, secrets: ["password"] });
    expect(readDraft("i", "create")).toEqual(data);
    expect([...kept.values()].join()).not.toContain("Sunrise");
    expect([...kept.values()].join()).toContain("a@b.co");
  });

  it("is deleted once its step is answered", () => {
    keepDraft({ instance: "i", step: "amount", data: { amount: "10000.00" }, secrets: [] });
    dropDraft("i", "amount");
    expect(readDraft("i", "amount")).toBeNull();
    expect(kept.size).toBe(0);
  });

  it("stays in memory if the browser has no storage", () => {
    vi.stubGlobal("sessionStorage", undefined);
    keepDraft({ instance: "i", step: "bank", data: { bank: "002" }, secrets: [] });
    expect(readDraft("i", "bank")).toEqual({ bank: "002" });
  });
});
