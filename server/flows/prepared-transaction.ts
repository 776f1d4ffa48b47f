import type { Tx } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { tellingContradictions } from "./held-facts.ts";

/**
 * What one call has done before its transaction: a secret's hash, the verdict on a PIN. No connection is held while it is
 * done. Asked inside the transaction, by what it is done with: where the walk asks for something else the second time,
 * that is prepared as well.
 */
export type Preparations = {
  /** What was prepared under this name; where nothing was, the transaction is undone, and begun again with it. */
  readonly of: <Value>(name: string, prepare: () => Promise<Value>) => Value;
  /** What was prepared or kept under this name, or `null`. */
  readonly known: <Value>(name: string) => Value | null;
  /** Keeps something for the next transaction, where this one is undone. */
  readonly keep: (name: string, value: unknown) => void;
};

/** Asked for in a transaction that cannot wait for it. */
export class NotPrepared extends Error {
  readonly what: string;
  readonly prepare: () => Promise<unknown>;

  constructor(what: string, prepare: () => Promise<unknown>) {
    super(`flows: ${what.split(" ", 1)[0]} was not prepared`);
    this.what = what;
    this.prepare = prepare;
  }
}

/** In another room's transaction nothing can be prepared: whoever needs it is left for a transaction of this room. */
export const unprepared: Preparations = {
  of: (name, prepare) => {
    throw new NotPrepared(name, prepare);
  },
  known: () => null,
  keep: () => {},
};

// A walk that asks for ever new things is a fault of the program.
const MOST_ROUNDS = 10;

/**
 * Does the room's work in a transaction. What it needs that may take long is done between two of them: the first finds out what, and
 * is undone; the next judges everything anew, with what was prepared.
 */
export async function preparedTransaction<Value>(
  deps: Pick<FlowsDeps, "db" | "clock">,
  work: (tx: Tx, prepared: Preparations) => Promise<Value>,
): Promise<Value> {
  const done = new Map<string, unknown>();
  const prepared: Preparations = {
    of: <Wanted>(name: string, prepare: () => Promise<Wanted>) => {
      if (!done.has(name)) throw new NotPrepared(name, prepare);
      return done.get(name) as Wanted;
    },
    known: <Wanted>(name: string) => (done.get(name) ?? null) as Wanted | null,
    keep: (name, value) => void done.set(name, value),
  };
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    try {
      return await tellingContradictions(deps, () =>
        deps.db.transaction().execute((tx) => work(tx, prepared)),
      );
    } catch (error) {
      if (!(error instanceof NotPrepared)) throw error;
      done.set(error.what, await error.prepare());
    }
  }
  throw new Error(`flows: still not prepared after ${MOST_ROUNDS} rounds`);
}
