import { beforeEach, expect, test, vi } from "vitest";
import {
  draftsBelongTo,
  keepDraft,
  keepForVisit,
  keptForVisit,
  readDraft,
} from "../../renderer/kit/api/drafts.ts";

const store = new Map<string, string>();
const storage = {
  getItem: (key: string) => store.get(key) ?? null,
  setItem: (key: string, value: string) => void store.set(key, value),
  removeItem: (key: string) => void store.delete(key),
};

beforeEach(() => {
  store.clear();
  // Keys of a storage are its own properties, as in a browser.
  vi.stubGlobal(
    "sessionStorage",
    new Proxy(storage, {
      ownKeys: () => [...store.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});

const type = (step: string) =>
  keepDraft({ instance: "one", step, data: { name: "สมหญิง", pin: "1" }, secrets: ["pin"] });

test.each([
  ["who logs out", null],
  ["in whose place another person logs in", "second"],
])("one %s leaves no input of another person", (_, next) => {
  draftsBelongTo("first");
  type("general");
  keepForVisit("otp:one:sign", { to: "s•••@example.com" });
  store.set("another", "stays");
  draftsBelongTo(next);
  expect([readDraft("one", "general"), keptForVisit("otp:one:sign")]).toEqual([null, null]);
  expect(store.get("another")).toBe("stays");
});

test("a visitor's input stays while they log in, and while the same person continues", () => {
  draftsBelongTo(null);
  type("account");
  draftsBelongTo("first");
  expect(readDraft("one", "account")).toMatchObject({ name: "สมหญิง" });
  draftsBelongTo("first");
  expect(readDraft("one", "account")).toMatchObject({ name: "สมหญิง" });
});
