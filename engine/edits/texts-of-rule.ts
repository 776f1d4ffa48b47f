import type { Json } from "../values/json.ts";
import { LANGUAGES, type Language } from "../values/languages.ts";
import { numbersOf } from "../values/numbers-said.ts";
import { at, leavesIn, listIn, type Names, pointerOf } from "./json-places.ts";
import { asSaid } from "./threshold.ts";
import type { Work } from "./work.ts";

type ThresholdChange = { readonly file: string; readonly from: Json; readonly to: Json };

/**
 * Reports every text that still contains the old number: the rule's source, its texts, the reasons of its
 * cases, and the texts of flows that use the rule.
 */
export function tellOldNumber(work: Work, { file, from, to }: ThresholdChange): void {
  if (numbersOf(asSaid(from)).length === 0 || asSaid(from) === asSaid(to)) return;
  const tell = (where: string, names: Names, text: Json | undefined, language?: Language): void => {
    if (saysNumber(text, from, language))
      work.left.push({ file: where, pointer: pointerOf(names), why: "number", what: asSaid(from) });
  };
  const rule = work.value(file);
  tell(file, ["source"], at(rule, ["source"]), "en");
  listIn(rule, ["cases"]).forEach((one, index) => {
    tell(file, ["cases", String(index), "why"], at(one, ["why"]), "en");
  });
  for (const language of LANGUAGES) {
    for (const key of keysOf(rule)) {
      const text = `locales/${language}/${key.slice(0, key.indexOf(":"))}.json`;
      const names = key.slice(key.indexOf(":") + 1).split(".");
      tell(text, names, at(work.maybe(text), names), language);
    }
    for (const { flow, namespace } of flowsOf(work, file)) {
      const text = `locales/${language}/${namespace}.json`;
      for (const [pointer, sentence] of leavesIn(at(work.maybe(text), [flow]), [flow]))
        tell(text, pointer.slice(1).split("/"), sentence, language);
    }
  }
}

/** Reports the note of a case if it contains the value that the case had before it moved. */
export function tellOldNote(work: Work, of: ThresholdChange & { readonly index: number }): void {
  const { file, index, from, to } = of;
  const names = ["cases", String(index), "why"];
  if (asSaid(from) !== asSaid(to) && saysNumber(work.at(file, names), from, "en"))
    work.left.push({ file, pointer: pointerOf(names), why: "number", what: asSaid(from) });
}

/** Returns true if a text contains all numbers of a value. */
function saysNumber(text: Json | undefined, value: Json, language?: Language): boolean {
  const old = numbersOf(asSaid(value));
  if (typeof text !== "string" || old.length === 0) return false;
  const numbers = [...numbersOf(text, language)];
  return old.every((number) => {
    const index = numbers.indexOf(number);
    if (index < 0) return false;
    numbers.splice(index, 1);
    return true;
  });
}

/** Returns the text keys that a rule names, and the keys derived from them. */
function keysOf(rule: Json): readonly string[] {
  const title = at(rule, ["title"]);
  const reasons = listIn(rule, ["must"]).map((clause) => at(clause, ["reason"]));
  const keys = [title, ...reasons].filter(
    (key): key is string => typeof key === "string" && key.includes(":"),
  );
  return keys.flatMap((key) => [
    key,
    ...(key.endsWith(".title") ? [key.replace(/title$/, "source")] : [`${key}WithLimit`]),
  ]);
}

/**
 * Returns the flows of the draft that use a rule: the flow that the rule belongs to, or every flow that names
 * a shared rule.
 */
function flowsOf(work: Work, rule: string): readonly { readonly flow: string; readonly namespace: string }[] {
  const id = /\/([^/]+)\.json$/.exec(rule)?.[1] ?? "";
  return work.files().flatMap((file) => {
    const flow = /^flows\/([^/]+)\/flow\.json$/.exec(file)?.[1];
    if (flow === undefined) return [];
    const content = work.maybe(file);
    const namespace = at(content, ["namespace"]);
    const isOwn = rule === file || rule.startsWith(`flows/${flow}/`);
    const isNamed = isOwn || [...leavesIn(content)].some(([, text]) => text === id);
    return isNamed && typeof namespace === "string" ? [{ flow, namespace }] : [];
  });
}
