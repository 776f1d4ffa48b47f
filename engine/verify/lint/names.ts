import { isObject } from "../../flow/form-schema.ts";
import type { JsonSchema } from "../../values/json.ts";

/**
 * The names of everything that code outside the engine offers. The engine itself contains none of these
 * names; the caller passes them (`schemas/names.json`).
 */
export type Names = {
  readonly widgets: { readonly [widget: string]: WidgetUse };
  /** Kinds of fields without a default widget. For such a field the flow must name a widget. */
  readonly mustNameWidget: readonly FieldKind[];
  readonly hints: { readonly [hint: string]: HintValues };
  /**
   * Required hints for fields with each meaning. The widget is one of these hints. For example, a consent
   * requires its document.
   */
  readonly means: { readonly [meaning: string]: { readonly [hint: string]: string } };
  /** Purposes of uploads, by name. */
  readonly purposes: { readonly [purpose: string]: unknown };
  /** Names of legal documents that a consent can refer to. */
  readonly documents: readonly string[];
  /**
   * Actions of one-time passwords, such as `sign-contract`. `channels`: the channels that can send the
   * passwords.
   */
  readonly actions: readonly string[];
  readonly channels: readonly string[];
  /** Names and terms that are the same in both languages. */
  readonly terms: readonly string[];
  /** Locations in the portal that link to flows. */
  readonly entries: readonly string[];
  /** Addresses of pages on which flows can run. */
  readonly addresses: readonly string[];
  /** Challenges. `needs` names the rule that decides whether a person can pass the challenge. */
  readonly challenges: { readonly [challenge: string]: { readonly needs: string } };
};

/** The fields that a widget fits (`fits`), its optional hints (`hints`), and its required hints (`needs`). */
export type WidgetUse = {
  readonly fits: readonly FieldKind[];
  readonly hints?: readonly string[];
  readonly needs?: readonly string[];
};

/**
 * The possible values of a hint: words (some only for some kinds of fields), names of a list, or values of
 * the field itself.
 */
export type HintValues =
  | { readonly words: readonly string[]; readonly only?: { readonly [word: string]: readonly FieldKind[] } }
  | { readonly list: string }
  | { readonly values: boolean };

/**
 * The kind of a field for widgets: its type, or the name of a text's format. The prefix `secret-` marks a
 * field that is not stored.
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

/** Returns the names in one of the lists of names. */
export function listOf(names: Names, list: string): readonly string[] {
  return list === "documents" ? names.documents : Object.keys(names.purposes);
}
