import { Ajv } from "ajv";
import type { Definition } from "../../flow/definition.ts";
import { formSchemaFile, hasForm } from "../../flow/step-kinds.ts";
import { tradeOf } from "../../flow/trade.ts";
import { testsOf } from "../../rules/format.ts";
import type { Fault } from "./fault.ts";

/** Checks that every step's schema compiles. */
export function checkSchemas(definition: Definition): readonly Fault[] {
  const faults: Fault[] = [];
  const formats = testsOf(tradeOf(definition).formats);
  const ajv = new Ajv({ strict: false, formats, logger: false });
  for (const [id, schema] of Object.entries(definition.schemas)) {
    const step = definition.flow.steps[id];
    if (step === undefined || !hasForm(step)) continue;
    try {
      ajv.compile(schema as object);
    } catch (error) {
      faults.push({
        file: formSchemaFile(definition.flow.id, id, step),
        pointer: "",
        says: { key: "schema-does-not-compile", params: { message: (error as Error).message } },
      });
    }
  }
  return faults;
}
