import type { FlagName } from "../../domain/flag-names.ts";
import type { Db, Tx } from "../db/index.ts";
import type { FlagContext, FlagProperty, Flags, Toggle } from "./flags.ts";

/** Whose switch it is: an account, a visitor's cookie, or a stranger without one. */
export type Whose = { readonly personId: string } | { readonly visitor: string } | null;

/** Asks switches for whoever it is about: pages, walks and jobs ask here, so that one person has one answer. */
export type AskFlags = {
  /** The named switches; one that is not known is off. */
  readonly for: (
    db: Db | Tx,
    whose: Whose,
    names: readonly string[],
  ) => Promise<Readonly<Record<string, boolean>>>;
  readonly isOnFor: (db: Db | Tx, personId: string, name: FlagName) => Promise<boolean>;
  /** The switches that are on, as the page's client reads them. */
  readonly toggles: (db: Db | Tx, whose: Whose) => Promise<readonly Toggle[]>;
  /** A switch that the catalogue gives to the portal as a whole. */
  readonly isOn: (name: FlagName) => boolean;
};

/**
 * Builds what switches are asked with, from the account or the visitor alone: an address or a device would give a page
 * another answer than a job about the same person. `propertyOf` reads what a strategy may ask of a person; it is asked
 * for what the present set reads, and for nothing else.
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
    isOn: (name) => flags.for({}, [name])[name] === true,
  };
}
