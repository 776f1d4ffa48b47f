import { brokenAssumption, type Compiled, entryKeys, findText, offerAt } from "../../engine/flow/index.ts";
import type { Language } from "../../engine/values/languages.ts";
import { decided } from "./asks.ts";
import { type FlowsDeps, personIdOf } from "./deps.ts";
import { type FactReader, factsFrom, withFacts } from "./facts.ts";
import { readerFor } from "./load.ts";
import type { Subject } from "./registry.ts";

/** A link to a flow, shown on a page of the portal. */
export type OfferedEntry = {
  readonly flow: string;
  /** The address of the flow's page. */
  readonly address: string;
  readonly label: Said;
  readonly hint: Said | null;
  /** Name of the picture beside the link; `null` for the default picture. */
  readonly icon: string | null;
};
type Said = { readonly [language in Language]: string };

/** Position of an entry that does not state its position. */
const USUAL_ORDER = 50;

/** Returns the address of a flow: its own page, or the general page of flows. */
export function addressOf({ definition: { flow } }: Compiled): string {
  return flow.address ?? `/flows/${flow.id}`;
}

/** A published flow: its page, whether it requires a log-in, and the pages that link to it. */
export type PageOfFlow = {
  readonly flow: string;
  readonly address: string;
  readonly subject: "account" | "anonymous";
  /** Pages on which the flow declares a link, regardless of who sees the link. */
  readonly places: readonly string[];
};

/** Returns all published flows with their pages. */
export async function pagesOfFlows(deps: Pick<Deps, "definitions">): Promise<readonly PageOfFlow[]> {
  return (await published(deps)).map((compiled) => ({
    flow: compiled.definition.flow.id,
    address: addressOf(compiled),
    subject: compiled.definition.flow.subject,
    places: (compiled.definition.flow.entries ?? []).map(({ place }) => place),
  }));
}

/**
 * Returns the flows that a page offers to a subject, sorted by the position of their entries, then by name.
 * The condition of the flow's entry decides, with current facts and flags. A flow that cannot be evaluated
 * now is not offered.
 */
export async function entriesAt(
  deps: Deps,
  place: string,
  subject: Subject,
): Promise<readonly OfferedEntry[]> {
  const entryOf = ({ definition: { flow } }: Compiled) =>
    flow.entries?.find((entry) => entry.place === place);
  const orderOf = (compiled: Compiled) => entryOf(compiled)?.order ?? USUAL_ORDER;
  const linked = (await published(deps))
    .filter((compiled) => entryOf(compiled) !== undefined)
    .sort((one, other) => orderOf(one) - orderOf(other));
  const reader = readerFor(deps, deps.db, subject);
  const offered = await Promise.all(
    linked.map(async (compiled) => {
      const { flow } = compiled.definition;
      try {
        const flags = await deps.flagsFor(deps.db, flow.flags, { subject, personId: personIdOf(subject) });
        const offered = withFacts((facts) => {
          const offer = offerAt(compiled, place, facts, flags);
          return offer.needs === null ? { needs: null, outcome: offer.isOffered } : { needs: offer.needs };
        });
        const { outcome } = await decided(offered, factsFrom(heldTo(compiled, reader)));
        return outcome ? [linkTo(compiled, place)] : [];
      } catch (error) {
        deps.log.warn({ err: error, flow: flow.id, place }, "flows: an entry could not be judged");
        return [];
      }
    }),
  );
  return offered.flat();
}

/**
 * Checks facts against the assumptions of the version. A fact that breaks an assumption must not lead to a
 * link.
 */
function heldTo(compiled: Compiled, reader: FactReader): FactReader {
  return {
    ...reader,
    read: async (fact, args) => {
      const value = await reader.read(fact, args);
      const broken = brokenAssumption(compiled, fact, value);
      if (broken !== null) throw new Error(`flows: fact ${fact} breaks ${broken.rule}`);
      return value;
    },
  };
}

type Deps = FlowsDeps;

/**
 * Returns the version in force of each flow. Unusable versions are omitted; the reason was logged when they
 * were loaded.
 */
async function published({ definitions }: Pick<Deps, "definitions">): Promise<readonly Compiled[]> {
  const hashes = definitions.flows().map((flow) => definitions.current(flow)?.hash);
  const loaded = await Promise.all(
    hashes.map(async (hash) =>
      hash === undefined ? null : await definitions.compiled(hash).catch(() => null),
    ),
  );
  return loaded.filter((compiled) => compiled !== null);
}

function linkTo(compiled: Compiled, place: string): OfferedEntry {
  const { definition } = compiled;
  const text = (part: "label" | "hint"): Said | null => {
    const keys = entryKeys(definition, place, part);
    const [th, en] = [findText(definition.texts, "th", keys), findText(definition.texts, "en", keys)];
    return th === null || en === null ? null : { th, en };
  };
  const { id } = definition.flow;
  return {
    flow: id,
    address: addressOf(compiled),
    label: text("label") ?? { th: id, en: id },
    hint: text("hint"),
    icon: definition.flow.entries?.find((entry) => entry.place === place)?.icon ?? null,
  };
}
