import { afterAll, beforeAll, expect, it } from "vitest";
import type { Person } from "../../../server/http/index.ts";
import type { SentMessage } from "../../../server/messages/index.ts";
import { chooseLetters, letterChoices } from "../../../server/portfolio/declined-letters.ts";
import { notificationsOf, readLetters } from "../../../server/portfolio/notifications.ts";
import type { PortfolioRoom } from "../../../server/portfolio/room.ts";
import { savedStrategies, saveStrategy } from "../../../server/portfolio/saved-strategies.ts";
import { type FundHouse, openFundHouse, placed, subscriptionOf } from "../fund/fund-house.ts";
import { portfolioOf } from "./investor.ts";

let house: FundHouse;
let room: PortfolioRoom;
let them: Person;
let order: string;
let sent: readonly SentMessage[] = [];
beforeAll(async () => {
  house = await openFundHouse();
  const id = await house.addPerson();
  them = { id, role: null, customerType: "INDIVIDUAL", language: "en", session: "one", factor: "fresh" };
  ({ order } = await placed(house, subscriptionOf({ personId: id })));
  const asked = { contract: null, consents: [], identity: null, bank: true, pin: false, mayInvest: true };
  room = {
    ...portfolioOf(house),
    messages: { ...house.messages, sentTo: async () => sent },
    askedOf: async () => asked,
  };
});
afterAll(() => house.close());

const letter = (template: string, of: { readonly key?: string; readonly at: string }): SentMessage => ({
  id: crypto.randomUUID(),
  key: of.key ?? `${template}:x`,
  channel: "email",
  template,
  title: ({ reference = "…" } = {}) => ({ th: `เรื่อง ${reference}`, en: `About ${reference}` }),
  language: "en",
  state: "sent",
  failure: null,
  createdAt: new Date(of.at),
  sentAt: new Date(of.at),
  network: null,
});

it("the list of notifications contains sent messages and pending tasks, but no short-lived codes", async () => {
  sent = [
    letter("order-received", { key: `order-received:${order}`, at: "2026-11-24T03:00:00Z" }),
    letter("otp", { at: "2026-11-24T02:00:00Z" }),
    letter("new-device", { at: "2026-11-24T01:00:00Z" }),
    { ...letter("welcome", { at: "2026-11-23T01:00:00Z" }), state: "failed" },
  ];
  const { letters, waiting, unread } = await notificationsOf(room, them);
  expect(letters).toMatchObject([
    {
      title: { en: expect.stringMatching(/^About [A-Z]+-\d{6}-\d+$/) },
      href: `/orders/${order}`,
      unread: true,
    },
    { title: { en: "About …" }, href: "/me/sessions", unread: true },
  ]);
  expect(unread).toBe(2);
  expect(waiting).toMatchObject([
    { kind: "pay", order: { id: order, strategy: "M-BTCA" } },
    { kind: "bank", order: null },
  ]);
});

it("marking messages as read up to a time includes all earlier messages; marking up to an earlier time changes nothing", async () => {
  await readLetters(room, them.id, new Date("2026-11-24T01:00:00Z"));
  await readLetters(room, them.id, new Date("2026-11-20T01:00:00Z"));
  expect((await notificationsOf(room, them)).letters.map(({ unread }) => unread)).toEqual([true, false]);
});

it("marking messages as read up to a future time does not include messages that are sent later", async () => {
  await readLetters(room, them.id, new Date("9999-12-31T23:59:59Z"));
  const hour = 60 * 60_000;
  const at = (ms: number) => ({ at: new Date(house.clock.wall().getTime() + ms).toISOString() });
  sent = [letter("new-device", at(hour)), letter("welcome", at(-hour))];
  expect((await notificationsOf(room, them)).letters.map(({ unread }) => unread)).toEqual([true, false]);
});

it("a colleague has no notifications", async () => {
  expect(await notificationsOf(room, { ...them, role: "finance" })).toEqual({
    waiting: [],
    letters: [],
    unread: 0,
  });
});

it("a person follows each strategy at most once, and the latest is first in the list", async () => {
  const save = (code: string, saved = true) => saveStrategy(room, them.id, { code, saved });
  expect(await save("M-MOON")).toMatchObject({ error: { code: "strategy-unknown" } });
  await save("M-LCAP");
  house.clock.set("2026-11-25T10:00:00");
  await save("M-BTCA");
  expect(await save("M-LCAP")).toEqual({ ok: true, value: ["M-BTCA", "M-LCAP"] });
  expect(await savedStrategies(room, await house.addPerson())).toEqual([]);
  expect(await save("M-BTCA", false)).toEqual({ ok: true, value: ["M-LCAP"] });
});

const navLetter = async (key: string) => {
  const { email } = await room.db
    .selectFrom("people")
    .select("email")
    .where("id", "=", them.id)
    .executeTakeFirstOrThrow();
  await room.db.transaction().execute((tx) =>
    house.messages.send(tx, {
      to: email,
      template: "nav-notified",
      language: "en",
      data: { strategy: "M-BTCA", date: "24/11/2026", nav: "10.5000", link: "https://saphan.example/x" },
      key,
    }),
  );
  await house.jobs.drain();
  const mailed = (await house.messages.mailbox({ to: email })).filter(
    ({ template }) => template === "nav-notified",
  );
  const newest = (await house.messages.sentTo(email, 50)).find((sent) => sent.key === key);
  return {
    mailed: mailed.map(({ subject }) => subject),
    bodies: mailed.map(({ body }) => body),
    newest,
    email,
  };
};

it("a letter of a kind that a person declined is listed by its title but not sent", async () => {
  const all = (byEmail: boolean) => [
    { kind: "nav", byEmail },
    { kind: "statement", byEmail: true },
    { kind: "payment", byEmail: true },
  ];
  expect(await letterChoices(room.db, them.id)).toEqual(all(true));
  const first = await navLetter("nav:1");
  expect(first.mailed).toEqual(["NAV of M-BTCA on 24/11/2026"]);
  expect(first.bodies[0]).toMatch(/You can stop e-mails of this kind at \S+\/notifications\b/);

  expect(await chooseLetters(room, them, { kind: "nav", byEmail: false })).toEqual(all(false));
  expect(await chooseLetters(room, them, { kind: "nav", byEmail: false })).toEqual(all(false));
  const second = await navLetter("nav:2");
  expect(second.mailed).toHaveLength(1);
  expect(second.newest).toMatchObject({ channel: "app", state: "sent" });
  expect(second.newest?.title().en).toBe("NAV of M-BTCA on 24/11/2026");

  expect(await chooseLetters(room, them, { kind: "nav", byEmail: true })).toEqual(all(true));
  expect((await navLetter("nav:3")).mailed).toHaveLength(2);
  const lines = await room.db
    .selectFrom("audit_lines")
    .select("action")
    .where("action", "like", "letters.%")
    .orderBy("id")
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(["letters.decline", "letters.accept"]);
});

it("the titles of declined letters contain no e-mail address of an erased person", async () => {
  await chooseLetters(room, them, { kind: "nav", byEmail: false });
  const { email } = await navLetter("nav:4");
  await room.db.transaction().execute((tx) => house.messages.forget(tx, email));
  const kept = await room.db.selectFrom("outbox").select("id").where("payload", "is not", null).execute();
  expect(kept).toEqual([]);
});
