import type { Clash } from "../../../engine/edits/index.ts";
import { type Definition, fieldKeys, findText } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import type { Language } from "../../kit/text/i18n.ts";
import { placeOfFinding } from "../findings/place-of-finding.ts";

type Words = (key: string, params?: Readonly<Record<string, unknown>>) => string;
type Around = {
  readonly definition: Definition | null;
  readonly titleOf: (step: string) => string;
  readonly lng: Language;
  readonly words: Words;
};

/**
 * Returns a text that says where two people changed the same value: the step, question or rule, and the part
 * of it.
 */
export function clashPlace({ file, pointer }: Clash, around: Around): string {
  const { definition, titleOf, lng, words } = around;
  const what = words(`studio:clash.${kindOf(file)}`);
  if (definition === null) return what;
  const { flow, rules, texts } = definition;
  const spot = placeOfFinding(
    { file, pointer },
    {
      flow: flow.id,
      steps: Object.keys(flow.steps),
      texts: flow.namespace,
      rules,
      contents: flow.steps,
      entries: flow.entries?.map(({ place }) => place) ?? [],
    },
  );
  const { step, field, rule, part } = spot;
  const isKnown = step !== undefined && Object.hasOwn(flow.steps, step);
  const at = [
    isKnown ? words("studio:clash.ofStep", { title: titleOf(step) }) : null,
    isKnown && field !== undefined ? findText(texts, lng, fieldKeys(definition, step, field, "label")) : null,
    rule === undefined ? null : findText(texts, lng, [rules[rule]?.title ?? ""]),
    spot.whole ? words("studio:whole.title") : null,
    part !== undefined && OWN_NAME.test(part) ? words(`studio:text.${part}`) : null,
  ].filter((one): one is string => typeof one === "string" && one !== "");
  // The label of a step or of the whole flow already names the location, so the kind of file is not added.
  return file.startsWith("flows/") && at.length > 0 ? at.join(" · ") : [...at, what].join(" · ");
}

/** Parts of a step or question for which the studio has labels, such as the title. */
const OWN_NAME = /^(?:title|intro|submit|label|hint)$/;

/**
 * Returns one person's value in a conflict as text. With `isOrder`, the value is an order of steps or
 * questions, which is shown by their names.
 */
export function clashSide(value: Json | undefined, { titleOf, definition, words }: Around): string {
  if (value === undefined) return words("studio:clash.gone");
  if (typeof value === "boolean") return words(value ? "studio:clash.yes" : "studio:clash.no");
  if (typeof value === "number") return String(value);
  const named = (one: string) => (Object.hasOwn(definition?.flow.steps ?? {}, one) ? titleOf(one) : one);
  if (typeof value === "string") return value === "" ? words("studio:clash.empty") : named(value);
  const isPlain =
    Array.isArray(value) && value.every((one) => typeof one === "string" || typeof one === "number");
  if (isPlain && value.length > 0) return value.map((one) => named(String(one))).join(" → ");
  return words("studio:clash.part");
}

/** Returns what kind of content a file has. The studio shows this kind in place of the file's name. */
function kindOf(file: string): string {
  if (file.startsWith("locales/")) return file.startsWith("locales/th/") ? "text-th" : "text-en";
  if (file.includes("/rules/")) return "rule";
  return file.startsWith("schemas/") ? "question" : "step";
}
