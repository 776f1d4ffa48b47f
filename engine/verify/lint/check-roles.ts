import type { Definition } from "../../flow/definition.ts";
import { callOf, type DerivedCall } from "../../flow/derived-call.ts";
import type { Role, ShownFile, Step } from "../../flow/flow-file.ts";
import { type Fit, type RoleUse, SHOWN_ROLES } from "../../flow/roles.ts";
import { schemaOfPath } from "../../flow/schema-of-path.ts";
import { SHOWN_PARTS, type ShownPart } from "../../flow/shown-entry.ts";
import { tradeOf } from "../../flow/trade.ts";
import { typesOfDefinition } from "../../flow/types-of-definition.ts";
import { formatOf } from "../../rules/format.ts";
import type { Phrase } from "../../rules/message.ts";
import { describeType, kindOf, type TypeEnv, typeAt } from "../../rules/types.ts";
import type { Fault } from "./fault.ts";

type Entry = Exclude<ShownFile, string>;
type ValueEntry = Extract<Entry, { readonly value: string }>;
type Part = Exclude<ShownPart, "value">;

/** Roles that a step can show only once. */
const ONCE: readonly Role[] = ["amount", "countdown"];

/**
 * Checks that the roles of shown values match the values and the screen. Also checks that every heading has
 * values below it.
 */
export function checkRoles(definition: Definition): readonly Fault[] {
  const types = typesOfDefinition(definition);
  return Object.entries(definition.flow.steps).flatMap(([id, step]) => {
    const shows = "shows" in step ? (step.shows ?? []) : [];
    return shows.flatMap((entry, index): readonly Fault[] => {
      const pointer = `/steps/${id}/shows/${index}`;
      if (typeof entry === "string") return [];
      if ("heading" in entry)
        return shows[index + 1] === undefined || isHeading(shows[index + 1])
          ? [{ pointer, says: { key: "heading-empty", params: { heading: entry.heading } } }]
          : [];
      const before = shows.slice(0, index).flatMap((one) => (isValue(one) ? [one] : []));
      const at: At = { definition, types, id, step, entry, pointer };
      const says = [...misfits(at), ...parts(at), ...company(at, before)];
      return says.length > 0 ? says : [...unusedParts(at), ...otherTotal(at, shows.filter(isValue))];
    });
  });
}

type At = {
  readonly definition: Definition;
  readonly types: TypeEnv;
  readonly id: string;
  readonly step: Step;
  readonly entry: ValueEntry;
  readonly pointer: string;
};

/** Reports a value with a role if the role does not accept this value or this kind of screen. */
function misfits(at: At): readonly Fault[] {
  const { entry, step, pointer, id } = at;
  const { role } = entry;
  if (role === undefined) return [];
  const use: RoleUse = SHOWN_ROLES[role];
  const says = misfit(at, entry.value, use.fits);
  return [
    ...(says === null
      ? []
      : [{ pointer: `${pointer}/role`, says: { key: "role-misfit", params: { role, ...says } } } as const]),
    ...(use.on.includes(step.kind)
      ? []
      : [
          {
            pointer: `${pointer}/role`,
            says: { key: "role-misplaced", params: { role, step: id, kind: step.kind, kinds: use.on } },
          } as const,
        ]),
  ];
}

/** Reports additional parts that the role does not have, and parts of a wrong type. */
function parts(at: At): readonly Fault[] {
  const { entry, pointer } = at;
  const { role } = entry;
  const use: RoleUse | null = role === undefined ? null : SHOWN_ROLES[role];
  return SHOWN_PARTS.flatMap((part): readonly Fault[] => {
    const path = part === "value" ? undefined : entry[part];
    if (part === "value" || path === undefined) return [];
    const where = `${pointer}/${part}`;
    if (use === null || !Object.hasOwn(use.parts, part))
      return [{ pointer: where, says: { key: "part-misplaced", params: { part, roles: rolesWith(part) } } }];
    const says = misfit(at, path, use.parts[part] ?? null);
    return says === null ? [] : [{ pointer: where, says: { key: "part-misfit", params: { part, ...says } } }];
  });
}

/** Reports roles that need another role on the same screen, and roles that appear more than once. */
function company(at: At, before: readonly ValueEntry[]): readonly Fault[] {
  const { types, entry, pointer } = at;
  const { role, value } = entry;
  const kindAt = (path: string) => {
    const type = typeAt(types, bare(path));
    return type === undefined ? null : kindOf(type);
  };
  if (
    role === "deduction" &&
    !before.some((one) => one.role === "amount" && kindAt(one.value) === kindAt(value))
  )
    return [{ pointer, says: { key: "deduction-without-amount", params: { path: bare(value) } } }];
  if (role === "estimate" && (entry.price === undefined || entry.asOf === undefined))
    return [{ pointer, says: { key: "estimate-without-basis", params: { path: bare(value) } } }];
  if (role !== undefined && ONCE.includes(role) && before.some((one) => one.role === role))
    return [{ pointer: `${pointer}/role`, says: { key: "role-twice", params: { role, step: at.id } } }];
  return [];
}

/** Reports a rate or price that is shown with a value but was not used to compute the value. */
function unusedParts(at: At): readonly Fault[] {
  const { types, entry, pointer } = at;
  const { value, price, asOf } = entry;
  const used = callAt(at, value)?.args.map(bare) ?? [];
  const unused = (["rate", "price"] as const).flatMap((part): readonly Fault[] => {
    const path = entry[part];
    if (path === undefined || typeAt(types, bare(path)) === undefined || used.includes(bare(path))) return [];
    const params = { part, path: bare(path), value: bare(value) };
    return [{ pointer: `${pointer}/${part}`, says: { key: "part-not-used", params } }];
  });
  if (price === undefined || asOf === undefined || unused.length > 0) return unused;
  if (typeAt(types, bare(asOf)) === undefined || typeAt(types, bare(price)) === undefined) return [];
  if (recordOf(asOf) !== null && recordOf(asOf) === recordOf(price)) return [];
  const params = { path: bare(asOf), price: bare(price) };
  return [{ pointer: `${pointer}/asOf`, says: { key: "part-not-used.asOf", params } }];
}

/**
 * Reports a total on a screen with deductions, if the total was not computed as the amount minus exactly
 * these deductions.
 */
function otherTotal(at: At, shown: readonly ValueEntry[]): readonly Fault[] {
  const { entry, pointer } = at;
  const placesOf = (role: Role) => shown.flatMap((one) => (one.role === role ? [bare(one.value)] : []));
  const off = placesOf("deduction");
  if (entry.role !== "total" || off.length === 0) return [];
  const call = callAt(at, entry.value);
  const made = call?.args.map(bare) ?? [];
  const wanted = [...new Set([...placesOf("amount"), ...off])];
  const isOfThem = made.length === wanted.length && wanted.every((path) => made.includes(path));
  if (isOfThem && call?.known?.isSum !== true) return [];
  const params = { path: bare(entry.value), places: wanted };
  return [{ pointer, says: { key: "total-of-others", params } }];
}

/** Returns the function call that computes the value at a data path, or `null` if no function does. */
function callAt({ definition }: At, path: string): DerivedCall | null {
  const [root, name = "", ...further] = bare(path).split(".");
  const { derived } = definition.flow;
  const file = root === "derived" && Object.hasOwn(derived, name) ? derived[name] : undefined;
  return file === undefined || further.length > 0 ? null : callOf(tradeOf(definition), file);
}

/** Returns the fact that a data path belongs to. */
function recordOf(path: string): string | null {
  const [root, name] = bare(path).split(".");
  return root === "facts" && name !== undefined ? name : null;
}

/**
 * Returns the type that a role or part does not accept, as parameters of a message. Returns `null` if the
 * role accepts the type, or if the data path is unknown.
 */
function misfit(
  { definition, types }: At,
  given: string,
  fits: readonly Fit[] | null,
): {
  readonly path: string;
  readonly type: ReturnType<typeof describeType>;
  readonly fits: readonly Phrase[];
} | null {
  const path = bare(given);
  const type = typeAt(types, path);
  if (fits === null || type === undefined) return null;
  const format = formatOf(tradeOf(definition).formats, schemaOfPath(definition, path)?.format);
  const isOf = (fit: Fit): boolean => (fit === "rate" ? format?.shown?.isRate === true : type.kind === fit);
  return fits.some(isOf)
    ? null
    : { path, type: describeType(type), fits: fits.map((fit) => ({ key: `fits.${fit}` })) };
}

function rolesWith(part: Part): readonly string[] {
  return Object.entries(SHOWN_ROLES).flatMap(([role, { parts: of }]) =>
    Object.hasOwn(of, part) ? [role] : [],
  );
}

function isHeading(entry: ShownFile | undefined): boolean {
  return typeof entry === "object" && "heading" in entry;
}

function isValue(entry: ShownFile): entry is ValueEntry {
  return typeof entry === "object" && "value" in entry;
}

function bare(path: string): string {
  return path.replace(/\?$/, "");
}
