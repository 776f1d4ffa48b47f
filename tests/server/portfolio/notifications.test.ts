import { afterAll, beforeAll, expect, it } from "vitest";
import type { Person } from "../../../server/http/index.ts";
import type { SentMessage } from "../../../server/messages/index.ts";
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
});

it("notifications list sent messages by title with their order, and pending tasks; short-lived codes are left out", async () => {
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

it("a read mark covers all messages sent before it, and an earlier mark never replaces it", async () => {
  await readLetters(room, them.id, new Date("2026-11-24T01:00:00Z"));
  await readLetters(room, them.id, new Date("2026-11-20T01:00:00Z"));
  expect((await notificationsOf(room, them)).letters.map(({ unread }) => unread)).toEqual([true, false]);
});

it("a colleague has no notifications", async () => {
  expect(await notificationsOf(room, { ...them, role: "finance" })).toEqual({
    waiting: [],
    letters: [],
    unread: 0,
  });
});

it("a person follows each strategy once, the last one first, until they unfollow it", async () => {
  const save = (code: string, saved = true) => saveStrategy(room, them.id, { code, saved });
  expect(await save("M-MOON")).toMatchObject({ error: { code: "strategy-unknown" } });
  await save("M-LCAP");
  house.clock.set("2026-11-25T10:00:00");
  await save("M-BTCA");
  expect(await save("M-LCAP")).toEqual({ ok: true, value: ["M-BTCA", "M-LCAP"] });
  expect(await savedStrategies(room, await house.addPerson())).toEqual([]);
  expect(await save("M-BTCA", false)).toEqual({ ok: true, value: ["M-LCAP"] });
});
