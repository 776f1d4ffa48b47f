import { useQuery } from "@tanstack/react-query";
import type { Definition } from "../../../engine/flow/index.ts";
import type { Json } from "../../../engine/values/json.ts";
import { loadFlow } from "../../flow/module.ts";
import { labelOf, linesOf } from "../../flow/show-value.ts";
import type { Review } from "../../kit/api/answers.ts";
import { firstText, useText } from "../../kit/text/i18n.ts";

/** Labels and values of submitted data, with the texts that the investor saw. */
export type SentFields = {
  readonly label: (name: string) => string;
  readonly value: (name: string, value: Json) => string;
};

type Sent = NonNullable<Review["sentBy"]>;

/**
 * Returns the labels and values of submitted data, by the version that was used for the submission; `null`
 * until that version is loaded.
 */
export function useSentFields(sent: Review["sentBy"]): SentFields | null {
  useText();
  const { data, isPending } = useQuery({
    queryKey: ["sent-by", sent?.module ?? ""],
    queryFn: async () => (await loadFlow((sent as Sent).module)).compiled.definition,
    enabled: sent !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (sent !== null && isPending) return null;
  return sentFields(data ?? null, sent?.places ?? {});
}

/**
 * Returns the labels and values for a loaded definition. Without a definition, returns the stored names and
 * values.
 */
export function sentFields(definition: Definition | null, places: Sent["places"]): SentFields {
  const placeOf = (name: string) => (Object.hasOwn(places, name) ? places[name] : undefined);
  return {
    label: (name) => {
      const path = placeOf(name);
      return definition === null || path === undefined
        ? (firstText([`staff:review.field.${name}`]) ?? name)
        : labelOf(definition, path);
    },
    value: (name, value) => {
      const path = placeOf(name);
      if (value === null || value === "") return "–";
      if (definition === null || path === undefined)
        return typeof value === "object" ? JSON.stringify(value) : String(value);
      const lines = linesOf(definition, path, value).map((line) => line.value);
      return lines.filter((line) => line !== "").join(" ") || "–";
    },
  };
}
