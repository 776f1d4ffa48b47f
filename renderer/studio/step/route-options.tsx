import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { useText } from "../../kit/text/i18n.ts";
import { type EditedStep, otherSteps } from "./edited-step.ts";
import { objectOf } from "./step-file.ts";

/** The options of an error's route: go to a step, open one again, or try again before an end. */
export function RouteOptions({
  of,
  mayRetry = false,
}: {
  readonly of: EditedStep;
  readonly mayRetry?: boolean;
}) {
  const words = useText();
  const routes = [
    ["to", otherSteps(of)],
    ["reopen", otherSteps(of, "form", "review")],
    ["retry", mayRetry ? otherSteps(of, "end") : []],
  ] as const;
  return routes.flatMap(([route, steps]) =>
    steps.map(([id, title]) => (
      <option key={`${route} ${id}`} value={`${route} ${id}`}>
        {words(`studio:route.${route}`, { step: title })}
      </option>
    )),
  );
}

/** The option of a route in a step's file: `reopen kyc`; empty if there is none. */
export function routeSaid(route: Json | undefined): string {
  const { to, reopen, retry } = objectOf(route);
  if (retry !== undefined) return `retry ${to}`;
  return reopen === undefined ? (to === undefined ? "" : `to ${to}`) : `reopen ${reopen}`;
}

/** The route of an option, as in a step's file. */
export function routeFrom(said: string): JsonObject {
  const [kind, step = ""] = said.split(" ");
  if (kind === "retry") return { retry: 3, to: step };
  return kind === "reopen" ? { reopen: step } : { to: step };
}
