import { isObject } from "../../flow/form-schema.ts";
import type { JsonSchema } from "../../values/json.ts";

/**
 * What code outside the engine offers, by the names under which a flow may use it. The engine knows none of them: whoever
 * checks a flow hands them in (`schemas/names.json`).
 */
export type Names = {
  readonly widgets: { readonly [widget: string]: WidgetUse };
  /** Kinds of fields that no widget takes unless the flow names one. */
  readonly mustNameWidget: readonly FieldKind[];
  readonly hints: { readonly [hint: string]: HintValues };
  /** What a field of this meaning says in its hints, the widget among them: the text that is agreed to, the picture that is taken. */
  readonly means: { readonly [meaning: string]: { readonly [hint: string]: string } };
  /** What an upload may be for. */
  readonly purposes: { readonly [purpose: string]: unknown };
  /** Legal texts that somebody may be asked to agree to. */
  readonly documents: readonly string[];
  /** What a one-time password may be for, and how it may be sent. */
  readonly actions: readonly string[];
  readonly channels: readonly string[];
  /** Names and terms that stand in both languages as they are. */
  readonly terms: readonly string[];
  /** Places of the portal that link to flows. */
  readonly entries: readonly string[];
  /** Pages of their own that flows run on. */
  readonly addresses: readonly string[];
  /** Challenges that somebody can be asked, and the rule by which it is known that they have what it asks. */
  readonly challenges: { readonly [challenge: string]: { readonly needs: string } };
};

/** Which fields a widget takes, the hints that it reads, and those without which it does not work. */
export type WidgetUse = {
  readonly fits: readonly FieldKind[];
  readonly hints?: readonly string[];
  readonly needs?: readonly string[];
};

/**
 * What a hint may say: one of some words (some of them only of fields of some kinds), one of a list of names, or values that
 * the field itself takes.
 */
export type HintValues =
  | { readonly words: readonly string[]; readonly only?: { readonly [word: string]: readonly FieldKind[] } }
  | { readonly list: string }
  | { readonly values: boolean };

/** What a widget sees of a field: what is chosen or typed, or the name of a text's format; `secret-` before what is not kept. */
export type FieldKind = string;

/** The kind of a field by its schema. */
export function fieldKindOf(schema: JsonSchema): FieldKind {
  const kind = openKindOf(schema);
  return schema.writeOnly === true ? `secret-${kind}` : kind;
}

function openKindOf(schema: JsonSchema): FieldKind {
  switch (schema.type) {
    case "object":
      return "group";
    case "array":
      return isObject(schema.items) && Array.isArray(schema.items.enum) ? "choices" : "list";
    case "boolean":
      return schema.const === true ? "agreement" : "yes-no";
    default:
      if (Array.isArray(schema.enum)) return "choice";
      if (typeof schema.format === "string" && schema.type !== "integer") return schema.format;
      return schema.type === "string" ? "text" : String(schema.type);
  }
}

/** The names of one of the lists. */
export function listOf(names: Names, list: string): readonly string[] {
  return list === "documents" ? names.documents : Object.keys(names.purposes);
}
