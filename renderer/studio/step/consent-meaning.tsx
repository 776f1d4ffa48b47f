import { hintName, type Operation } from "../../../engine/edits/index.ts";
import type { Field } from "../../../engine/flow/form-schema.ts";
import type { Names } from "../../../engine/verify/lint/index.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import { useText } from "../../kit/text/i18n.ts";
import { ChoiceField } from "../choice-field.tsx";
import type { Drafting } from "../draft/use-draft.ts";
import { OWN } from "./answer-kind.ts";
import { answerKindOf } from "./questions-of.ts";
import { objectOf, stepInDraft } from "./step-file.ts";

type At = { readonly flow: string; readonly step: string; readonly field: string };

const NAMES: Names = names;

/** Meanings of a consent that bind a text: the person agrees to the version that the page shows. */
export const CONSENTS = Object.entries(NAMES.means).flatMap(([means, { document }]) =>
  document === undefined ? [] : [{ means, document }],
);

/** A select of what a consent means: the text whose version it binds, and its purpose. */
export function ConsentMeaning({
  id,
  at,
  of: { schema },
  drafting,
}: {
  readonly id: string;
  readonly at: At;
  readonly of: Field;
  readonly drafting: Drafting;
}) {
  const words = useText();
  if (answerKindOf(schema) !== "agreement") return null;
  const chosen = typeof schema.means === "string" ? schema.means : "";
  const isKnown = chosen === "" || CONSENTS.some(({ means }) => means === chosen);
  return (
    <ChoiceField
      id={`${id}-means`}
      label={words("studio:consent.means")}
      hint={words("studio:consent.hint")}
      value={isKnown ? chosen : OWN}
      empty={words("studio:consent.words")}
      choices={[
        ...CONSENTS.map(({ means }) => [means, words(`studio:consent.${means}`)] as const),
        ...(isKnown ? [] : [[OWN, words("studio:answer.own")] as const]),
      ]}
      onValue={(means) => {
        if (means !== OWN) drafting.apply(...withMeaning(drafting.draft, at, means));
      }}
    />
  );
}

/**
 * Returns the operations that give a consent another meaning, and show the text that it binds. An empty
 * meaning binds no text.
 */
export function withMeaning(
  draft: Drafting["draft"],
  at: At,
  means: string,
): readonly [Operation, ...Operation[]] {
  const document = CONSENTS.find((one) => one.means === means)?.document;
  const hints = objectOf(objectOf(stepInDraft(draft, at.flow, at.step).ui)[hintName(at.field)]);
  const { document: _, ...rest } = hints;
  const widget =
    NAMES.means[means]?.widget ?? (document === undefined ? "consent" : (rest.widget ?? "consent"));
  const shown = { ...rest, widget, ...(document === undefined ? {} : { document }) };
  return [
    { op: "set-keyword", args: { ...at, keyword: "means", value: means === "" ? null : means } },
    { op: "set-widget", args: { ...at, hints: shown } },
  ];
}
