import type { Tx } from "../db/index.ts";
import type { FlowsDeps } from "./deps.ts";
import { tellingContradictions } from "./held-facts.ts";

/**
 * Slow work for a transaction, such as a password hash or a PIN check. It is done before the transaction,
 * without a connection. Each piece of work has a name that includes its input. If a repeated transaction
 * turns out to need other work, that is done too, before the next repetition.
 */
export type Preparations = {
  /**
   * Returns the result of the slow work with this name. If the work is not done yet, the transaction is
   * rolled back, the work is done, and the transaction starts again.
   */
  readonly of: <Value>(name: string, prepare: () => Promise<Value>) => Value;
  /** Returns the value with this name, if it was prepared or saved; otherwise `null`. */
  readonly known: <Value>(name: string) => Value | null;
  /** Saves a value, so that a repetition of the transaction can use it if this one is rolled back. */
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
 * For a transaction of another room, which this room cannot repeat: if it needs slow work, this throws, and
 * the work must be left for a later transaction.
 */
export const unprepared: Preparations = {
  of: (name, prepare) => {
    throw new NotPrepared(name, prepare);
  },
  known: () => null,
  keep: () => {},
};

/**
 * What a submission may do in its transaction. If it has the transaction for itself, everything is allowed.
 */
export type Share = {
  /** Whether submissions of others are in the same transaction. */
  readonly isShared: boolean;
  /** Call it before anything that other submissions must not share. Throws `NotShared` if there are others. */
  readonly needAlone: () => void;
  /**
   * Call it before the first write. If the submission fails after this call, all others in the transaction
   * are rolled back too, and each is done again alone.
   */
  readonly writes: () => void;
};

/** Thrown if a submission must be done again, in a transaction of its own. */
export class NotShared extends Error {}

/** For a submission that has a transaction of its own. */
export const ALONE: Share = { isShared: false, needAlone: () => {}, writes: () => {} };

type Runs = <Value>(inside: (tx: Tx, share: Share) => Promise<Value>) => Promise<Value>;

// Maximum number of repetitions. If a transaction needs still more work after these, the program has a
// defect.
const MOST_ROUNDS = 10;

/**
 * Runs work of the flows room in a transaction that can need slow work. When it does, the transaction is
 * rolled back, and the slow work is done outside. Then the transaction starts again, and decides everything
 * again with the prepared values. With `shared`, the first try runs in a transaction that others may share;
 * if it must be alone, it starts again alone.
 */
export async function preparedTransaction<Value>(
  deps: Pick<FlowsDeps, "db" | "clock">,
  work: (tx: Tx, prepared: Preparations, share: Share) => Promise<Value>,
  shared?: Runs,
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
  const alone: Runs = (inside) => deps.db.transaction().execute((tx) => inside(tx, ALONE));
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    try {
      const runs = round === 0 && shared !== undefined ? shared : alone;
      return await tellingContradictions(deps, () => runs((tx, share) => work(tx, prepared, share)));
    } catch (error) {
      if (error instanceof NotShared) continue;
      if (!(error instanceof NotPrepared)) throw error;
      done.set(error.what, await error.prepare());
    }
  }
  throw new Error(`flows: still not prepared after ${MOST_ROUNDS} rounds`);
}
