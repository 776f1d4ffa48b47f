import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cancelOrder } from "../../../server/orders/index.ts";
import { matchCase } from "../../../server/payments/cases.ts";
import { moneyAside, receivePayment } from "../../../server/payments/index.ts";
import { payInCodeOf } from "../../../server/payments/pay-in-code.ts";
import { backByHand, pay, verifiedAccount } from "../fund/fund-house.ts";
import {
  confirm,
  newCode,
  openPaymentsHouse,
  orderRow,
  type PaymentsHouse,
  send,
  unpaid,
} from "./payments-house.ts";

let house: PaymentsHouse;
beforeEach(async () => {
  house = await openPaymentsHouse();
  // The sandbox bank is silent, so no order is paid automatically.
  await house.fund.db.updateTable("sandbox_bank").set({ silent: true }).execute();
});
afterEach(() => house.close());

type Unpaid = Awaited<ReturnType<typeof unpaid>>;
let references = 0;

async function receive(of: Unpaid, amount: string, thirdParty = false) {
  references += 1;
  return await house.fund.db.transaction().execute((tx) =>
    receivePayment(house.payments, tx, {
      bank: "KTB",
      bankReference: `A${references}`,
      order: of.order,
      amount,
      at: house.clock.now(),
      payer: { bank: "014", account: "1234567890", name: "น.ส. กานต์ชนก" },
      thirdParty,
    }),
  );
}

async function cancelled(of: Unpaid) {
  await house.fund.db.transaction().execute((tx) => cancelOrder(house.orders, tx, of));
}

async function asideOf(of: Unpaid) {
  return (await payInCodeOf(house.payments, await orderRow(house, of.order))).aside;
}

/** Returns the letters to one person by template, and checks that each is complete. */
async function lettersOf({ personId }: Unpaid): Promise<ReadonlyMap<string, string>> {
  await house.jobs.drain();
  const mails = await house.messages.mailbox({ to: `${personId}@example.test` });
  for (const { subject, body } of mails)
    expect(`${subject} ${body}`).not.toMatch(/\{\{|\$t\(|undefined|null|NaN/);
  return new Map(mails.map(({ template, subject, body }) => [template, `${subject}\n${body}`]));
}

describe("money that arrives for an order and does not pay it", () => {
  it.each([
    [
      "is too little",
      async (of: Unpaid): Promise<void> => void (await receive(of, "9000.00")),
      "amount-short",
      "9000.00",
      "1000.00",
    ],
    [
      "is too much",
      async (of: Unpaid): Promise<void> => void (await receive(of, "12000.00")),
      "amount-over",
      "12000.00",
      "2000.00",
    ],
    [
      "comes from another person",
      async (of: Unpaid): Promise<void> => void (await receive(of, "10000.00", true)),
      "third-party",
      "10000.00",
      null,
    ],
    [
      "arrives twice",
      async (of: Unpaid): Promise<void> => {
        await pay(house, of);
        await receive(of, "10000.00");
      },
      "paid-already",
      "10000.00",
      null,
    ],
    [
      "arrives for a cancelled order",
      async (of: Unpaid): Promise<void> => {
        await cancelled(of);
        await receive(of, "10000.00");
      },
      "order-not-open",
      "10000.00",
      null,
    ],
  ] as const)(
    "money that %s is shown to the investor, who gets a letter at once",
    async (_what, come, reason, amount, differs) => {
      const came = `${amount.replace(/(?=\d{3}\.)/, ",")} baht on 23/11/2026 10:00`;
      const of = await unpaid(house);
      await come(of);
      expect(await asideOf(of)).toMatchObject([
        {
          reason,
          amount,
          differs,
          ...(reason === "amount-over" || reason === "third-party"
            ? { state: "held", backOn: null }
            : { state: "due", backOn: "2026-11-24", backTo: "014 xxx-xxx-7890" }),
          at: "2026-11-23T10:00:00+07:00",
          wanted: "10000.00",
        },
      ]);
      expect((await lettersOf(of)).get("money-held")).toContain(came);
    },
  );

  it("a payment that is too small is shown with the deadline for the full amount", async () => {
    const of = await unpaid(house);
    await receive(of, "9000.00");
    expect(await asideOf(of)).toMatchObject([{ openUntil: "2026-11-26T14:00:00+07:00" }]);
    const letter = (await lettersOf(of)).get("money-held");
    expect(letter).toContain("1,000.00 baht are missing");
    expect(letter).toContain("transfer the full 10,000.00 baht by 26/11/2026 14:00");
  });

  it.each(["by itself", "once its slip is confirmed"])(
    "a payment that is too small is no longer shown as missing if its order expires %s",
    async (how) => {
      const of = await unpaid(house);
      const code = newCode();
      const slip = how === "by itself" ? null : await send(house, of, code);
      if (slip === null) await receive(of, "9000.00");
      house.clock.set("2026-11-26T14:01:00");
      await house.jobs.runNow("fund.expire");
      if (slip?.ok) {
        const reading = { ...code, amount: "9000.00" };
        await confirm(house, slip.value.slip, reading);
        await confirm(house, slip.value.slip, reading);
      }
      expect((await orderRow(house, of.order)).status).toBe("EXPIRED");
      const said = await lettersOf(of);
      expect(said.get("order-expired-held")).toContain("We received 9,000.00 baht for it");
      expect(said.has("order-expired")).toBe(false);
      expect(await asideOf(of)).toMatchObject([
        { openUntil: null, state: how === "by itself" ? "due" : "account" },
      ]);
    },
  );

  it("is shown to the investor as waiting for an account, then due, then paid back, with the days", async () => {
    const of = await unpaid(house);
    await pay(house, of);
    await cancelled(of);
    expect(await asideOf(of)).toMatchObject([
      { reason: "order-ended", state: "account", amount: "10000.00" },
    ]);
    expect((await lettersOf(of)).get("order-cancelled-paid")).toContain("as soon as we know an account");
    await verifiedAccount(house, of.personId);
    await house.jobs.runNow("payments.refunds");
    expect(await asideOf(of)).toMatchObject([
      { state: "due", backOn: "2026-11-24", backTo: "004 xxx-xxx-9876" },
    ]);
    house.clock.set("2026-11-25T09:00:00");
    await backByHand(house, of.order);
    expect(await asideOf(of)).toMatchObject([{ state: "arrived", backOn: "2026-11-25" }]);
    expect((await lettersOf(of)).get("refund-sent")).toContain("10,000.00 baht");
  });

  it("is shown with the order to which finance assigns it", async () => {
    const of = await unpaid(house);
    const other = await unpaid(house);
    await receive(of, "12000.00");
    const [{ id } = { id: "" }] = await moneyAside(house.fund.db, { order: of.order });
    const by = await house.addPerson("finance");
    await house.fund.db.transaction().execute(async (tx) => {
      await matchCase(house.payments, tx, { case: id, by, reference: other.reference });
    });
    expect(await asideOf(of)).toEqual([]);
    expect(await asideOf(other)).toMatchObject([{ amount: "2000.00", reason: "paid-already" }]);
  });
});
