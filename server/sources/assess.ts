import { trade } from "../../domain/index.ts";
import type { Definition } from "../../engine/flow/index.ts";
import type { Finding } from "../../engine/rules/rule.ts";
import { unknownNames, verified, withCauses } from "../../engine/verify/lint/index.ts";
import { type SpokenFinding, spoken } from "../../engine/verify/words/index.ts";
import { sha256 } from "../sha256.ts";
import type { Files } from "./bundle.ts";
import { definitionHash } from "./compile-hash.ts";
import { NAMES } from "./names.ts";

/**
 * The result for files that can be published, with the hash of their definition. Its `findings` are only
 * warnings.
 */
export type Sound = {
  readonly kind: "sound";
  readonly definition: Definition;
  readonly hash: string;
  readonly findings: readonly SpokenFinding[];
};

/** The result for files that cannot be published. Its `findings` tell why. */
export type Unsound = { readonly kind: "unsound"; readonly findings: readonly SpokenFinding[] };

/**
 * Maximum number of cached results. It is enough for all flows of a portal, and for the proposals on which
 * people work.
 */
const REMEMBERED = 40;
const remembered = new Map<string, Sound>();

/**
 * Loads and checks the files of a flow. Valid results are cached by content, because the files of a proposal
 * are checked several times: when it is written, judged, shown and published.
 */
export function assess(flow: string, files: Files): Sound | Unsound {
  const key = `${flow} ${sha256(JSON.stringify(files))}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const assessed = assessAnew(flow, files);
  if (assessed.kind === "unsound") return assessed;
  remembered.set(key, assessed);
  if (remembered.size > REMEMBERED) remembered.delete(remembered.keys().next().value as string);
  return assessed;
}

function assessAnew(flow: string, files: Files): Sound | Unsound {
  const read = verified({ flow, files }, trade);
  if (read.kind === "unsound") {
    const names = read.definition === null ? [] : unknownNames(read.definition, NAMES);
    return unsound(withCauses([...names, ...read.findings], read.definition));
  }
  const { definition, findings } = read;
  return { kind: "sound", definition, hash: definitionHash(definition), findings: findings.map(spoken) };
}

/** Returns the result for files that could not be loaded, or whose rules could not be proved. */
export function unsound(findings: readonly Finding[]): Unsound {
  return { kind: "unsound", findings: findings.map(spoken) };
}
