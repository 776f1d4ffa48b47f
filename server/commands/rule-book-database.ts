import type { DefinitionSource } from "../../engine/flow/index.ts";
import { findPerson } from "../accounts/index.ts";
import { openDatabase } from "../db/index.ts";
import { listVersions, readCurrent, readVersion } from "../definitions/index.ts";
import type { RuleVersion } from "../explain/index.ts";
import { createRuleHistory } from "../explain/index.ts";

/** The published definitions of a database, and the history of each rule. */
export type PublishedRules = {
  readonly sources: readonly DefinitionSource[];
  readonly historyOf: (rule: string, flows: readonly string[]) => Promise<readonly RuleVersion[]>;
  readonly close: () => Promise<void>;
};

/** Reads the data of the rule book from a portal's database. Writes nothing. */
export async function openPublishedRules(url: string): Promise<PublishedRules> {
  const db = await openDatabase(url, { max: 2 });
  const current = await readCurrent(db);
  const history = createRuleHistory({
    current: (flow) => {
      const found = current.find((version) => version.flow === flow);
      return found === undefined ? null : { ...found, number: found.number ?? 0, hash: found.hash ?? "" };
    },
    get: (id) => readVersion(db, id),
    list: (flow) => listVersions(db, flow),
    nameOf: async (id) => (await findPerson(db, id))?.email ?? null,
  });
  return {
    sources: current.map(({ flow, files }) => ({ flow, files })),
    historyOf: history.of,
    close: () => db.destroy(),
  };
}
