import { type BrokenAssumption, brokenAssumption } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import type { FlowsDeps } from "./deps.ts";
import type { FactReader } from "./facts.ts";
import type { Loaded } from "./story.ts";

type Deps = Pick<FlowsDeps, "db" | "clock" | "log">;

/** The error if a fact breaks an assumption. It carries the details for the audit trail. */
class FactsContradict extends AppError {
  readonly broken: BrokenAssumption;
  readonly stored: Held["stored"];

  constructor(stored: Held["stored"], broken: BrokenAssumption) {
    super("facts-contradict");
    this.stored = stored;
    this.broken = broken;
  }
}

/** The owner of the fact, and the version whose assumptions the fact must meet. */
type Held = Pick<Loaded, "compiled" | "stored">;

/**
 * Returns a fact reader that checks every fact against the assumptions of a version. Errors: the same as
 * those of `holdToAssumptions`.
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
 * Throws if a fact breaks an assumption of the version, because the proof of the version does not cover this
 * person. A missing fact would not stop a walk, because "not begun" is an answer too. So no step is walked,
 * written or run until the record is corrected. Errors: `facts-contradict`, with a log line, and an audit
 * line of the caller (`tellingContradictions`).
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
 * Runs work. If a contradiction of facts ends it, writes the contradiction to the audit trail. The audit line
 * has its own transaction, after the first one was rolled back and has released its connection.
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

/** Writes a contradiction of facts to the audit trail. Ignores other errors. */
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
