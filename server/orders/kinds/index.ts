import type { OrderKind } from "./order-kind.ts";
import { redemption } from "./redemption/redemption.ts";
import { subscription } from "./subscription/subscription.ts";
import { switchIn } from "./switch/switch-in.ts";
import { switchOut } from "./switch/switch-out.ts";

/** All order kinds. To add a kind, create a folder here and add a line to this list. */
const registered = {
  subscription,
  redemption,
  switchOut,
  switchIn,
};

type Kind = (typeof registered)[keyof typeof registered];
const KINDS: readonly Kind[] = Object.values(registered);

export type OrderKindName = Kind["name"];
/** The group of kinds by which investors filter orders. Both legs of a switch have the same value. */
export type OrderFamily = Kind["family"];

export const orderKinds: readonly OrderKindName[] = KINDS.map(({ name }) => name);
export const orderFamilies: readonly OrderFamily[] = [...new Set(KINDS.map(({ family }) => family))];

/** The kinds of charges that orders pay. */
export const orderFees: readonly Kind["fee"][] = [...new Set(KINDS.map(({ fee }) => fee))];

const byName: ReadonlyMap<string, OrderKind> = new Map(KINDS.map((kind) => [kind.name, kind] as const));

/** Returns the description of a kind. Throws if the name is unknown. */
export function kindOf(name: OrderKindName): OrderKind {
  const found = byName.get(name);
  if (found === undefined) throw new Error(`kindOf: no order kind "${name}"`);
  return found;
}

/** Returns the names of the kinds for which `is` returns true, for use in a query. */
export function kindsThat(is: (kind: OrderKind) => boolean): readonly OrderKindName[] {
  return KINDS.filter(is).map(({ name }) => name);
}

/**
 * Names of the kinds that staff must approve. The second leg of a switch needs no approval besides that of
 * the first.
 */
export const approvedKinds = KINDS.filter(isApproved).map(({ name }) => name);

function isApproved<Kind extends OrderKind>(
  kind: Kind,
): kind is Extract<Kind, { readonly waitsFor: "approval"; readonly leg: "out" | null }> {
  return kind.waitsFor === "approval" && kind.leg !== "in";
}
