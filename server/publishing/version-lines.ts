import type { Words } from "../../engine/verify/words/index.ts";
import type { Definitions, Version, VersionSummary } from "../definitions/index.ts";
import type { Publishing } from "./publishing.ts";

/**
 * What the calls for versions need. `nameOf` returns the name of a member of staff, or `null` if it is
 * unknown.
 */
export type Desk = {
  readonly definitions: Definitions;
  readonly publishing: Publishing;
  readonly nameOf: (person: string) => Promise<string | null>;
};

/** Returns a function that prepares versions for a reader. It looks up each person's name only once. */
export function showTo(desk: Desk, reader: string) {
  const { definitions } = desk;
  const nameOf = once(desk.nameOf);
  const titleOf = once(definitions.titleOf);
  return async (version: VersionSummary) => ({
    ...forPage(version),
    title:
      definitions.current(version.flow) === null && version.introduced !== null
        ? version.introduced
        : await titleOf(version.flow),
    proposedByName: version.proposed_by === null ? null : await nameOf(version.proposed_by),
    otherWriters: await Promise.all(
      version.writers.filter((writer) => writer !== version.proposed_by).map(nameOf),
    ),
    approvedByName: version.approved_by === null ? null : await nameOf(version.approved_by),
    own: version.proposed_by === reader,
    wrote: version.proposed_by === reader || version.writers.includes(reader),
    outdated: isOpen(version) && version.based_on !== (definitions.current(version.flow)?.id ?? null),
  });
}

/**
 * Returns the titles of other flows that use a file which this version changes. Only a waiting or current
 * version has such flows; for any other one the list is empty.
 */
export async function elsewhere(
  { definitions }: Desk,
  version: Version,
  isCurrent: boolean,
): Promise<readonly Words[]> {
  return isOpen(version) || isCurrent
    ? await Promise.all((await definitions.usedElsewhere(version)).map(definitions.titleOf))
    : [];
}

function forPage(version: VersionSummary) {
  return {
    id: version.id,
    flow: version.flow,
    number: version.number,
    hash: version.hash,
    source: version.source,
    state: version.state,
    changed: version.changed,
    findings: version.findings,
    evidence: version.evidence_hash,
    note: version.note,
    change: version.change,
    decisionNote: version.decision_note,
    proposedBy: version.proposed_by,
    approvedBy: version.approved_by,
    proposedAt: version.proposed_at.toISOString(),
    decidedAt: version.decided_at?.toISOString() ?? null,
    publishedAt: version.published_at?.toISOString() ?? null,
  };
}

/** Returns a function that looks up each key only once, and then returns the cached result. */
function once<Value>(find: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const known = new Map<string, Promise<Value>>();
  return (key) => {
    const found = known.get(key) ?? find(key);
    known.set(key, found);
    return found;
  };
}

function isOpen({ state }: Pick<VersionSummary, "state">): boolean {
  return state === "proposed" || state === "draft";
}
