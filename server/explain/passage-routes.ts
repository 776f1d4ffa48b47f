import { type App, AppError, call, inputOf, staff, UUID } from "../http/index.ts";
import { PassageOfVersion } from "./passage-answers.ts";
import { type PassageDeps, passageOfVersion } from "./passage-of-version.ts";

/**
 * Registers the call that returns figures about people in a published version, beside those of the version
 * before.
 */
export function passageRoutes(app: App, deps: PassageDeps): void {
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
      const found = await passageOfVersion(deps, params.id);
      if (found === null) throw new AppError("not-found");
      return found;
    },
  );
}
