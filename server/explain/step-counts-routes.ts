import { type App, AppError, call, inputOf, staff, UUID } from "../http/index.ts";
import { StepCountsOfVersion } from "./step-counts-answers.ts";
import { type StepCountsDeps, stepCountsOfVersion } from "./step-counts-of-version.ts";

/**
 * Registers the call that returns figures about how people got through a published version, and the same
 * figures for the previous version.
 */
export function stepCountsRoutes(app: App, deps: StepCountsDeps): void {
  call(
    app,
    "GET /api/definitions/versions/:id/step-counts",
    {
      summary: "What people did who began while a version was in force, beside the version before it",
      tags: ["definitions"],
      access: staff("operations", "compliance", "admin"),
      params: inputOf({ id: UUID }),
      answers: { 200: StepCountsOfVersion },
      errors: ["not-found"],
    },
    async ({ params }) => {
      const found = await stepCountsOfVersion(deps, params.id);
      if (found === null) throw new AppError("not-found");
      return found;
    },
  );
}
