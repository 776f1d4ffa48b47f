import { isObject } from "../../flow/form-schema.ts";
import type { JsonSchema } from "../../values/json.ts";

/**
 * Everything that code outside the engine offers, by name. The engine itself knows none of these names: the
 * caller passes them (`schemas/names.json`).
 */
export type Names = {
  readonly widgets: { readonly [widget: string]: WidgetUse };
  /** Kinds of fields without a default widget; the flow must name one. */
  readonly mustNameWidget: readonly FieldKind[];
  readonly hints: { readonly [hint: string]: HintValues };
  /**
   * Required hints of a field with this meaning, including the widget: the document of a consent, the picture
   * to take.
   */
  readonly means: { readonly [meaning: string]: { readonly [hint: string]: string } };
  /** Purposes of uploads. */
  readonly purposes: { readonly [purpose: string]: unknown };
  /** Legal documents that a consent can refer to. */
  readonly documents: readonly string[];
  /** Actions of one-time passwords, and the channels to send them. */
  readonly actions: readonly string[];
  readonly channels: readonly string[];
  /** Names and terms that are equal in both languages. */
  readonly terms: readonly string[];
  /** Places of the portal that link to flows. */
  readonly entries: readonly string[];
  /** Pages on which flows can run. */
  readonly addresses: readonly string[];
  /** Challenges, each with the rule that decides whether a person can pass it. */
  readonly challenges: { readonly [challenge: string]: { readonly needs: string } };
};

/** Which fields a widget accepts, its optional hints, and its required ones. */
export type WidgetUse = {
  readonly fits: readonly FieldKind[];
  readonly hints?: readonly string[];
  readonly needs?: readonly string[];
};

/**
 * Possible values of a hint: some words (a few only for some kinds of fields), names of a list, or values of
 * the field itself.
 */
export type HintValues =
  | { readonly words: readonly string[]; readonly only?: { readonly [word: string]: readonly FieldKind[] } }
  | { readonly list: string }
  | { readonly values: boolean };

/**
 * The kind of a field for widgets: its type, or the name of a text's format; with the prefix `secret-` if it
 * is not stored.
 */
export type FieldKind = string;

/** Returns the kind of a field from its schema. */
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

/** Returns the names of one of the lists. */
export function listOf(names: Names, list: string): readonly string[] {
  return list === "documents" ? names.documents : Object.keys(names.purposes);
}
