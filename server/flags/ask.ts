import type { FlagName } from "../../domain/flag-names.ts";
import type { Db, Tx } from "../db/index.ts";
import type { FlagContext, FlagProperty, Flags, Probe, Toggle } from "./flags.ts";

/**
 * The subject for whom switches are evaluated: an account, a visitor with a cookie, or null for a stranger
 * without one.
 */
export type Whose = { readonly personId: string } | { readonly visitor: string } | null;

/**
 * Evaluates switches for a subject. Pages, walks and jobs all use it, so the same person always gets the same
 * answer.
 */
export type AskFlags = {
  /** Returns whether each of the named switches is on. An unknown switch is off. */
  readonly for: (
    db: Db | Tx,
    whose: Whose,
    names: readonly string[],
  ) => Promise<Readonly<Record<string, boolean>>>;
  readonly isOnFor: (db: Db | Tx, personId: string, name: FlagName) => Promise<boolean>;
  /** Returns the switches that are on, in the format of the page's client. */
  readonly toggles: (db: Db | Tx, whose: Whose) => Promise<readonly Toggle[]>;
  /** Returns whether each probe would be on for a person. */
  readonly probe: (db: Db | Tx, personId: string, probes: readonly Probe[]) => Promise<readonly boolean[]>;
  /** Returns whether a switch is on that the catalogue defines for the portal as a whole. */
  readonly isOn: (name: FlagName) => boolean;
};

/**
 * Evaluates switches with the account or the visitor alone as context. With an address or a device in the
 * context, a page and a job would get different answers for the same person. `propertyOf` reads a person's
 * property, only if the current set needs it.
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
