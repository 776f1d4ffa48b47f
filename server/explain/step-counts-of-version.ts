import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import { countSteps } from "../flows/index.ts";
import type { TypeOf } from "../http/index.ts";
import { comparedSteps, finished } from "./step-counts.ts";
import type { StepCountsOfVersion } from "./step-counts-answers.ts";

/** Number of days that the figures cover. Instances that were opened earlier are not counted. */
const DAYS = 90;

export type StepCountsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly definitions: Pick<Definitions, "get" | "list" | "compiled">;
};

/**
 * Returns figures about the people who began a flow while a published version was in force, and the same
 * figures for the previous version. Returns `null` if the version was never published.
 */
export async function stepCountsOfVersion(
  deps: StepCountsDeps,
  id: string,
): Promise<TypeOf<typeof StepCountsOfVersion> | null> {
  const found = await inForce(deps.definitions, id);
  if (found === null) return null;
  const [version, before, after] = found;
  const own = await read(deps, version, after?.published_at ?? null);
  const past = before === null ? null : await read(deps, before, version.published_at);
  return {
    from: own.from.toISOString(),
    until: own.until?.toISOString() ?? null,
    ...whole(own),
    before:
      before === null || past === null ? null : { id: before.id, number: before.number, ...whole(past) },
    steps: [...comparedSteps(own, past)],
  };
}

type Published = {
  readonly id: string;
  readonly number: number;
  readonly hash: string;
  readonly published_at: Date;
};

/**
 * Reads figures about the people who began a flow after the publication of a version and before the given
 * time.
 */
async function read({ db, clock, definitions }: StepCountsDeps, of: Published, until: Date | null) {
  const now = clock.now();
  const oldest = now.minus({ days: DAYS }).toJSDate();
  const from = of.published_at < oldest ? oldest : of.published_at;
  const compiled = await definitions.compiled(of.hash);
  if (compiled === null)
    throw new Error(`stepCountsOfVersion: version ${of.hash} is published and not stored`);
  const { definition } = compiled;
  const given = { flow: definition.flow.id, from, until, now: now.toJSDate() };
  return { definition, from, until, counts: await countSteps(db, given) };
}

function whole({ definition, counts }: Awaited<ReturnType<typeof read>>) {
  const { opened, silent } = counts;
  return { opened, silent, finished: finished(definition, counts) };
}

/**
 * Returns a published version, with the published versions before and after it. Returns `null` if the version
 * was never published.
 */
async function inForce(
  definitions: Pick<Definitions, "get" | "list">,
  id: string,
): Promise<readonly [Published, Published | null, Published | null] | null> {
  const flow = (await definitions.get(id))?.flow;
  if (flow === undefined) return null;
  const published = (await definitions.list(flow))
    .flatMap(({ id, number, hash, published_at, state }) =>
      state === "published" && number !== null && hash !== null && published_at !== null
        ? [{ id, number, hash, published_at }]
        : [],
    )
    .sort((one, other) => one.number - other.number);
  const at = published.findIndex((one) => one.id === id);
  const version = published[at];
  return version === undefined ? null : [version, published[at - 1] ?? null, published[at + 1] ?? null];
}
