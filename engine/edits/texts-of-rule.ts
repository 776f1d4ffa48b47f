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
  const old = numbersOf(asSaid(from));
  if (old.length === 0 || asSaid(from) === asSaid(to)) return;
  const tell = (where: string, names: Names, text: Json | undefined, language?: Language): void => {
    if (typeof text !== "string") return;
    const numbers = [...numbersOf(text, language)];
    const isAll = old.every((number) => {
      const index = numbers.indexOf(number);
      if (index < 0) return false;
      numbers.splice(index, 1);
      return true;
    });
    if (isAll) work.left.push({ file: where, pointer: pointerOf(names), why: "number", what: asSaid(from) });
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
