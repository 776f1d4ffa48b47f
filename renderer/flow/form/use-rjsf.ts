import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { useMemo } from "react";
import type { JsonSchema } from "../../../engine/values/json.ts";
import type { LoadedFlow } from "../module.ts";
import { type TradeParts, tradeParts } from "../trade-parts.ts";
import { widgets } from "../widgets/index.ts";
import { uiSchemaOf } from "./ui-schema.ts";

/** Returns what RJSF needs to draw one step: its schema, validator and widgets. */
export function useRjsf({ compiled, validateFns, validatorOf }: LoadedFlow, step: string) {
  const registered = useMemo(() => registeredBy(tradeParts()), []);
  const { definition } = compiled;
  const schema = definition.schemas[step] as JsonSchema;
  const rjsfSchema = schema as RJSFSchema;
  const validator = useMemo(
    () =>
      validatorOf === undefined
        ? createPrecompiledValidator(validateFns as never, rjsfSchema)
        : interpreted(validatorOf),
    [validateFns, validatorOf, rjsfSchema],
  );
  const uiSchema = useMemo(() => {
    const found = definition.flow.steps[step];
    const hints = found && "ui" in found ? (found.ui ?? {}) : {};
    return {
      ...uiSchemaOf(schema, hints, definition.fieldOrder[step]),
      "ui:submitButtonOptions": { norender: true },
    };
  }, [definition, schema, step]);
  return { schema: rjsfSchema, uiSchema, validator, ...registered };
}

/**
 * Returns the validator that RJSF uses for a draft. RJSF only asks it whether a condition of the schema
 * holds. The engine finds the errors.
 */
function interpreted(validatorOf: NonNullable<LoadedFlow["validatorOf"]>): ValidatorType {
  return {
    isValid: (schema, formData) => validatorOf(schema as JsonSchema)(formData),
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({ errors: [] }),
  };
}

/** The fields and widgets that RJSF looks up by name. */
function registeredBy(parts: TradeParts) {
  const groups = Object.entries(parts.groups).map(([name, { field }]) => [name, field] as const);
  return { fields: Object.fromEntries(groups), widgets: { ...widgets, ...parts.widgets } };
}
