import { type Definition, fieldKeys, findText } from "../../engine/flow/index.ts";
import { sourceKeys } from "../../engine/flow/text-keys.ts";
import { inLanguages } from "../../engine/values/languages.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { titleOfRule, titleOfStep } from "../sources/index.ts";

/** The uses of a text on a screen. */
export const TEXT_USES = [
  "title",
  "intro",
  "submit",
  "notice",
  "label",
  "hint",
  "option",
  "error",
  "link",
  "entry",
  "stage",
  "checklist",
  "letter",
  "flow",
  "rule",
  "reason",
  "source",
  "value",
  "shared",
] as const;

/**
 * Where a text appears: the titles of its step, question or rule, from outside to inside. `use` tells for
 * what the text is used there.
 */
export type TextSpot = { readonly of: readonly Words[]; readonly use: (typeof TEXT_USES)[number] };

/** The use of each text that belongs to a step. A text of any other part counts as a notice. */
const OF_STEP: { readonly [part: string]: TextSpot["use"] } = {
  title: "title",
  intro: "intro",
  submit: "submit",
  headings: "title",
  links: "link",
  checklist: "checklist",
  letters: "letter",
  errors: "error",
  next: "notice",
  saved: "notice",
  inAll: "notice",
};

/**
 * Returns where on the screen the text with this key (`namespace:key`) appears. If both versions have it, the
 * first of `definitions`, which is the newer one, decides.
 */
export function textSpot(definitions: readonly Definition[], key: string): TextSpot {
  for (const definition of definitions) {
    const spot = ofRule(definition, key) ?? ofFlow(definitions, definition, key);
    if (spot !== null) return spot;
  }
  const [, common] = /^form:common\.([^.]+)\./.exec(key) ?? [];
  if (common === undefined) return { of: [], use: key.startsWith("button:") ? "submit" : "shared" };
  const label = `form:common.${common}.label`;
  return { of: wordsOf(definitions, [label]), use: inField(key.split(".").slice(2)) };
}

function ofRule(definition: Definition, key: string): TextSpot | null {
  for (const [id, rule] of Object.entries(definition.rules)) {
    const use =
      rule.title === key
        ? "rule"
        : sourceKeys(rule).includes(key)
          ? "source"
          : rule.must?.some(({ reason }) => key.startsWith(reason))
            ? "reason"
            : null;
    if (use !== null) return { of: [titleOfRule(definition, id)], use };
  }
  return null;
}

function ofFlow(definitions: readonly Definition[], definition: Definition, key: string): TextSpot | null {
  const { namespace, id, steps } = definition.flow;
  const root = `${namespace}:${id}.`;
  if (!key.startsWith(root)) return null;
  const [first = "", ...rest] = key.slice(root.length).split(".");
  if (first === "title") return { of: [], use: "flow" };
  if (first === "entries") return { of: [], use: "entry" };
  if (first === "groups") return { of: [], use: "stage" };
  if (!Object.hasOwn(steps, first)) return { of: [], use: "value" };
  const step = titleOfStep(definitions, first);
  const own = OF_STEP[rest[0] ?? ""];
  if (own !== undefined) return { of: [step], use: own };
  const end = rest.findIndex((name) => Object.hasOwn(OF_FIELD, name));
  const field = rest.slice(0, end === -1 ? undefined : end).join(".");
  const question = wordsOf([definition], fieldKeys(definition, first, field, "label"));
  return { of: [step, ...question], use: inField(rest) };
}

/** The uses of texts that belong to a question. */
const OF_FIELD: { readonly [part: string]: TextSpot["use"] } = {
  label: "label",
  hint: "hint",
  options: "option",
  errors: "error",
};

function inField(path: readonly string[]): TextSpot["use"] {
  const part = path.find((name) => Object.hasOwn(OF_FIELD, name));
  return part === undefined ? "value" : (OF_FIELD[part] ?? "value");
}

/** Returns a text in both languages, if both languages have it. */
function wordsOf(definitions: readonly Definition[], keys: readonly string[]): readonly Words[] {
  for (const { texts } of definitions) {
    const all = inLanguages((language) => findText(texts, language, keys));
    if (all.th !== null && all.en !== null) return [{ th: all.th, en: all.en }];
  }
  return [];
}
