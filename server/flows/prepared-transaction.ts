import type { Tx } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { tellingContradictions } from "./held-facts.ts";

/**
 * Slow work that a call does before its transaction, without a connection: the hash of a secret, the check of a PIN.
 * The name of a piece of work contains its input. If the repeated transaction needs other work, it is prepared too.
 */
export type Preparations = {
  /** Returns the prepared value of this name. Without one, the transaction is rolled back and runs again with it. */
  readonly of: <Value>(name: string, prepare: () => Promise<Value>) => Value;
  /** Returns the prepared or kept value of this name, or `null`. */
  readonly known: <Value>(name: string) => Value | null;
  /** Keeps a value for the next transaction if this one is rolled back. */
  readonly keep: (name: string, value: unknown) => void;
};

/** Thrown if a transaction needs work that it cannot wait for. */
export class NotPrepared extends Error {
  readonly what: string;
  readonly prepare: () => Promise<unknown>;

  constructor(what: string, prepare: () => Promise<unknown>) {
    super(`flows: ${what.split(" ", 1)[0]} was not prepared`);
    this.what = what;
    this.prepare = prepare;
  }
}

/** In another room's transaction nothing can be prepared; the work is left for a transaction of this room. */
export const unprepared: Preparations = {
  of: (name, prepare) => {
    throw new NotPrepared(name, prepare);
  },
  known: () => null,
  keep: () => {},
};

// A walk that always asks for more is a fault of the program.
const MOST_ROUNDS = 10;

/**
 * Runs the room's work in a transaction, with slow work done between two transactions. The first one finds out what is
 * needed and is rolled back. The next one decides everything again with the prepared values.
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
