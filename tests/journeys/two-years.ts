// Gives the demo investor of a fresh development portal two years of history, through the API that the pages
// use:
//
//   npm start
//   node .ci/bootstrap.mjs tests/journeys/two-years.ts [ORIGIN]
//
// The script moves business time to each order and on to its allotment. So prices are the demonstration NAVs,
// and the portal itself made every ledger entry and every statement. At the end business time is the
// machine's again.
import { INVESTOR_PIN } from "./people.ts";
import { callsOf } from "./staff-calls.ts";

/** Orders of the two years, oldest first: day, strategy and baht. */
const ORDERS = [
  ["2025-01-06", "M-BTCA", "150000.00"],
  ["2025-03-10", "M-LCAP", "120000.00"],
  ["2025-06-09", "M-STABLE", "80000.00"],
  ["2025-09-08", "M-BTCA", "60000.00"],
  ["2026-02-09", "M-LCAP", "50000.00"],
  ["2026-07-06", "M-STABLE", "40000.00"],
] as const;

/**
 * Places the orders before `end`, each on its day, and one more at `end` that is paid and not yet allotted.
 * `end` is Bangkok time; `null` means the machine's time.
 */
export async function playTwoYears(origin: string, end: string | null): Promise<void> {
  const { wall } = (await (await fetch(`${origin}/api/dev/clock`)).json()) as { wall: string };
  const last = end ?? wall;
  for (const [day, strategy, amount] of ORDERS.filter(([day]) => day < last)) {
    await moveClock(origin, { to: `${day}T10:00` });
    const { order, allotmentDate } = await place(origin, strategy, amount);
    await moveClock(origin, { to: `${allotmentDate}T09:00` });
    await reach(origin, order, "ALLOTTED");
  }
  await moveClock(origin, end === null ? { reset: true } : { to: end });
  await place(origin, "M-BTCA", "25000.00");
}

type Answer = { readonly [name: string]: unknown };

/** Returns a function that calls the portal as the demo investor, and throws unless the status is 200. */
async function investor(origin: string) {
  const { call } = await callsOf(origin, "investor");
  return async (method: "GET" | "POST", path: string, body?: object): Promise<Answer> => {
    const answer = await call(method, path, body);
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body as Answer;
  };
}

/** Places a subscription and waits until the sandbox bank has paid it. */
async function place(origin: string, strategy: string, amount: string) {
  const call = await investor(origin);
  const { id } = await call("POST", "/flows/invest/instances", { again: true });
  const step = async (name: string, answer: object) =>
    (await call("POST", `/instances/${id}/steps/${name}`, { answer })).at as Answer;
  await step("choose", { strategy });
  let at = await step("amount", { amount });
  if (at.step === "acknowledge") at = await step("acknowledge", { accepted: true });
  at = await step("pay", { method: "transfer" });
  await step("review", { values: at.values ?? {} });
  await call("POST", `/instances/${id}/steps/pin`, { code: INVESTOR_PIN });
  const { orders } = (await call("GET", "/orders")) as { orders: readonly Answer[] };
  const order = String(orders[0]?.id);
  await reach(origin, order, "APPROVED");
  return { order, allotmentDate: String(orders[0]?.allotmentDate) };
}

async function reach(origin: string, order: string, wanted: string): Promise<void> {
  const call = await investor(origin);
  for (let tries = 0; tries < 300; tries += 1) {
    const { status } = (await call("GET", `/orders/${order}`)) as { status: string };
    if (status === wanted) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error(`The order ${order} did not become ${wanted}.`);
}

async function moveClock(origin: string, body: object): Promise<void> {
  const answer = await fetch(`${origin}/api/dev/clock`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`The clock did not move: ${answer.status} ${await answer.text()}`);
}

const [, program, at] = process.argv;
if (program === import.meta.filename)
  await playTwoYears(at ?? `http://localhost:${process.env.PORT ?? 3000}`, null);
