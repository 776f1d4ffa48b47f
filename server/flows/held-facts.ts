import { type BrokenAssumption, brokenAssumption } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import type { FlowsDeps } from "./deps.ts";
import type { FactReader } from "./facts.ts";
import type { Loaded } from "./story.ts";

type Deps = Pick<FlowsDeps, "db" | "clock" | "log">;

/**
 * The error that is thrown if a fact breaks an assumption of a version. It has the details that the audit
 * trail needs.
 */
class FactsContradict extends AppError {
  readonly broken: BrokenAssumption;
  readonly stored: Held["stored"];

  constructor(stored: Held["stored"], broken: BrokenAssumption) {
    super("facts-contradict");
    this.stored = stored;
    this.broken = broken;
  }
}

/** The instance to which a fact belongs, and the version whose assumptions the fact must meet. */
type Held = Pick<Loaded, "compiled" | "stored">;

/**
 * Returns a fact reader that checks every fact against the assumptions of a version. Throws the same errors
 * as `holdToAssumptions`.
 */
export function heldToAssumptions(deps: Pick<Deps, "log">, held: Held, reader: FactReader): FactReader {
  return {
    ...reader,
    read: async (fact, args) => {
      const value = await reader.read(fact, args);
      holdToAssumptions(deps, held, fact, value);
      return value;
    },
  };
}

/**
 * Throws if a fact breaks an assumption of the version. In this case the version is not proved to be right
 * for this person. Without the error the walk would continue, because a missing fact has a meaning too, such
 * as "not begun". So nothing is walked, stored or run until somebody corrects the record. Throws
 * `facts-contradict`, and writes a log line. The caller writes the audit line (`tellingContradictions`).
 */
export function holdToAssumptions(
  deps: Pick<Deps, "log">,
  { compiled, stored }: Held,
  fact: string,
  value: JsonObject | null,
): void {
  const broken = brokenAssumption(compiled, fact, value);
  if (broken === null) return;
  deps.log.error(
    { ...broken, instance: stored.instance.id },
    "flows: a fact breaks what its provider promises",
  );
  throw new FactsContradict(stored, broken);
}

/**
 * Runs work. If it ends because facts contradict each other, writes this to the audit trail. The audit line
 * is written in another transaction, once the work's own transaction is rolled back and has released its
 * connection.
 */
export async function tellingContradictions<Value>(
  deps: Pick<Deps, "db" | "clock">,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FactsContradict)) throw error;
    await deps.db.transaction().execute((tx) => tellContradiction(deps, tx, error));
    throw error;
  }
}

/** Writes to the audit trail if the error is a contradiction of facts. Does nothing for any other error. */
export async function tellContradiction(
  { clock }: Pick<Deps, "clock">,
  tx: Tx,
  error: unknown,
): Promise<void> {
  if (!(error instanceof FactsContradict)) return;
  const { instance, subject } = error.stored;
  const { fact, rule, clauses } = error.broken;
  await record(tx, clock, {
    actor: "system:assumptions",
    action: "facts.contradict",
    subject,
    version: instance.version,
    detail: { instance: instance.id, fact, rule, clauses },
  });
}
