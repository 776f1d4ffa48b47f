import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import type { Definitions } from "../definitions/index.ts";
import { passage } from "../flows/index.ts";
import { type App, AppError, call, inputOf, staff, UUID } from "../http/index.ts";
import { comparedSteps, finished } from "./passage.ts";
import { PassageOfVersion } from "./passage-answers.ts";

/** People who opened a flow earlier are not read. */
const DAYS = 90;

/** Registers the call that tells what people did in a published version, beside the version before it. */
export function passageRoutes(
  app: App,
  definitions: Pick<Definitions, "get" | "list" | "compiled">,
  { db, clock }: { readonly db: Db; readonly clock: Clock },
): void {
  call(
    app,
    "GET /api/definitions/versions/:id/passage",
    {
      summary: "What people did who began while a version was in force, beside the version before it",
      tags: ["definitions"],
      access: staff("operations", "compliance", "admin"),
      params: inputOf({ id: UUID }),
      answers: { 200: PassageOfVersion },
      errors: ["not-found"],
    },
    async ({ params }) => {
      const now = clock.now();
      const found = await inForce(definitions, params.id);
      if (found === null) throw new AppError("not-found");
      const [version, before, after] = found;
      const readOf = async (one: Published, until: Date | null) => {
        const oldest = now.minus({ days: DAYS }).toJSDate();
        const from = one.published_at < oldest ? oldest : one.published_at;
        const compiled = await definitions.compiled(one.hash);
        if (compiled === null) throw new AppError("not-found");
        const { definition } = compiled;
        const { flow } = definition;
        const read = await passage(db, { flow: flow.id, from, until, now: now.toJSDate() });
        return { definition, from, until, passage: read };
      };
      const own = await readOf(version, after?.published_at ?? null);
      const past = before === null ? null : await readOf(before, version.published_at);
      const whole = ({ definition, passage }: NonNullable<typeof past>) => ({
        opened: passage.opened,
        silent: passage.silent,
        finished: finished(definition, passage),
      });
      return {
        from: own.from.toISOString(),
        until: own.until?.toISOString() ?? null,
        ...whole(own),
        before:
          before === null || past === null ? null : { id: before.id, number: before.number, ...whole(past) },
        steps: comparedSteps(own, past),
      };
    },
  );
}

type Published = {
  readonly id: string;
  readonly number: number;
  readonly hash: string;
  readonly published_at: Date;
};

/** Returns a published version with the ones in force before and after it; `null` if it was never published. */
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
