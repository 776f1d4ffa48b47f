import { type BrokenAssumption, brokenAssumption, type Compiled } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { record } from "../audit/index.ts";
import { AppError } from "../http/index.ts";
import type { FlowsDeps } from "./deps.ts";
import type { FactReader } from "./facts.ts";
import type { StoredInstance } from "./instance-store.ts";

type Deps = Pick<FlowsDeps, "db" | "clock" | "log">;

/** Whose fact it is, and the version that it is held to. */
export type Held = {
  readonly compiled: Compiled;
  readonly stored: Pick<StoredInstance, "instance" | "subject">;
};

/** Reads facts as another reader does, each answer held to the assumptions of a version. Errors: as `holdToAssumptions`. */
export function heldToAssumptions(deps: Deps, held: Held, reader: FactReader): FactReader {
  return {
    ...reader,
    read: async (fact, args) => {
      const value = await reader.read(fact, args);
      await holdToAssumptions(deps, held, fact, value);
      return value;
    },
  };
}

/**
 * Goes no further with a fact that an assumption of the version rules out: what was proved about the version was proved
 * about nobody like this. To take the fact as missing would lead her somewhere as well, where "not begun" is an answer;
 * so nothing is walked, written or done until the record is mended.
 * Errors: `facts-contradict`, with a line in the log and in the audit.
 */
export async function holdToAssumptions(
  deps: Deps,
  { compiled, stored }: Held,
  fact: string,
  value: JsonObject | null,
): Promise<void> {
  const broken = brokenAssumption(compiled, fact, value);
  if (broken === null) return;
  deps.log.error(
    { ...broken, instance: stored.instance.id },
    "flows: a fact breaks what its provider promises",
  );
  await writeDown(deps, stored, broken);
  throw new AppError("facts-contradict");
}

/** In a transaction of its own: the one that read the fact is undone. */
async function writeDown(
  { db, clock }: Deps,
  { instance, subject }: Held["stored"],
  { fact, rule, clauses }: BrokenAssumption,
): Promise<void> {
  await db.transaction().execute((tx) =>
    record(tx, clock, {
      actor: "system:assumptions",
      action: "facts.contradict",
      subject,
      version: instance.version,
      detail: { instance: instance.id, fact, rule, clauses },
    }),
  );
}
