import { placeOfFinding as placeIn, type Step } from "../../../engine/flow/index.ts";
import type { RuleFile } from "../../../engine/rules/rule.ts";

/**
 * Location at which a finding can be fixed: the step, field and rule that its file and pointer name, as far
 * as known.
 */
export type FindingSpot = {
  readonly step?: string;
  readonly field?: string;
  readonly rule?: string;
  /** Kind of the step's or field's text, as a key of `studio:text`. */
  readonly part?: string;
  /** Element id of the control with which the finding can be fixed, if there is one. */
  readonly control?: string;
  /** `true` if the finding concerns the whole flow. */
  readonly whole?: true;
};

/** Returns the location on the flow's page at which a finding can be fixed. `steps` are the flow's steps. */
export function placeOfFinding(
  finding: { readonly file: string; readonly pointer: string; readonly code?: string },
  of: {
    readonly flow: string;
    readonly steps: readonly string[];
    readonly texts: string;
    /** The flow's rules, which contain the keys of their texts. */
    readonly rules?: { readonly [rule: string]: RuleFile };
    /** The steps by id. The label of a value is edited at the screen that shows the value. */
    readonly contents?: { readonly [step: string]: Step };
    /** Places of the portal that link to the flow, in order. */
    readonly entries?: readonly string[];
  },
): FindingSpot {
  const place = placeIn(finding);
  if (place?.kind === "rule")
    return {
      rule: /(?:^|\/)([^/]+)\.json$/.exec(place.rule)?.[1] ?? "",
      ...controlled(`r${idOf(finding.pointer)}`),
    };
  if (place?.kind === "flow" && place.flow === of.flow)
    return { whole: true, ...controlled(`f${idOf(finding.pointer)}`) };
  if (place?.kind === "step" && place.flow === of.flow) {
    const { step, field, part } = place;
    if (field !== undefined)
      return { step, field, ...(part === undefined ? {} : ofField(field, part, finding.pointer)) };
    const inside = /^\/steps\/[^/]+(\/.+)$/.exec(finding.pointer)?.[1];
    const mends = MENDS[finding.code ?? ""] ?? (inside === undefined ? null : `s${idOf(inside)}`);
    return { step, ...(mends === null ? {} : controlled(mends)) };
  }
  if (place?.kind === "text") {
    const own = ofRule(place.key, place.language, of.rules ?? {});
    if (own !== null) return own;
    if (place.key === `${of.texts}:${of.flow}.title`)
      return { whole: true, ...controlled(`f-title-${place.language}`) };
  }
  if (place?.kind !== "text" || !place.key.startsWith(`${of.texts}:${of.flow}.`)) return {};
  const [, step, ...rest] = place.key.split(".");
  if (step === "entries") {
    const [entry = "", part] = rest;
    const at = of.entries?.indexOf(entry) ?? -1;
    return { whole: true, ...controlled(at < 0 ? "f-entries" : `f-entries-${at}-${part}-${place.language}`) };
  }
  if (step === "groups") return { whole: true, ...controlled("f-groups") };
  if (step !== undefined && ["derived", "effects", "facts"].includes(step))
    return ofValue([step, ...rest], place.language, of.contents ?? {});
  return step !== undefined && of.steps.includes(step) ? textIn(step, rest, place.language) : {};
}

/** Element ids of the controls that fix findings about a whole step, by the code of the finding. */
const MENDS: { readonly [code: string]: string } = {
  circle: "s-next-0-to",
  "unreachable-step": "remove-step",
  "end-without-way-on": "s-links",
};

/**
 * Returns the location at which the label of a value is edited: the screen that shows the value, or the
 * effect's input.
 */
function ofValue(
  names: readonly string[],
  language: string,
  steps: { readonly [step: string]: Step },
): FindingSpot {
  const path = names.join(".").replace(/\.(?:label|note|basis|options\..+)$/, "");
  for (const [step, content] of Object.entries(steps)) {
    const shows = "shows" in content ? (content.shows ?? []) : [];
    const at = shows.findIndex((one) => {
      const value = typeof one === "string" ? one : "value" in one ? one.value : "";
      return value.replace(/\?$/, "") === path;
    });
    if (at >= 0) return { step, ...controlled(`s-shows-${at}-label-${language}`) };
    const input = content.kind === "effect" ? Object.entries(content.input) : [];
    const given = input.find(([, from]) => from === path)?.[0];
    if (given !== undefined)
      return { step, ...controlled(`s-input-${given.replace("?", "")}-label-${language}`) };
  }
  return {};
}

/**
 * Returns the location at which a text of a rule is edited: its title, its source, or the reason that a
 * refused investor reads. Returns `null` for all other texts.
 */
function ofRule(
  key: string,
  language: string,
  rules: { readonly [rule: string]: RuleFile },
): FindingSpot | null {
  for (const [rule, { title, must = [] }] of Object.entries(rules)) {
    if (key === title) return { rule, ...controlled(`r-title-${language}`) };
    if (key === title.replace(/title$/, "source")) return { rule, ...controlled(`r-source-${language}`) };
    const clause = must.findIndex(({ reason }) => key === reason);
    if (clause >= 0) return { rule, ...controlled(`r-must-${clause}-reason-${language}`) };
  }
  return null;
}

function controlled(control: string): { readonly control: string } {
  return { control };
}

/**
 * Returns the element id of the control for a pointer. If this part has no control, returns that of the
 * surrounding part.
 */
function idOf(pointer: string): string {
  return pointer.replaceAll("?", "").replaceAll(/[^A-Za-z0-9]/g, "-");
}

/** Returns the control of a question's hint, initial value or schema keyword. */
function ofField(field: string, part: string, pointer: string): { readonly control: string } {
  const hint = /\/ui\/[^/]+\/([^/]+)/.exec(pointer)?.[1];
  return controlled(`q-${field}-${part === "ui" ? (hint ?? "widget") : part}`);
}

/** Returns the element ids that a control may have, most specific first: `s-input-topic`, then `s-input`. */
export function controlsOf({ control, field }: FindingSpot): readonly string[] {
  const parts = control?.split("-") ?? [];
  const ids = parts
    .map((_, at) => parts.slice(0, parts.length - at).join("-"))
    .filter((id) => id.includes("-"));
  return [...ids, ...(field === undefined ? [] : [`question-${field}`]), "step-title"];
}

const OF_STEP = /^(title|intro|submit|next|inAll)$/;
const UNSHOWN_OF_STEP = /^headings$/;

/**
 * Returns the location at which a text of a step is edited. `rest` is the end of the text's key. The element
 * id is that of `TextPair`.
 */
function textIn(step: string, rest: readonly string[], language: string): FindingSpot {
  const [field, inner, choice] = rest;
  const part = rest.at(-1);
  if (field === undefined || part === undefined) return { step };
  if (field === "links" || field === "errors")
    return { step, ...controlled(`t-${field}-${inner}-${language}`) };
  if (field === "checklist") return { step, ...controlled(`s-checklist-${inner}-${choice}-${language}`) };
  if (UNSHOWN_OF_STEP.test(field)) return { step, ...controlled("s-shows") };
  if (OF_STEP.test(field)) return { step, part: field, control: `t-${field}-${language}` };
  if (inner === "options" && choice !== undefined)
    return { step, field, control: `q-${field}-option-${choice}-${language}` };
  if (part !== "label" && part !== "hint") return { step, field };
  return { step, field, part, control: `q-${rest.join("-")}-${language}` };
}
