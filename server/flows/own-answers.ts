import { sql } from "kysely";
import type { Compiled } from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import type { Words } from "../../engine/values/languages.ts";
import type { Db } from "../db/index.ts";
import { type Drawing, type DrawnLine, drawAnswer } from "./draw-answers.ts";
import { type KeyLock, openValue } from "./instance-key.ts";
import type { Subject } from "./registry.ts";
import "./tables.ts";

/** The answers that a person submitted with a flow, written as text for a reader. */
export type OwnAnswers = {
  readonly title: string;
  readonly at: Date;
  readonly lines: readonly DrawnLine[];
};

const MOST = 500;

/**
 * Writes all answers that a person submitted with flows as text, newest flow first. Only submissions that had
 * an effect are included. The answers are in the order of the flow, with the labels of the version on which
 * they were given. Drafts and secrets are left out.
 */
export async function drawOwnAnswers(
  deps: {
    readonly vault: Pick<KeyLock, "unlockKey">;
    readonly compiled: (version: string) => Promise<Compiled | null>;
    readonly titleOf: (flow: string) => Promise<Words | null>;
  },
  db: Db,
  subject: Subject,
  drawing: Drawing,
): Promise<readonly OwnAnswers[]> {
  const instances = await db
    .selectFrom("flow_instances as i")
    .innerJoin("flow_receipts as r", "r.instance", "i.id")
    .select(["i.id", "i.flow", "i.locked_key", sql<Buffer | null>`owner_key(i.subject)`.as("owner_key")])
    .select(["r.version", "r.at"])
    .distinctOn("i.ordinal")
    .where("i.subject", "=", subject)
    .where("i.preview", "=", false)
    .where("r.kind", "=", "effect")
    .where("r.succeeded", "=", true)
    .orderBy("i.ordinal", "desc")
    .orderBy("r.seq", "desc")
    .limit(MOST)
    .execute();
  if (instances.length === 0) return [];
  const answers = Map.groupBy(
    await db
      .selectFrom("flow_answers")
      .selectAll()
      .where(
        "instance",
        "in",
        instances.map(({ id }) => id),
      )
      .execute(),
    ({ instance }) => instance,
  );
  const drawn: OwnAnswers[] = [];
  for (const { id, flow, locked_key, owner_key, version, at } of instances) {
    const key = deps.vault.unlockKey(subject, locked_key, owner_key);
    if (key === null) continue;
    const compiled = await deps.compiled(version).catch(() => null);
    const bySteps = new Map(
      (answers.get(id) ?? []).map(({ step, revision, sealed }) => [
        step,
        openValue<JsonObject>(key, { kind: "answer", instance: id, step, revision }, sealed),
      ]),
    );
    const lines = stepsInOrder(compiled, [...bySteps.keys()]).flatMap((step) =>
      Object.entries(bySteps.get(step) ?? {}).flatMap(([field, value]) =>
        drawAnswer(compiled?.definition ?? null, `answers.${step}.${field}`, value, drawing),
      ),
    );
    const title = (await deps.titleOf(flow))?.[drawing.language] ?? flow;
    if (lines.length > 0) drawn.push({ title, at, lines });
  }
  return drawn;
}

/**
 * Returns the steps for which there are answers, in the order of the flow. Reviews are left out, because they
 * repeat answers of other steps.
 */
function stepsInOrder(compiled: Compiled | null, answered: readonly string[]): readonly string[] {
  if (compiled === null) return answered;
  const { steps } = compiled.definition.flow;
  return Object.keys(steps).filter((step) => answered.includes(step) && steps[step]?.kind !== "review");
}
