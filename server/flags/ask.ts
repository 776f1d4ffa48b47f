import type { FlagName } from "../../domain/flag-names.ts";
import type { Db, Tx } from "../db/index.ts";
import type { FlagContext, FlagProperty, Flags, Probe, Toggle } from "./flags.ts";

/**
 * The one for whom switches are evaluated: an account, a visitor with a cookie, or null for a visitor without
 * one.
 */
export type Whose = { readonly personId: string } | { readonly visitor: string } | null;

/**
 * Evaluates switches for an account or visitor. Pages, the walks through flows, and jobs all use these
 * functions, so that the same person always gets the same result.
 */
export type AskFlags = {
  /** Returns whether each of the named switches is on. An unknown switch is off. */
  readonly for: (
    db: Db | Tx,
    whose: Whose,
    names: readonly string[],
  ) => Promise<Readonly<Record<string, boolean>>>;
  readonly isOnFor: (db: Db | Tx, personId: string, name: FlagName) => Promise<boolean>;
  /** Returns the switches that are on, in the format that the page's switch client reads. */
  readonly toggles: (db: Db | Tx, whose: Whose) => Promise<readonly Toggle[]>;
  /** Returns, for each tried-out feature, whether it would be on for a person. */
  readonly probe: (db: Db | Tx, personId: string, probes: readonly Probe[]) => Promise<readonly boolean[]>;
  /** Returns whether a switch is on that has one value for the whole portal. */
  readonly isOn: (name: FlagName) => boolean;
};

/**
 * Creates the functions that evaluate switches. The only data of the caller that they use is the account or
 * the visitor. If they used an address or a device too, a page and a job could get different results for the
 * same person. `propertyOf` reads a property of a person. It is called only if the current set depends on
 * that property.
 */
export function askFlags(
  flags: Flags,
  propertyOf: Readonly<Record<FlagProperty, (db: Db | Tx, personId: string) => Promise<string>>>,
): AskFlags {
  const contextOf = async (db: Db | Tx, whose: Whose): Promise<FlagContext> => {
    if (whose === null || !("personId" in whose)) return whose ?? {};
    const properties: { [property in FlagProperty]?: string } = {};
    for (const property of flags.reads())
      properties[property] = await propertyOf[property](db, whose.personId);
    return { personId: whose.personId, properties };
  };
  const askFor: AskFlags["for"] = async (db, whose, names) =>
    names.length === 0 ? {} : flags.for(await contextOf(db, whose), names);
  return {
    for: askFor,
    isOnFor: async (db, personId, name) => (await askFor(db, { personId }, [name]))[name] === true,
    toggles: async (db, whose) => flags.toggles(await contextOf(db, whose)),
    probe: async (db, personId, probes) => flags.probe(await contextOf(db, { personId }), probes),
    isOn: (name) => flags.for({}, [name])[name] === true,
  };
}
