import type { Field } from "../../../engine/flow/form-schema.ts";
import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";

/** Schema keywords that limit an answer, by schema type. */
const BOUNDS: { readonly [type: string]: readonly string[] } = {
  string: ["minLength", "maxLength"],
  integer: ["minimum", "maximum"],
  number: ["minimum", "maximum"],
  array: ["minItems", "maxItems"],
};

/**
 * Fields for the minimum and maximum of an answer. A question with choices or a shared schema has no such
 * fields, because the choices or the schema already limit the answer.
 */
export function BoundFields({
  id,
  at,
  of: { schema },
  drafting,
}: {
  readonly id: string;
  readonly at: { readonly flow: string; readonly step: string; readonly field: string };
  readonly of: Field;
  readonly drafting: Drafting;
}) {
  const words = useText();
  if (Array.isArray(schema.enum) || typeof schema.common === "string") return null;
  return (BOUNDS[String(schema.type)] ?? []).map((keyword) => (
    <TextField
      key={keyword}
      id={`${id}-${keyword}`}
      label={words(`studio:bound.${keyword}`)}
      inputMode="numeric"
      value={schema[keyword] === undefined ? "" : String(schema[keyword])}
      onValue={(typed) => {
        if (/^\d{0,9}$/.test(typed))
          drafting.apply({
            op: "set-keyword",
            args: { ...at, keyword, value: typed === "" ? null : Number.parseInt(typed, 10) },
          });
      }}
    />
  ));
}
