import type { OrderKind } from "./order-kind.ts";
import { redemption } from "./redemption/redemption.ts";
import { subscription } from "./subscription/subscription.ts";
import { switchIn } from "./switch/switch-in.ts";
import { switchOut } from "./switch/switch-out.ts";

/** All kinds of orders. Whoever adds a kind creates a folder for it here, and adds a line to this list. */
const registered = {
  subscription,
  redemption,
  switchOut,
  switchIn,
};

type Kind = (typeof registered)[keyof typeof registered];
const KINDS: readonly Kind[] = Object.values(registered);

export type OrderKindName = Kind["name"];
/**
 * A group of kinds, by which investors filter their orders. Both legs of a switch belong to the same group.
 */
export type OrderFamily = Kind["family"];

export const orderKinds: readonly OrderKindName[] = KINDS.map(({ name }) => name);
export const orderFamilies: readonly OrderFamily[] = [...new Set(KINDS.map(({ family }) => family))];

/** All kinds of charges that an order can have. */
export const orderFees: readonly Kind["fee"][] = [...new Set(KINDS.map(({ fee }) => fee))];

const byName: ReadonlyMap<string, OrderKind> = new Map(KINDS.map((kind) => [kind.name, kind] as const));

/** Returns the description of a kind. Throws if the name is unknown. */
export function kindOf(name: OrderKindName): OrderKind {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`kindOf: no order kind "${name}"`);
  return found;
}

/** Returns the names of the kinds for which `is` returns true, as values for a query. */
export function kindsThat(is: (kind: OrderKind) => boolean): readonly OrderKindName[] {
  return KINDS.filter(is).map(({ name }) => name);
}

/**
 * The names of the kinds that staff must approve. The in leg of a switch is not one of them, because the
 * approval of the out leg covers it.
 */
export const approvedKinds = KINDS.filter(isApproved).map(({ name }) => name);

function isApproved<Kind extends OrderKind>(
  kind: Kind,
): kind is Extract<Kind, { readonly waitsFor: "approval"; readonly leg: "out" | null }> {
  return kind.waitsFor === "approval" && kind.leg !== "in";
}
