import type { Draft } from "../../../engine/edits/index.ts";
import type { Words } from "../../../engine/values/languages.ts";
import type { Readable } from "../blocks/readable.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { listOf, objectOf, stepInDraft } from "./step-file.ts";

/** A topic, such as that of a case: a constant of the flow that an effect gets as input, with its name. */
export type Topic = { readonly word: string; readonly name: Words };

/** Returns the topics that an effect step gets. Each topic has its own checklist and letters. */
export function topicsOf(
  draft: Draft,
  { flow, step, places }: { readonly flow: string; readonly step: string } & Pick<Readable, "places">,
): readonly Topic[] {
  const content = stepInDraft(draft, flow, step);
  const signature = objectOf(readFile(draft, `schemas/effects/${content.effect}.json`));
  const spelled = listOf(signature.spelled);
  const wanted = objectOf(objectOf(signature.input).properties);
  return Object.entries(objectOf(content.input)).flatMap(([name, path]): readonly Topic[] => {
    const { type, enum: closed } = objectOf(wanted[name.replace(/\?$/, "")]);
    if (!spelled.includes(name.replace(/\?$/, "")) || type !== "string" || closed !== undefined) return [];
    const values = places.find((one) => one.path === path)?.values ?? [];
    return values.map(({ value, name: called }) => ({ word: String(value), name: called }));
  });
}
