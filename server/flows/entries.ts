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

/** The position of links for which the flow states no position. */
const USUAL_ORDER = 50;

/** Returns the address at which a flow is opened: its own address, or one made from its id. */
export function addressOf({ definition: { flow } }: Compiled): string {
  return flow.address ?? `/flows/${flow.id}`;
}

/** A published flow: its page, whether it requires a log-in, and the pages that link to it. */
export type PageOfFlow = {
  readonly flow: string;
  readonly address: string;
  readonly subject: "account" | "anonymous";
  /** The pages on which the flow declares a link. Whether a reader sees the link is decided elsewhere. */
  readonly places: readonly string[];
};

/** Returns all published flows, with the pages on which they can be opened. */
export async function pagesOfFlows(deps: Pick<Deps, "definitions">): Promise<readonly PageOfFlow[]> {
  return (await published(deps)).map((compiled) => ({
    flow: compiled.definition.flow.id,
    address: addressOf(compiled),
    subject: compiled.definition.flow.subject,
    places: (compiled.definition.flow.entries ?? []).map(({ place }) => place),
  }));
}

/**
 * Returns the flows that a page of the portal offers to a subject, sorted by the positions that the flows
 * declare, then by name. Each flow declares a condition for its link, which is evaluated with current facts
 * and flags. If the condition cannot be evaluated at the moment, the flow is not offered.
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
 * Returns a fact reader that throws if a fact breaks an assumption of the version. A link must not be offered
 * because of such a fact.
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
 * Returns the version in force of each flow. Versions that cannot be used are left out. The reason was logged
 * when they were loaded.
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
