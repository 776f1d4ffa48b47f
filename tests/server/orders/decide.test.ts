import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkLedger } from "../../../server/ledger/index.ts";
import { cancelOrder, decideOrder, listWaiting, orderBook } from "../../../server/orders/index.ts";
import { countWaiting } from "../../../server/orders/waiting-orders.ts";
import {
  ableInvestor,
  type FundHouse,
  openFundHouse,
  pay,
  placed,
  shownOrder,
  subscriptionOf,
} from "../fund/fund-house.ts";
import { hold, holder, holdingOf, lastNav, redeem, standing, switchOver } from "./sell-house.ts";

// The NAV of Friday is 10 baht. Ann, Bob and Dan belong to finance, Col to compliance.
let house: FundHouse;
let [ann, bob, dan, col, stranger] = ["", "", "", "", ""];
beforeAll(async () => {
  house = await openFundHouse();
  await lastNav(house, "M-BTCA", "10.0000");
  await lastNav(house, "M-LCAP", "20.0000");
  [ann, bob, dan] = [
    await house.addPerson("finance"),
    await house.addPerson("finance"),
    await house.addPerson("finance"),
  ];
  [col, stranger] = [await house.addPerson("compliance"), await house.addPerson("operations")];
});
afterAll(async () => {
  const books = await checkLedger(house.fund.db);
  await house.close();
  expect(books).toMatchObject({ unbalancedAssets: [], wrongBalances: [], wrongPending: [] });
});
beforeEach(() => {
  house.clock.set("2026-11-23T10:00:00");
  house.investor.current = ableInvestor;
});

const rowOf = (order: string) =>
  house.fund.db.selectFrom("orders").selectAll().where("id", "=", order).executeTakeFirstOrThrow();
const refused = (code: string) => ({ ok: false, error: { code } });
const approve = (staff: string, order: string) =>
  decideOrder(house.orders, staff, { order, decision: "APPROVED" });
const reject = (staff: string, order: string, reason = "the signature differs") =>
  decideOrder(house.orders, staff, { order, decision: "REJECTED", reason });
const cancel = (personId: string, order: string) =>
  house.fund.db.transaction().execute((tx) => cancelOrder(house.orders, tx, { personId, order }));
const outcomeOf = (decided: Awaited<ReturnType<typeof approve>>) =>
  decided.ok ? decided.value.outcome : decided.error.code;

/** Places a redemption of this many baht by a new person. */
async function sell(baht = "3000.00") {
  const who = await holder(house, { units: "9000000.0000" });
  const order = standing(await redeem(house, { ...who, wish: { kind: "amount", amount: baht } }));
  return { ...who, ...order };
}
async function switching() {
  const who = await holder(house, { units: "3000.0000" });
  return {
    ...who,
    ...standing(await switchOver(house, { ...who, wish: { kind: "amount", amount: "12000.00" } })),
  };
}
const letters = async (personId: string) => {
  await house.jobs.drain();
  const mails = await house.messages.mailbox({ to: `${personId}@example.test` });
  for (const { subject, body } of mails)
    expect(`${subject} ${body}`).not.toMatch(/\{\{|\$t\(|undefined|null/);
  return mails.map((mail) => mail.template).sort();
};

describe("the approval of an order", () => {
  it.each([
    { baht: "1999999.99", by: () => [ann], outcomes: ["approved"] },
    { baht: "2000000.00", by: () => [ann, bob], outcomes: ["counted", "approved"] },
    { baht: "50000000.00", by: () => [ann, bob, col], outcomes: ["counted", "counted", "approved"] },
  ])(
    "after each person's decision, an order of $baht baht has the state $outcomes",
    async ({ baht, by, outcomes }) => {
      const { order } = await sell(baht);
      const said: string[] = [];
      for (const staff of by()) said.push(outcomeOf(await approve(staff, order)));
      expect(said).toEqual(outcomes);
      expect((await rowOf(order)).status).toBe("APPROVED");
    },
  );

  it("the approvals of an order come from different people, and each person counts once", async () => {
    const { order } = await sell("2000000.00");
    await approve(ann, order);
    expect(await approve(ann, order)).toEqual(refused("approval-given"));
    expect((await rowOf(order)).status).toBe("WAITING");
  });

  it("needs finance alone below 50 million baht, and compliance as the last person from there on", async () => {
    const small = await sell("2000000.00");
    expect(await approve(col, small.order)).toEqual(refused("approval-turn"));
    const large = await sell("50000000.00");
    expect(await approve(col, large.order)).toEqual(refused("approval-turn"));
    await approve(ann, large.order);
    expect(await approve(col, large.order)).toEqual(refused("approval-turn"));
    await approve(bob, large.order);
    expect(await approve(dan, large.order)).toEqual(refused("approval-turn"));
    expect(outcomeOf(await approve(col, large.order))).toBe("approved");
  });

  it("is not allowed for any other role", async () => {
    const { order, personId } = await sell();
    for (const other of [stranger, personId, randomUUID()])
      expect(await approve(other, order)).toEqual(refused("not-allowed"));
    await sql`update people set locked_at = now() where id = ${dan}`.execute(house.fund.db);
    expect(await approve(dan, order)).toEqual(refused("not-allowed"));
    await sql`update people set locked_at = null where id = ${dan}`.execute(house.fund.db);
  });

  it("an order cannot be approved by the author of the NAV that set the approval tier", async () => {
    house.clock.set("2026-11-20T18:00:00");
    await sql`insert into navs (id, strategy, date, nav, status, demo, entered_by, entered_at)
      values (gen_random_uuid(), 'M-STABLE', '2026-11-20', 10, 'ENTERED', false, ${ann}::uuid, now())`.execute(
      house.fund.db,
    );
    await sql`update navs set status = 'APPROVED', decided_by = ${bob}::uuid, decided_at = now()
      where date = '2026-11-20' and strategy = 'M-STABLE'`.execute(house.fund.db);
    house.clock.set("2026-11-23T10:00:00");
    const { personId, payoutAccount } = await holder(house, { strategy: "M-STABLE" });
    const wish = { kind: "amount", amount: "2000.00" } as const;
    const { order } = standing(await redeem(house, { personId, payoutAccount, wish, strategy: "M-STABLE" }));
    house.clock.set("2026-11-23T18:00:00");
    await sql`insert into navs (id, strategy, date, nav, status, demo, entered_by, entered_at)
      values (gen_random_uuid(), 'M-STABLE', '2026-11-23', 10, 'ENTERED', false, ${bob}::uuid, now())`.execute(
      house.fund.db,
    );
    expect(await approve(ann, order)).toEqual(refused("approval-own-nav"));
    expect(outcomeOf(await approve(bob, order))).toBe("approved");
    await sql`update navs set status = 'REJECTED', decided_by = ${ann}::uuid, decided_at = now()
      where date = '2026-11-23' and strategy = 'M-STABLE'`.execute(house.fund.db);
  });

  it("an approval is final, and a subscription needs none", async () => {
    const { order } = await sell();
    await approve(ann, order);
    expect(await approve(bob, order)).toEqual(refused("already-decided"));
    expect(await reject(bob, order)).toEqual(refused("already-decided"));
    const { order: bought } = await placed(house, subscriptionOf({ personId: await house.addPerson() }));
    expect(await approve(ann, bought)).toEqual(refused("not-found"));
    expect(await approve(ann, randomUUID())).toEqual(refused("not-found"));
  });

  it("an approval covers both legs of a switch, whichever leg a person approves", async () => {
    const { order, inOrder, personId } = await switching();
    expect(outcomeOf(await approve(ann, inOrder))).toBe("approved");
    expect([(await rowOf(order)).status, (await rowOf(inOrder)).status]).toEqual(["APPROVED", "APPROVED"]);
    expect(await letters(personId)).toEqual(["order-approved", "switch-received"]);
  });

  it("counts once in twenty parallel calls of the same person", async () => {
    const { order } = await sell("2000000.00");
    const outcomes = (await Promise.all(Array.from({ length: 20 }, () => approve(ann, order)))).map(
      outcomeOf,
    );
    expect(outcomes.toSorted()).toEqual([...Array(19).fill("approval-given"), "counted"]);
  });
});

describe("the people who approve orders", () => {
  it("are notified once of waiting orders, and admins and finance if too few approvers remain", async () => {
    const admin = await house.addPerson("admin");
    const small = await sell();
    await house.jobs.runNow("orders.approvers");
    await house.jobs.runNow("orders.approvers");
    const toldOf = async (id: string, reference: string) => {
      await house.jobs.drain();
      const mails = await house.messages.mailbox({ to: `${id}@example.test` });
      return mails.filter(({ subject }) => subject.includes(reference)).map(({ template }) => template);
    };
    const small_ = (await rowOf(small.order)).reference;
    expect(await toldOf(ann, small_)).toEqual(["approval-waits"]);
    expect(await toldOf(col, small_)).toEqual([]);
    expect(await toldOf(admin, small_)).toEqual([]);

    const large = await sell("2000000.00");
    await sql`update people set locked_at = now() where id in (${bob}, ${dan})`.execute(house.fund.db);
    await house.jobs.runNow("orders.approvers");
    const reference = (await rowOf(large.order)).reference;
    expect(await toldOf(admin, reference)).toEqual(["approval-nobody"]);
    const desk = (await listWaiting(house.orders, { id: ann, role: "finance" })).find(
      ({ id }) => id === large.order,
    );
    expect(desk).toMatchObject({ short: "finance", yours: "open", name: { th: "กานต์ชนก ใจดี" } });
    await sql`update people set locked_at = null where id in (${bob}, ${dan})`.execute(house.fund.db);
    await reject(ann, large.order);
    await reject(ann, small.order);
  });
});

describe("the rejection of an order", () => {
  it("releases the units and tells the investor the reason", async () => {
    const { order, personId } = await sell();
    expect(outcomeOf(await reject(ann, order))).toBe("rejected");
    expect((await holdingOf(house, personId)).pending_units).toBe("0.0000");
    expect(await shownOrder(house.orders, order)).toMatchObject({
      step: "reject",
      rejectReason: "the signature differs",
      reservedUnits: "0.0000",
    });
    const line = await house.fund.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("subject", "=", `order:${order}`)
      .where("to_state", "=", "REJECTED")
      .executeTakeFirstOrThrow();
    expect(line.detail).toEqual({ reason: { place: `orders/${order}`, sealed: expect.any(String) } });
    expect(await letters(personId)).toEqual(["order-rejected", "redemption-received"]);
    const mail = (await house.messages.mailbox({ to: `${personId}@example.test` })).find(
      ({ template }) => template === "order-rejected",
    );
    expect(mail?.body).toContain("Why: the signature differs");
  });

  it("needs one person, even after an approval, and is open to compliance if the order needs compliance", async () => {
    const two = await sell("2000000.00");
    await approve(ann, two.order);
    expect(outcomeOf(await reject(bob, two.order))).toBe("rejected");
    const three = await sell("50000000.00");
    expect(outcomeOf(await reject(col, three.order))).toBe("rejected");
    const one = await sell();
    expect(await reject(col, one.order)).toEqual(refused("approval-turn"));
  });

  it("ends both legs of a switch", async () => {
    const { order, inOrder, personId } = await switching();
    await reject(ann, order);
    expect([(await rowOf(order)).status, (await rowOf(inOrder)).status]).toEqual(["REJECTED", "REJECTED"]);
    expect((await holdingOf(house, personId)).pending_units).toBe("0.0000");
  });
});

describe("the letters about an order", () => {
  it.each([
    { language: "en", wish: { kind: "amount", amount: "3000.00" }, says: "3,000.00 baht" },
    { language: "th", wish: { kind: "units", units: "1234.5000" }, says: "จำนวน 1,234.5000 หน่วย" },
    { language: "th", wish: { kind: "all" }, says: "ทั้งหมด" },
  ] as const)("a letter about a redemption says in $language: $says", async ({ language, wish, says }) => {
    const who = await holder(house, { units: "3000.0000" });
    await sql`update people set language = ${language} where id = ${who.personId}`.execute(house.fund.db);
    standing(await redeem(house, { ...who, wish }));
    await letters(who.personId);
    const [mail] = await house.messages.mailbox({ to: `${who.personId}@example.test` });
    expect(mail?.body).toContain(says);
    expect(mail?.body).toContain("xxx-xxx-3334");
  });
});

describe("the list of waiting orders", () => {
  it("shows for each NAV the total of the buyers in baht and of the sellers in units", async () => {
    const waiting = async () => (await orderBook.ordersForNav(house.fund.db, "2026-11-23")).get("M-BTCA");
    const before = await waiting();
    await sell("3000.00");
    const all = await holder(house, { units: "1000.0000" });
    standing(await redeem(house, { ...all, wish: { kind: "all" } }));
    const { order } = await placed(house, subscriptionOf({ personId: await house.addPerson() }));
    await pay(house, { order });
    const after = await waiting();
    expect((after?.orders ?? 0) - (before?.orders ?? 0)).toBe(3);
    expect(Number(after?.baht) - Number(before?.baht ?? 0)).toBe(10_000);
    expect(Number(after?.units) - Number(before?.units ?? 0)).toBe(1_300);
  });

  it("the list of waiting orders counts all orders, also unlisted ones, and those that the reader may decide now", async () => {
    await sell("3000.00");
    await sell("2000000.00");
    for (const [id, role] of [
      [ann, "finance"],
      [await house.addPerson("compliance"), "compliance"],
      [await house.addPerson("auditor"), "auditor"],
    ] as const) {
      const seen = await listWaiting(house.orders, { id, role });
      expect(await countWaiting(house.orders, { id, role }), role).toEqual({
        total: seen.length,
        yours: seen.filter(({ yours }) => yours === "open").length,
      });
    }
  });

  it("shows kind, investor, amount with NAV, and the role that decides next", async () => {
    const { order, personId, reference } = await sell("2000000.00");
    const seen = async (id: string, role: string) =>
      (await listWaiting(house.orders, { id, role })).find((one) => one.id === order);
    expect(await seen(ann, "finance")).toMatchObject({
      reference,
      kind: "redemption",
      strategy: "M-BTCA",
      into: null,
      investor: `${personId}@example.test`,
      amount: "2000000.00",
      reservedUnits: "200000.0000",
      unitsHeld: "9000000.0000",
      unitsPending: "200000.0000",
      estimate: { value: "2000000.00", nav: "10.0000", navDate: "2026-11-20" },
      payout: { bank: "004", number: "xxx-xxx-3334" },
      expiresAt: "2026-11-30T14:00:00+07:00",
      needed: 2,
      given: [],
      yours: "open",
    });
    await approve(ann, order);
    expect(await seen(ann, "finance")).toMatchObject({ yours: "given", given: [{ role: "finance" }] });
    expect(await seen(bob, "finance")).toMatchObject({ yours: "open" });
    expect(await seen(col, "compliance")).toMatchObject({ yours: "not-yours" });
    await approve(bob, order);
    expect(await seen(bob, "finance")).toBeUndefined();
  });

  it("shows both legs of a switch in one line", async () => {
    const { order, inOrder, inReference } = await switching();
    const lines = (await listWaiting(house.orders, { id: ann, role: "finance" })).filter(({ id }) =>
      [order, inOrder].includes(id),
    );
    expect(lines).toMatchObject([{ id: order, into: { reference: inReference, strategy: "M-LCAP" } }]);
  });
});

describe("the cancellation of an order", () => {
  it("can be requested until 14:00 of the NAV day, approved or not, and releases the units", async () => {
    const waiting = await sell();
    const approved = await sell();
    await approve(ann, approved.order);
    house.clock.set("2026-11-23T13:59:59.999");
    for (const { personId, order } of [waiting, approved]) {
      expect((await shownOrder(house.orders, order)).cancellableUntil).toBe("2026-11-23T14:00:00+07:00");
      expect(await cancel(personId, order)).toEqual({ ok: true, value: { kind: "cancelled" } });
      expect(await cancel(personId, order)).toEqual({ ok: true, value: { kind: "known" } });
      expect((await holdingOf(house, personId)).pending_units).toBe("0.0000");
      expect(await shownOrder(house.orders, order)).toMatchObject({
        step: "cancelled",
        cancellableUntil: null,
      });
    }
    expect(await letters(waiting.personId)).toEqual(["order-cancelled", "redemption-received"]);
  });

  it("a cancellation at 14:00:00.000 comes too late", async () => {
    const { personId, order } = await sell();
    house.clock.set("2026-11-23T14:00:00.000");
    expect(await cancel(personId, order)).toEqual(refused("order-cancel-late"));
    expect((await shownOrder(house.orders, order)).cancellableUntil).toBeNull();
  });

  it("a cancellation covers both legs of a switch, whichever leg is cancelled, until the deadline of the first leg", async () => {
    const { personId, order, inOrder } = await switching();
    expect((await shownOrder(house.orders, inOrder)).cancellableUntil).toBe("2026-11-23T14:00:00+07:00");
    expect(await cancel(personId, inOrder)).toMatchObject({ ok: true });
    expect([(await rowOf(order)).status, (await rowOf(inOrder)).status]).toEqual(["CANCELLED", "CANCELLED"]);
    const late = await switching();
    house.clock.set("2026-11-23T14:00:00");
    expect(await cancel(late.personId, late.inOrder)).toEqual(refused("order-cancel-late"));
  });

  it("can be requested by the owner only, and not for a finished order", async () => {
    const { personId, order } = await sell();
    expect(await cancel(ann, order)).toEqual(refused("not-found"));
    expect(await cancel(personId, randomUUID())).toEqual(refused("not-found"));
    await reject(ann, order);
    expect(await cancel(personId, order)).toEqual(refused("order-finished"));
  });

  it("cancelling a paid subscription leaves the money in the investor's cash account for a refund", async () => {
    const personId = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId }));
    await pay(house, { order });
    expect(await cancel(personId, order)).toMatchObject({ ok: true });
    expect(await letters(personId)).toEqual(["order-cancelled-paid", "order-paid", "order-received"]);
    const { rows } = await sql<{ reason: string; amount: string }>`
      select reason, amount from payment_cases where person_id = ${personId}`.execute(house.fund.db);
    expect(rows).toEqual([{ reason: "order-ended", amount: "10000.00" }]);
    expect(await shownOrder(house.orders, order)).toMatchObject({ step: "cancelled" });
  });

  it("an unpaid subscription can be cancelled until its payment deadline", async () => {
    const personId = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId }));
    house.clock.set("2026-11-26T14:00:00");
    expect(await cancel(personId, order)).toEqual(refused("order-cancel-late"));
    house.clock.set("2026-11-26T13:59:59.999");
    expect(await cancel(personId, order)).toMatchObject({ ok: true });
    expect(await letters(personId)).toEqual(["order-cancelled", "order-received"]);
  });

  it("gives one result if an order is cancelled twenty times in parallel during its approval", async () => {
    const { personId, order } = await sell();
    await Promise.all([...Array.from({ length: 20 }, () => cancel(personId, order)), approve(ann, order)]);
    expect((await rowOf(order)).status).toBe("CANCELLED");
    expect((await holdingOf(house, personId)).pending_units).toBe("0.0000");
  });
});

describe("the job that expires orders", () => {
  it("ends unapproved redemptions and switches at the cut-off of the fifth business day, and releases the units", async () => {
    const one = await sell("2000000.00");
    await approve(ann, one.order);
    const two = await switching();
    house.clock.set("2026-11-30T13:59:59.999");
    await house.jobs.runNow("fund.expire");
    expect((await rowOf(one.order)).status).toBe("WAITING");
    house.clock.set("2026-11-30T14:00:00");
    await house.jobs.runNow("fund.expire");
    for (const order of [one.order, two.order, two.inOrder])
      expect((await rowOf(order)).status).toBe("EXPIRED");
    for (const { personId } of [one, two]) {
      expect((await holdingOf(house, personId)).pending_units).toBe("0.0000");
      expect(await letters(personId)).toContain("sell-expired");
    }
  });

  it("does not end approved redemptions, and notifies investors who did not pay", async () => {
    const kept = await sell();
    await approve(ann, kept.order);
    const unpaid = await house.addPerson();
    const { order } = await placed(house, subscriptionOf({ personId: unpaid }));
    house.clock.set("2026-12-01T14:00:00");
    await house.jobs.runNow("fund.expire");
    expect((await rowOf(kept.order)).status).toBe("APPROVED");
    expect((await rowOf(order)).status).toBe("EXPIRED");
    expect(await letters(unpaid)).toEqual(["order-expired", "order-received"]);
  });
});

describe("the investor's page of an order", () => {
  it("shows for a redemption five steps, both approvals and the bank account", async () => {
    const { order } = await sell("2000000.00");
    await approve(ann, order);
    expect(await shownOrder(house.orders, order)).toMatchObject({
      step: "waiting",
      net: null,
      reservedUnits: "200000.0000",
      approvals: { given: 1, needed: 2 },
      payout: { bank: "004", number: "xxx-xxx-3334" },
      timeline: [
        { step: "received", at: "2026-11-23T10:00:00+07:00" },
        { step: "approved", at: null, expected: "2026-11-24T00:00:00+07:00" },
        { step: "nav", at: null, expected: "2026-11-23T18:00:00+07:00" },
        { step: "allotted", at: null, expected: "2026-11-24T00:00:00+07:00" },
        { step: "paid-out", at: null, expected: "2026-11-24T00:00:00+07:00" },
      ],
    });
  });

  it("shows on each leg of a switch the opposite leg, and completes the sale with the purchase", async () => {
    const { order, inOrder, reference, inReference } = await switching();
    expect(await shownOrder(house.orders, order)).toMatchObject({
      counter: { id: inOrder, reference: inReference, kind: "switch-in", strategy: "M-LCAP" },
      timeline: [
        { step: "received" },
        { step: "approved" },
        { step: "nav" },
        { step: "allotted" },
        { step: "bought", expected: "2026-11-25T00:00:00+07:00" },
      ],
    });
    expect(await shownOrder(house.orders, inOrder)).toMatchObject({
      counter: { id: order, reference, kind: "switch-out", strategy: "M-BTCA" },
      amount: null,
      net: null,
      approvals: { given: 0, needed: 1 },
      timeline: [
        { step: "received" },
        { step: "approved" },
        { step: "nav", expected: "2026-11-24T18:00:00+07:00" },
        { step: "allotted" },
      ],
    });
  });

  it("shows a redemption as successful only once the money is paid out", async () => {
    const personId = await house.addPerson();
    await hold(house, { personId, units: "1000.0000" });
    const { order } = await sell();
    await approve(ann, order);
    await sql`update orders set status = 'ALLOTTED', units = 300, nav = 10, value = 3000, cost = 1, proceeds = 3000,
      allotted_on = '2026-11-24', changed_by = 'system:allotment', changed_at = '2026-11-24 08:30+07' where id = ${order}`.execute(
      house.fund.db,
    );
    expect(await shownOrder(house.orders, order)).toMatchObject({
      step: "approved",
      net: "3000.00",
      paidOutAt: null,
    });
    await sql`update orders set paid_out_at = '2026-11-24 11:00+07' where id = ${order}`.execute(
      house.fund.db,
    );
    const paid = await shownOrder(house.orders, order);
    expect(paid).toMatchObject({ step: "success", paidOutAt: "2026-11-24T11:00:00+07:00" });
    expect(paid.timeline.at(-1)).toMatchObject({ step: "paid-out", at: "2026-11-24T11:00:00+07:00" });
  });
});
