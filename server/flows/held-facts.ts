import { type BrokenAssumption, brokenAssumption } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { record } from "../audit/index.ts";
import type { Tx } from "../db/index.ts";
import { AppError } from "../http/index.ts";
import type { FlowsDeps } from "./deps.ts";
import type { FactReader } from "./facts.ts";
import type { Loaded } from "./story.ts";

type Deps = Pick<FlowsDeps, "db" | "clock" | "log">;

/** A fact that an assumption rules out, with what the audit is told of it. */
class FactsContradict extends AppError {
  readonly broken: BrokenAssumption;
  readonly stored: Held["stored"];

  constructor(stored: Held["stored"], broken: BrokenAssumption) {
    super("facts-contradict");
    this.stored = stored;
    this.broken = broken;
  }
}

/** Whose fact it is, and the version that it is held to. */
type Held = Pick<Loaded, "compiled" | "stored">;

/** Reads facts as another reader does, each answer held to the assumptions of a version. Errors: as `holdToAssumptions`. */
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
 * Goes no further with a fact that an assumption of the version rules out: the version was proved for nobody like this. To
 * take the fact as missing would still lead the person somewhere, as "not begun" is an answer too; so nothing is walked,
 * written or done until the record is mended.
 * Errors: `facts-contradict`, with a line in the log, and in the audit by who began the work (`tellingContradictions`).
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
 * Does work, and writes a contradiction that ends it into the audit: in a transaction of its own, as the one that read the
 * fact is undone, and only after that one has let go of its connection.
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

/** Writes a contradiction into the audit; any other error is none of its business. */
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
