import type { Definition } from "../../flow/definition.ts";
import type { LiteralFile } from "../../flow/flow-file.ts";
import { tradeOf } from "../../flow/trade.ts";
import { formatOf } from "../../rules/format.ts";
import type { Fault } from "./fault.ts";

/** Checks that a literal is valid for its format. */
export function checkLiterals(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.derived).flatMap(([name, file]) =>
    "const" in file ? literalFaults(definition, name, file) : [],
  );
}

function literalFaults(definition: Definition, name: string, file: LiteralFile): readonly Fault[] {
  const { const: value, format } = file;
  if (format === undefined) return [];
  const { formats } = tradeOf(definition);
  const known = formatOf(formats, format);
  const pointer = `/derived/${name}/format`;
  if (known === undefined)
    return [{ pointer, says: { key: "unknown-format", params: { format, formats: Object.keys(formats) } } }];
  if (typeof value === "string" && known.test(value)) return [];
  const [example = ""] = known.samples;
  return [{ pointer, says: { key: "literal-misfit", params: { value: String(value), format, example } } }];
}
