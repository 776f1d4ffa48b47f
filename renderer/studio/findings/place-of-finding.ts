import { placeOfFinding as placeIn } from "../../../engine/flow/index.ts";

/** Where a finding can be mended: the step, the field and the rule that its file and pointer lead to, as far as they do. */
export type FindingSpot = { readonly step?: string; readonly field?: string; readonly rule?: string };

/** The place of a finding as the flow's screen has it. `steps` are those that the flow has. */
export function placeOfFinding(
  finding: { readonly file: string; readonly pointer: string },
  of: { readonly flow: string; readonly steps: readonly string[]; readonly texts: string },
): FindingSpot {
  const place = placeIn(finding);
  if (place?.kind === "rule") return { rule: /([^/]+)\.json$/.exec(place.rule)?.[1] ?? "" };
  if (place?.kind === "step" && place.flow === of.flow) return spotOf(place.step, place.field);
  if (place?.kind !== "text" || !place.key.startsWith(`${of.texts}:${of.flow}.`)) return {};
  const [, step, field] = place.key.split(".");
  if (step === undefined || !of.steps.includes(step)) return {};
  const isPart = field === undefined || /^(title|intro|submit|inAll|next|links|headings|errors)$/.test(field);
  return spotOf(step, isPart ? undefined : field);
}

function spotOf(step: string, field: string | undefined): FindingSpot {
  return field === undefined ? { step } : { step, field };
}
