import { peopleWithRole } from "../accounts/index.ts";
import type { Definitions } from "../definitions/index.ts";
import type { Messages } from "../messages/index.ts";
import { type StepCountsDeps, stepCountsOfVersion } from "./step-counts-of-version.ts";

/** Name of the job that warns operations if more people stop at a step since the last publication. */
export const watchStepCountsJob = "definitions.step-counts";

/**
 * Sends operations a message about each step at which clearly more people stop than in the previous version
 * of the flow. A step of a version is reported only once. Returns the number of reported steps.
 */
export async function watchStepCounts(
  deps: StepCountsDeps & {
    readonly definitions: Pick<Definitions, "flows" | "current" | "titleOf">;
    readonly messages: Pick<Messages, "send">;
    readonly origin: string;
  },
): Promise<number> {
  const { db, definitions, messages, origin } = deps;
  let count = 0;
  for (const flow of definitions.flows()) {
    const version = definitions.current(flow);
    const found = version === null ? null : await stepCountsOfVersion(deps, version.id);
    const worse = found?.steps.filter((step) => step.worse) ?? [];
    if (version === null || worse.length === 0) continue;
    count += worse.length;
    const title = await definitions.titleOf(flow);
    await db.transaction().execute(async (tx) => {
      for (const { id, email, language } of await peopleWithRole(tx, "operations"))
        for (const step of worse)
          await messages.send(tx, {
            to: email,
            template: "step-worse",
            language,
            data: {
              title: title[language],
              step: step.title[language],
              stopped: String(step.stopped),
              people: String(step.arrived - step.here),
              link: `${origin}/staff/definitions/${version.id}`,
            },
            key: `step-worse:${version.id}:${step.step}:${id}`,
          });
    });
  }
  return count;
}
