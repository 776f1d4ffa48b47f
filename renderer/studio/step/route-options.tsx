import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { useText } from "../../kit/text/i18n.ts";
import { type EditedStep, otherSteps } from "./edited-step.ts";
import { objectOf } from "./step-file.ts";

/**
 * Options for what follows an error. The flow can go to a step or reopen a step. It can also try again a few
 * times before it goes to an end.
 */
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

/** Returns the option for a route in a step's file, such as `reopen kyc`; empty if there is no route. */
export function routeSaid(route: Json | undefined): string {
  const { to, reopen, retry } = objectOf(route);
  if (retry !== undefined) return `retry ${to}`;
  return reopen === undefined ? (to === undefined ? "" : `to ${to}`) : `reopen ${reopen}`;
}

/** Returns the route of an option, in the form of a step's file. */
export function routeFrom(said: string): JsonObject {
  const [kind, step = ""] = said.split(" ");
  if (kind === "retry") return { retry: 3, to: step };
  return kind === "reopen" ? { reopen: step } : { to: step };
}
