import { sql } from "kysely";
import { type Db, later, OutcomeUnknown, type Tx } from "../db/index.ts";
import { holdingNothing } from "../holding.ts";
import { AppError, createTurns } from "../http/index.ts";
import { inTime } from "../in-time.ts";
import { ALONE, NotPrepared, NotShared, type Share } from "./prepared-transaction.ts";
import type { Subject } from "./registry.ts";

/** Runs a submission in a transaction that it may share with submissions of other subjects. */
export type SharedTransactions = <Value>(
  subject: Subject,
  work: (tx: Tx, share: Share) => Promise<Value>,
) => Promise<Value>;

type Member = {
  readonly work: (tx: Tx, share: Share) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
};

type Left = { readonly kind: "left"; readonly error: unknown };
type Outcome = { readonly kind: "done"; readonly value: unknown } | Left;

/** Maximum number of submissions in one transaction. */
const MOST = 16;
/** Number of transactions at a time. Whoever arrives meanwhile waits and goes with the others that wait. */
const AT_ONCE = 2;
/**
 * Time in milliseconds after which nobody waits any longer: not for a transaction that is slow, and not for a
 * row that somebody else locks. Otherwise two slow submissions would stop all others.
 */
const PATIENCE_MS = 250;

/**
 * Creates shared transactions (group commit). A submission that arrives while others are being done waits for
 * them, and then goes with all that wait: their statements are sent together, and one commit makes all of
 * them durable. Without load, each submission is alone. Two submissions of one subject are never together,
 * because a row lock does not keep them apart in one transaction.
 */
export function createSharedTransactions({ db }: { readonly db: Db }): SharedTransactions {
  const turns = createTurns({ each: 1 });
  const waiting: Member[] = [];
  let running = 0;
  const serve = () => {
    while (running < AT_ONCE && waiting.length > 0) {
      running += 1;
      const members = waiting.splice(0, MOST);
      holdingNothing(() => inTime(PATIENCE_MS, together(db, members), () => {})).then(() => {
        running -= 1;
        serve();
      });
    }
  };
  return (subject, work) =>
    turns(
      subject,
      () =>
        new Promise((resolve, reject) => {
          waiting.push({ work, resolve: resolve as Member["resolve"], reject });
          serve();
        }),
    );
}

async function together(db: Db, members: readonly Member[]): Promise<void> {
  const [first, ...others] = members;
  if (first === undefined) return;
  if (others.length === 0)
    return await db
      .transaction()
      .execute((tx) => first.work(tx, ALONE))
      .then(first.resolve, first.reject);
  try {
    const outcomes = await db.transaction().execute(async (tx) => {
      await later(tx, sql`set local lock_timeout = ${sql.lit(PATIENCE_MS)}`.compile(tx));
      return await allOf(members.map((member) => outcomeOf(member, tx)));
    });
    for (const [index, outcome] of outcomes.entries()) {
      const member = members[index] as Member;
      if (outcome.kind === "done") member.resolve(outcome.value);
      else member.reject(outcome.error);
    }
  } catch (error) {
    // Nothing is stored. Whoever caused the failure gets the error alone. If the answer to the commit is
    // lost, nobody knows what is stored, and each caller asks again with the key of the submission.
    const told = error instanceof OutcomeUnknown ? error : new NotShared();
    for (const { reject } of members) reject(told);
  }
}

/** Waits for all, also if one fails, so that none still uses the transaction after its end. */
async function allOf<Value>(all: readonly Promise<Value>[]): Promise<readonly Value[]> {
  const settled = await Promise.allSettled(all);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

/**
 * Does the work of one submission. If it is refused before it writes anything, the others go on without it.
 * Every other failure is thrown.
 */
async function outcomeOf({ work }: Member, tx: Tx): Promise<Outcome> {
  let wrote = false;
  const share: Share = {
    isShared: true,
    needAlone: () => {
      throw new NotShared();
    },
    writes: () => {
      wrote = true;
    },
  };
  try {
    return { kind: "done", value: await work(tx, share) };
  } catch (error) {
    if (wrote || !isRefusal(error)) throw error;
    return { kind: "left", error };
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError || error instanceof NotPrepared || error instanceof NotShared;
}
