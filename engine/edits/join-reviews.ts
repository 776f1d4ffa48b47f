import { isObject } from "../flow/form-schema.ts";
import type { Json, JsonObject } from "../values/json.ts";
import { at, listIn, objectIn } from "./json-places.ts";
import { isAbout } from "./references.ts";
import type { Work } from "./work.ts";

/**
 * Adds answers of a form to the reviews that already show other answers of the same form. The new answers
 * come after the last of these answers. If no review shows answers of the form, adds them at the end of the
 * last reviews that follow the form. The review shows an answer only if it is present, because a later edit
 * can make its question optional.
 */
export function joinReviews(
  work: Work,
  {
    flow,
    step,
    fields,
  }: { readonly flow: string; readonly step: string; readonly fields: readonly string[] },
): void {
  const file = `flows/${flow}/flow.json`;
  const steps = work.object(file, ["steps"]);
  if (at(steps[step], ["kind"]) !== "form") return;
  const own = `answers.${step}`;
  const reviews = Object.keys(steps).filter((id) => at(steps[id], ["kind"]) === "review");
  const showing = reviews.filter((id) => placesIn(steps[id]).some((path) => isAbout(path, own)));
  for (const id of showing.length > 0 ? showing : lastReviews(steps, step)) {
    const shown = placesIn(steps[id]);
    const joining = fields
      .map((field) => `${own}.${field}`)
      .filter((place) => !shown.some((path) => isAbout(place, path)));
    if (joining.length === 0) continue;
    const last = shown.findLastIndex((path) => isAbout(path, own));
    const shows = [...listIn(steps[id], ["shows"])];
    shows.splice(last < 0 ? shows.length : last + 1, 0, ...joining.map((place) => `${place}?`));
    work.set(file, ["steps", id, "shows"], shows);
  }
}

/** Returns the data paths that a step shows, in order, with an empty text for each heading. */
function placesIn(content: Json | undefined): readonly string[] {
  return listIn(content ?? null, ["shows"]).map((entry) => {
    const path = isObject(entry) ? entry.value : entry;
    return typeof path === "string" ? path.replace(/\?$/, "") : "";
  });
}

/** Returns the last reviews on the paths after a step. No other review can follow these reviews. */
function lastReviews(steps: JsonObject, step: string): readonly string[] {
  const isReview = (id: string) => at(steps[id], ["kind"]) === "review";
  return [...reached(steps, step)].filter(
    (id) => isReview(id) && ![...reached(steps, id)].some((later) => later !== id && isReview(later)),
  );
}

/**
 * Returns every step that people can reach from a step, including the step itself. Steps that an error
 * reopens are not counted.
 */
function reached(steps: JsonObject, start: string): ReadonlySet<string> {
  const seen = new Set<string>();
  const open = [start];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id) || !Object.hasOwn(steps, id)) continue;
    seen.add(id);
    const content = steps[id] as Json;
    const leads = [
      ...listIn(content, ["next"]),
      ...Object.values(objectIn(content, ["errors"])),
      at(content, ["onTimeout"]) ?? null,
    ];
    for (const lead of leads) {
      const to = at(lead, ["to"]);
      if (typeof to === "string") open.push(to);
    }
  }
  return seen;
}
