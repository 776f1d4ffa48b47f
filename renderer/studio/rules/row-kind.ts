import type { Json, JsonObject } from "../../../engine/values/json.ts";
import { listOf } from "../step/step-file.ts";

/** How the values of a rule are typed, and which values the rule's type has. */
export type Kind = {
  readonly kind: "integer" | "number" | "decimal" | "string";
  readonly decimals: number;
  /** Name of the decimal type; empty for other kinds. */
  readonly of: string;
  /** Smallest and largest value; omitted if there is no limit. */
  readonly least?: number;
  readonly most?: number;
  /** All values that the type has; omitted if it is no closed list. */
  readonly values?: readonly Json[];
};

/** Returns how values of a type are typed. */
export function typeKind(type: JsonObject): Kind {
  const { minimum: least, maximum: most, enum: values } = type;
  const limits = {
    ...(typeof least === "number" ? { least } : {}),
    ...(typeof most === "number" ? { most } : {}),
    ...(values === undefined ? {} : { values: listOf(values) }),
  };
  if (type.type === "integer" || type.type === "number")
    return { kind: type.type, decimals: 0, of: "", ...limits };
  const of = String(type.format);
  const decimals = { baht: 2, units: 4, nav: 4 }[of];
  return decimals === undefined
    ? { kind: "string", decimals: 0, of: "", ...limits }
    : { kind: "decimal", decimals, of };
}

/** Returns the kind without its limits: a term of a sum may lie outside of what the sum may be. */
export function unlimited({ kind, decimals, of }: Kind): Kind {
  return { kind, decimals, of };
}

/** Text that says which values a field takes: the end of its key, and what stands in the text. */
export type Allowed = {
  readonly key: "range" | "least" | "most" | "values";
  readonly params: { readonly [name: string]: string | number };
};

/** Returns which values a kind has, if it does not have this value; otherwise `null`. */
export function allowedInstead(value: Json, { least, most, values }: Kind): Allowed | null {
  if (values !== undefined)
    return values.includes(value) ? null : { key: "values", params: { values: values.join(", ") } };
  if (typeof value !== "number") return null;
  const isWithin = (least === undefined || value >= least) && (most === undefined || value <= most);
  if (isWithin) return null;
  if (least !== undefined && most !== undefined) return { key: "range", params: { least, most } };
  return least !== undefined
    ? { key: "least", params: { least } }
    : { key: "most", params: { most: Number(most) } };
}
