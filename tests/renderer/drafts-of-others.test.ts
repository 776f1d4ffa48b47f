import { beforeEach, expect, test, vi } from "vitest";
import {
  draftsBelongTo,
  keepDraft,
  keepForVisit,
  keptForVisit,
  readDraft,
} from "../../renderer/kit/api/drafts.ts";

let store: Map<string, string>;

function storageOn(items: Map<string, string>): object {
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
  // In a browser the keys of a storage are its own properties.
  return new Proxy(storage, {
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

const newTab = () => {
  store = new Map();
  vi.stubGlobal("sessionStorage", storageOn(store));
};

beforeEach(() => {
  newTab();
  vi.stubGlobal("localStorage", storageOn(new Map()));
});

const type = (step: string) =>
  keepDraft({ instance: "one", step, data: { name: "สมหญิง", pin: "1" }, secrets: ["pin"] });

test.each([
  ["a log-out", null],
  ["the log-in of another person", "second"],
])("the input of one person is removed after %s", (_, next) => {
  draftsBelongTo("first");
  type("general");
  keepForVisit("otp:one:sign", { to: "s•••@example.com" });
  store.set("another", "stays");
  draftsBelongTo(next);
  expect([readDraft("one", "general"), keptForVisit("otp:one:sign")]).toEqual([null, null]);
  expect(store.get("another")).toBe("stays");
});

test("a visitor's input is kept after the visitor logs in, and while the same person continues", () => {
  draftsBelongTo(null);
  type("account");
  draftsBelongTo("first");
  expect(readDraft("one", "account")).toMatchObject({ name: "สมหญิง" });
  draftsBelongTo("first");
  expect(readDraft("one", "account")).toMatchObject({ name: "สมหญิง" });
});

test("another tab of the same person shows where a code was sent, but none of the input typed in the first tab", () => {
  draftsBelongTo("first");
  keepForVisit("otp:one:sign", { to: "s•••@example.com" });
  keepForVisit("draft:case:1", { text: "half a letter" });
  newTab();
  draftsBelongTo("first");
  expect([keptForVisit("otp:one:sign"), keptForVisit("draft:case:1")]).toEqual([
    { to: "s•••@example.com" },
    null,
  ]);
});
