import type { ContentDeskItem } from "../../kit/api/answers.ts";
import type { useText } from "../../kit/text/i18n.ts";

export type Field = ContentDeskItem["fields"][number];

/** Returns the label of a field: the names along its pointer, with numbers for list entries. */
export function labelOfField(pointer: string, words: ReturnType<typeof useText>): string {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => (/^\d+$/.test(name) ? String(Number(name) + 1) : words(`staff:content.field.${name}`)))
    .join(" · ");
}

/** Returns a field's value as readable text. */
export function shownValue({ kind }: Field, value: string, words: ReturnType<typeof useText>): string {
  if (kind === "flag") return words(`staff:content.${value === "true" ? "yes" : "no"}`);
  if (kind === "choice" && value !== "") return words(`staff:content.choice.${value}`);
  return value;
}
