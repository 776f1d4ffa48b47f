import { trade } from "../../domain/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import { load, unknownNames, verify, withCauses } from "../../engine/verify/lint/index.ts";
import { type SpokenFinding, spoken } from "../../engine/verify/words/index.ts";
import type { Files } from "./bundle.ts";
import { definitionHash } from "./compile-hash.ts";
import { NAMES } from "./names.ts";

/** Files that make a definition which may be published, and its hash. `findings` are warnings. */
export type Sound = {
  readonly kind: "sound";
  readonly definition: Definition;
  readonly hash: string;
  readonly findings: readonly SpokenFinding[];
};

/** Files that must not be published, and why. */
export type Unsound = { readonly kind: "unsound"; readonly findings: readonly SpokenFinding[] };

/** Loads and verifies the files of one flow. */
export function assess(flow: string, files: Files): Sound | Unsound {
  const source = { flow, files };
  const loaded = load(source, trade);
  if (!loaded.ok) {
    const { definition } = verify(source, trade);
    const names = definition === null ? [] : unknownNames(definition, NAMES);
    return unsound(withCauses([...names, ...loaded.error], definition));
  }
  const warnings = verify(source, trade).findings.map(spoken);
  return { kind: "sound", definition: loaded.value, hash: definitionHash(loaded.value), findings: warnings };
}

/** What reading or proving found, with its words. */
export function unsound(findings: readonly Finding[]): Unsound {
  return { kind: "unsound", findings: findings.map(spoken) };
}
