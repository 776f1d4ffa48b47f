import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EffectSignature } from "../../engine/flow/index.ts";
import { formatted, type Schema, typeOf } from "./types-of-schemas.ts";

/** Returns TypeScript types of the input, output and errors of each effect below a root folder. */
export function typesOfEffects(root: string): string {
  const read = <Value>(path: string) =>
    JSON.parse(readFileSync(join(root, "schemas", path), "utf8")) as Value;
  const refOf = (ref: string): string => typeOf(read<Schema>(`${ref}.json`), refOf);
  const members = readdirSync(join(root, "schemas", "effects"))
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => memberOf(read<EffectSignature>(join("effects", file)), refOf));
  const head =
    "// Made from schemas/effects by tests/server/flows/effect-signatures.test.ts, which says how; not to be changed by hand.";
  const says = "/** What each effect is given, answers and may fail with, as its signature says. */";
  return formatted(`${head}\n\n${says}\nexport type EffectSignatures = {\n${members.join("\n")}\n};\n`);
}

function memberOf(
  { id, mode, input, output, errors }: EffectSignature,
  refOf: (ref: string) => string,
): string {
  const codes = Object.keys(errors)
    .sort()
    .map((code) => JSON.stringify(code));
  return `readonly ${JSON.stringify(id)}: {
    readonly mode: ${JSON.stringify(mode)};
    readonly input: ${typeOf(input as Schema, refOf)};
    readonly output: ${typeOf(output as Schema, refOf)};
    readonly error: ${codes.length === 0 ? "never" : codes.join(" | ")};
  };`;
}
