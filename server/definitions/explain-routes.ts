import type { JsonObject } from "../../engine/values/json.ts";
import { record } from "../audit/index.ts";
import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { type App, AppError, requireRole } from "../http/index.ts";
import type { Definitions } from "./definitions.ts";
import { wordsAt } from "./differences.ts";

const FLOW = "invest";
const RULE = "able-to-invest";

/**
 * Tells support and compliance what a person still lacks before investing: the clauses that her own page shows, in both
 * languages. `investor` answers the fact of that name; `null` where there is no such investor. Every look is written down.
 */
export function explainRoutes(
  app: App,
  definitions: Pick<Definitions, "current" | "compiled" | "rule">,
  deps: {
    readonly db: Db;
    readonly clock: Clock;
    readonly investor: (personId: string) => Promise<JsonObject | null>;
  },
): void {
  app.get<{ Params: { id: string } }>(
    "/api/people/:id/able-to-invest",
    {
      schema: {
        summary: "What an investor still lacks before investing (support, compliance)",
        tags: ["definitions"],
        params: {
          type: "object",
          required: ["id"],
          properties: { id: { type: "string", format: "uuid" } },
        },
      },
    },
    async (request) => {
      const { id: reader } = requireRole(request, "support", "compliance");
      const personId = request.params.id;
      const investor = await deps.investor(personId);
      const hash = definitions.current(FLOW)?.hash;
      const rule = hash === undefined ? null : await definitions.rule(hash, RULE);
      const compiled = hash === undefined ? null : await definitions.compiled(hash);
      if (investor === null || hash === undefined || rule === null || compiled === null)
        throw new AppError("not-found");
      const outcome = rule({ answers: {}, facts: { investor }, derived: {}, effects: {}, flags: {} });
      const clauses = outcome.kind === "holds" ? [] : outcome.clauses;
      await deps.db.transaction().execute((tx) =>
        record(tx, deps.clock, {
          actor: `person:${reader}`,
          action: "definitions.explain",
          subject: `person:${personId}`,
          from: null,
          to: outcome.kind,
          version: hash,
          detail: { rule: RULE },
        }),
      );
      return {
        able: outcome.kind === "holds",
        version: hash,
        clauses: clauses.map(({ id, reason, mend, missing }) => ({
          id,
          reason: wordsAt(compiled.definition, reason, id),
          mend,
          // Something is not known yet, rather than answered otherwise than it should be.
          unknown: missing.length > 0,
        })),
      };
    },
  );
}
