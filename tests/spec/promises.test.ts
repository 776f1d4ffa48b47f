import { expect, test } from "vitest";
import { faultsOf, type Kept, promises, readPromises, textsFor } from "./promises.ts";

const list = readPromises();
const texts = { en: textsFor("en"), th: textsFor("th") };

test("every promise in a text has an entry with what fulfils the promise, and a test that exists", () => {
  expect(faultsOf(list, texts)).toEqual([]);
});

test("a new text that promises something is reported until the list names what fulfils the promise", () => {
  const key = "locales/mail:welcome.body.9";
  const added = { ...texts, en: new Map([...texts.en, [key, "We will tell you by e-mail within 2 days."]]) };
  expect(faultsOf(list, added).map(({ id }) => id)).toContain(key);
});

test.each([
  ["We send a code to this address", true],
  ["You can change it under My information", true],
  ["A new account is not paid for 24 hours", true],
  ["Please enter your name", false],
])("the text “%s” counts as a promise or not: %s", (text, is) => {
  expect(promises(text)).toBe(is);
});

test.each<readonly [what: string, change: Partial<Kept>]>([
  ["a text that does not exist", { text: ["locales/mail:no-such-letter.body.1"] }],
  ["no text at all", { text: [] }],
  ["nothing that fulfils it", { by: {} }],
  ["an unknown page", { by: { page: "/me/promises" } }],
  ["an unknown flow", { by: { flow: "promises" } }],
  ["an unknown job", { by: { job: "fund.promise" } }],
  ["an unknown call", { by: { call: "GET /api/promises" } }],
  ["a duty without a role", { by: { duty: "somebody: answers" } }],
  [
    "an unknown test",
    { shown: "tests/spec/promises.test.ts#no such title, never written".replace("never", "ever") },
  ],
])("an entry of the list is reported if it has %s", (_, change) => {
  const [first] = list.promises;
  if (first === undefined) throw new Error("promises.json is empty");
  const planted = { ...first, promise: "planted", ...change };
  const faults = faultsOf({ ...list, promises: [...list.promises, planted] }, texts);
  expect(faults.map(({ id }) => id)).toContain("planted");
});

test("the reason why a text is no promise is reported as unnecessary if the text no longer looks like one", () => {
  const needless = { text: ["locales/kyc:kyc.bank.title"], reason: "planted" };
  const faults = faultsOf({ ...list, notPromises: [...list.notPromises, needless] }, texts);
  expect(faults.map(({ id }) => id)).toContain("planted");
});
