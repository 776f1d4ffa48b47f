import type { Definition } from "../../flow/definition.ts";
import { pathsOfLogic } from "../../flow/paths-read.ts";
import { hasForm } from "../../flow/step-kinds.ts";
import { answerPlacesBehind, overlaps, placeOfInput, schemaAt } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks the fields to which errors send people back. The field must exist, and the effect's input must
 * depend on it, because a new answer would otherwise change nothing. Also checks that a clause reads the
 * answer that `mend` names.
 */
export function checkRoutes(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]): readonly Fault[] => {
    if (step.kind !== "effect" && step.kind !== "challenge") return [];
    const places =
      step.kind === "effect" ? Object.values(step.input).map((path) => placeOfInput(id, path)) : [];
    const given = answerPlacesBehind(definition, places);
    return Object.entries(step.errors).flatMap(([code, route]): readonly Fault[] => {
      const contested =
        "ask" in route
          ? { step: id, field: route.ask, at: "ask" }
          : "reopen" in route && route.field !== undefined
            ? { step: route.reopen, field: route.field, at: "field" }
            : null;
      if (contested === null)
        return step.kind === "effect" &&
          "reopen" in route &&
          (definition.fieldOrder[route.reopen]?.length ?? 0) > 0
          ? [
              {
                pointer: `/steps/${id}/errors/${code}`,
                says: { key: "reopen-without-field", params: { step: id, code, reopened: route.reopen } },
              },
            ]
          : [];
      const asking = definition.flow.steps[contested.step];
      if (asking === undefined || !hasForm(asking)) return [];
      const pointer = `/steps/${id}/errors/${code}/${contested.at}`;
      const path = `answers.${contested.step}.${contested.field}`;
      // This check covers names after a dot. If the first name is unknown, another check reports that.
      if (contested.field.includes(".") && schemaAt(definition, path) === undefined) {
        const fields = definition.fieldOrder[contested.step] ?? [];
        const params = { step: contested.step, field: contested.field, fields };
        return [{ pointer, says: { key: "unknown-field", params } }];
      }
      if (given.some((place) => overlaps(place, path))) return [];
      return [{ pointer, says: { key: "contested-not-given", params: { step: id, code, path } } }];
    });
  });
}

/**
 * Reports clauses that do not depend on the answer in their `mend`. A change of that answer could not correct
 * such a clause.
 */
export function checkMends(definition: Definition, fileOf: (rule: string) => string): readonly Fault[] {
  const asked = Object.keys(definition.fieldOrder);
  return Object.values(definition.rules).flatMap((rule) =>
    (rule.must ?? []).flatMap(({ logic, mend }, index): readonly Fault[] => {
      const [root, step = ""] = mend.split(".");
      // If `mend` names a step of another flow, that flow corrects the clause of a shared rule.
      if (root !== "answers" || !asked.includes(step)) return [];
      const read = answerPlacesBehind(definition, pathsOfLogic(definition, logic));
      if (read.some((place) => overlaps(place, mend))) return [];
      const says = { key: "mend-not-read", params: { mend, paths: read } } as const;
      return [{ file: fileOf(rule.id), pointer: `/must/${index}/mend`, says }];
    }),
  );
}
