import { useMemo } from "react";
import type { Draft } from "../../../engine/edits/index.ts";
import { nameKeys } from "../../../engine/flow/name-keys.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { readFile, textOfDraft } from "../draft/texts-of-draft.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import type { Studied } from "../engine/use-engine.ts";
import { ruleTitle } from "../rules/rule-title.ts";
import { objectOf } from "../step/step-file.ts";

/** What a condition can be built from. All lists are closed. */
export type Readable = {
  readonly places: readonly ReadablePlace[];
  /** Rules that a condition may refer to, with their titles. */
  readonly rules: readonly { readonly id: string; readonly title: string }[];
  /** Returns the name of the step or fact that a data path belongs to. */
  readonly groupOf: (path: string) => string;
};

/** Returns the data paths and yes-or-no rules that the conditions of a flow may use. */
export function useReadable(
  { definition, places }: Pick<Studied, "definition" | "places">,
  drafting: Drafting,
  titleOf: (step: string) => string,
): Readable {
  const words = useText();
  const lng = useLanguage();
  const { draft } = drafting;
  return useMemo(() => {
    const own = `flows/${definition?.flow.id ?? ""}/rules/`;
    const rules = Object.keys(draft)
      .filter((file) => file.startsWith(own) || file.startsWith("flows/shared/rules/"))
      .flatMap((file) => {
        const { id: rule, must } = objectOf(readFile(draft, file));
        if (typeof rule !== "string" || must === undefined) return [];
        const unnamed = words("studio:rules.unnamed");
        return [{ id: rule, title: ruleTitle(draft, { rule, lng, unnamed }) }];
      });
    const groupOf = (path: string) => {
      const [root, name = ""] = path.split(".");
      if (root === "answers" || root === "effects") return titleOf(name);
      if (root !== "facts") return words(`studio:blocks.from.${root}`);
      return words(`studio:fact.${name}`);
    };
    // The result of an effect has no label in the flow before a screen shows it. Its label therefore comes
    // from the studio's texts.
    const called = places.map((place): ReadablePlace => {
      const [root, step = "", ...rest] = place.path.split(".");
      const name = rest.join(".");
      // The engine knows only the names of facts that the flow already uses. The names of all other facts
      // come from the draft's texts.
      if (root === "facts" && place.name[lng] === `${name} (${step})`)
        return { ...place, name: namedInDraft(draft, definition, place.path) ?? place.name };
      const isOutput = root === "effects" && place.name[lng] === `${name} (${step})`;
      // A constant serves as an input of an effect, so it has the label of that input.
      const isConstant = root === "derived" && place.name[lng] === `“${step}”`;
      if (!isOutput && !isConstant) return place;
      const label = isOutput
        ? words(`studio:output.${name}`)
        : words(`studio:input.${step.replace(/\d+$/, "")}`, { defaultValue: step });
      return { ...place, name: { th: label, en: label } };
    });
    return { places: called, rules, groupOf };
  }, [definition, places, draft, lng, titleOf, words]);
}

/** Returns the name of a data path from a draft's texts, if both languages have it; otherwise `null`. */
function namedInDraft(
  draft: Draft,
  definition: Studied["definition"],
  path: string,
): ReadablePlace["name"] | null {
  const [key] = definition === null ? [] : nameKeys(definition, path);
  if (key === undefined) return null;
  const [th, en] = [textOfDraft(draft, "th", key), textOfDraft(draft, "en", key)];
  return th === null || en === null ? null : { th, en };
}
