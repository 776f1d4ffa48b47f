import { canonicalJson } from "../../engine/values/canonical-json.ts";
import { sha256 } from "../sha256.ts";
import { hashesOf } from "../sources/index.ts";
import { gateEdition } from "./gate-edition.ts";
import type { GateInput } from "./judged.ts";
import { checkRuleDates } from "./rule-dates.ts";

/**
 * Returns the SHA-256 of everything that the gate reads. While it stays the same, the gate would return the
 * same result. `engine` is the edition of the judging code, by default of the code on disk. The day is
 * replaced by what the gate reads from it: the findings about the dates of rules.
 */
export function inputsHash(given: GateInput, engine = gateEdition()): string {
  const { files, before, base, today, ...others } = given;
  const read = {
    ...others,
    files: hashesOf(files),
    before: before === null ? null : hashesOf(before),
    base: base === undefined ? null : hashesOf(base),
    dates: checkRuleDates(before ?? base ?? {}, files, today),
    engine,
    node: process.version,
  };
  return sha256(canonicalJson(JSON.parse(JSON.stringify(read))));
}
