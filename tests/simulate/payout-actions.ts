import {
  decidePaymentFile,
  makePaymentFile,
  reopenPayout,
  takeReturns,
} from "../../server/settlement/index.ts";
import type { Action } from "./action.ts";
import type { Chance } from "./chance.ts";
import type { World } from "./world.ts";

/** Actions of finance and the bank about payouts. */
export const payoutActions: readonly Action[] = [
  { name: "a payment file is made", weight: 3, draw: make },
  { name: "a payment file is decided", weight: 4, draw: decide },
  { name: "the bank returns a payment", weight: 1, draw: comeBack },
  { name: "a returned payment is sent again", weight: 2, draw: sendAgain },
];

const told = (done: { readonly ok: boolean; readonly error?: { readonly code: string } }) =>
  done.ok ? "done" : (done.error?.code ?? "refused");

async function make(world: World, chance: Chance) {
  const who = chance.oneOf(world.finance);
  return async () => told(await makePaymentFile(world.settlement, who));
}

async function decide(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("payment_files")
    .select("id")
    .where("state", "=", "MADE")
    .orderBy("made_at")
    .execute();
  if (rows.length === 0) return null;
  const { id } = chance.oneOf(rows);
  const who = chance.oneOf(world.finance);
  const decision = chance.oneIn(5) ? "DISCARDED" : "RELEASED";
  return async () => `${decision}: ${told(await decidePaymentFile(world.settlement, who, { id, decision }))}`;
}

async function comeBack(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("payouts")
    .select(["id", "line", "amount", "file_id"])
    .where("state", "in", ["PAID", "RETURNED"])
    .where("file_id", "is not", null)
    .orderBy("paid_at")
    .orderBy("line")
    .execute();
  const payout = rows.length === 0 ? undefined : chance.oneOf(rows);
  if (payout === undefined || payout.file_id === null || payout.line === null) return null;
  const { file_id: file, line } = payout;
  const amount = chance.oneIn(5) ? "0.01" : payout.amount;
  const who = chance.oneOf(world.finance);
  return async () => {
    const returned = [{ payout: payout.id, line, amount, reason: "account closed" }];
    return told(await takeReturns(world.settlement, who, { file, returned }));
  };
}

async function sendAgain(world: World, chance: Chance) {
  const rows = await world.outside
    .selectFrom("payouts")
    .select(["id", "account"])
    .where("state", "=", "RETURNED")
    .orderBy("returned_at")
    .execute();
  if (rows.length === 0) return null;
  const payout = chance.oneOf(rows);
  const who = chance.oneOf(world.finance);
  return async () =>
    told(await reopenPayout(world.settlement, who, { id: payout.id, account: payout.account }));
}
