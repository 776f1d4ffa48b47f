import type { Tx } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { tellingContradictions } from "./held-facts.ts";

/**
 * Slow work that a call does before its transaction, without a connection: the hash of a secret, the check of
 * a PIN. The name of a piece of work contains its input. If the repeated transaction needs other work, that
 * is prepared too.
 */
export type Preparations = {
  /**
   * Returns the prepared value with this name. If it is missing, the transaction is rolled back, the value is
   * prepared, and the transaction runs again.
   */
  readonly of: <Value>(name: string, prepare: () => Promise<Value>) => Value;
  /** Returns the prepared or saved value with this name; `null` if there is none. */
  readonly known: <Value>(name: string) => Value | null;
  /** Saves a value for the next transaction, in case this one is rolled back. */
  readonly keep: (name: string, value: unknown) => void;
};

/** Thrown if a transaction needs slow work that was not prepared. */
export class NotPrepared extends Error {
  readonly what: string;
  readonly prepare: () => Promise<unknown>;

  constructor(what: string, prepare: () => Promise<unknown>) {
    super(`flows: ${what.split(" ", 1)[0]} was not prepared`);
    this.what = what;
    this.prepare = prepare;
  }
}

/**
 * Preparations for the transaction of another room, which cannot be repeated. Slow work is left for a later
 * transaction of this room.
 */
export const unprepared: Preparations = {
  of: (name, prepare) => {
    throw new NotPrepared(name, prepare);
  },
  known: () => null,
  keep: () => {},
};

// Maximum number of repetitions. A transaction that always needs more work is a defect of the program.
const MOST_ROUNDS = 10;

/**
 * Runs the room's work in a transaction, with slow work done between two transactions. The first transaction
 * finds out which work is needed, and is rolled back. The next one decides everything again with the prepared
 * values.
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
