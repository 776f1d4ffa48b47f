import type { Definition } from "../../engine/flow/definition.ts";
import { isObject } from "../../engine/flow/form-schema.ts";
import { errorAt } from "../../engine/rules/report.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import { inLanguages, LANGUAGES } from "../../engine/values/languages.ts";
import type { Words } from "../../engine/verify/words/index.ts";
import { type Files, wordsAt } from "../sources/index.ts";

/** Titles of the other flows, by flow. */
export type TitlesBeside = { readonly [flow: string]: Words };

/**
 * Reports a title, in either language, that another flow already has, because people could not distinguish
 * the two flows.
 */
export function titleTaken(definition: Definition, beside: TitlesBeside): readonly Finding[] {
  const { id, namespace } = definition.flow;
  const own = titleOf(definition);
  return LANGUAGES.flatMap((language) => {
    const [flow] =
      Object.entries(beside).find(([, title]) => plain(title[language]) === plain(own[language])) ?? [];
    if (flow === undefined || flow === id || own[language] === "") return [];
    const spot = { file: `locales/${language}/${namespace}.json`, pointer: `/${id}/title` };
    return [errorAt(spot, { key: "title-taken", params: { title: own[language], flow } })];
  });
}

/** Returns a flow's title in both languages; empty if missing. */
export function titleOf(definition: Definition): Words {
  const { id, namespace } = definition.flow;
  return wordsAt(definition, `${namespace}:${id}.title`, "");
}

/** Returns the title of a flow from its files. */
export function titleIn({ flow, files }: { readonly flow: string; readonly files: Files }): Words {
  const file = files[`flows/${flow}/flow.json`];
  const namespace = isObject(file) ? String(file.namespace) : flow;
  return inLanguages((language) => {
    const texts = files[`locales/${language}/${namespace}.json`];
    const own = isObject(texts) ? texts[flow] : undefined;
    return isObject(own) && typeof own.title === "string" ? own.title : "";
  });
}

function plain(title: string): string {
  return title.normalize("NFC").trim().replace(/\s+/g, " ").toLowerCase();
}
