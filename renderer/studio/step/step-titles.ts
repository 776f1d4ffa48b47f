import { useMemo } from "react";
import { type Definition, findText, stepKeys } from "../../../engine/flow/index.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

/** Returns a function that names a step. The name is the step's title, or else says what the step does. */
export function useStepTitles(definition: Definition | null): (step: string) => string {
  const words = useText();
  const lng = useLanguage();
  return useMemo(
    () => (step) => {
      if (definition === null) return step;
      const own = findText(definition.texts, lng, stepKeys(definition, step, "title"));
      if (own !== null && own !== undefined) return own;
      const file = definition.flow.steps[step];
      if (file?.kind === "effect") return words(`definition:effects.${file.effect}`);
      return words(`studio:unnamed.${file?.kind ?? "decide"}`);
    },
    [definition, lng, words],
  );
}
