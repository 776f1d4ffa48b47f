import {
  type Compiled,
  derive,
  errorKeys,
  type FieldError,
  type FlowModule,
  fromModule,
  type Validator,
  type Walk,
} from "../../engine/flow/index.ts";
import type { JsonObject, JsonSchema } from "../../engine/values/json.ts";
import type { View } from "../kit/api/answers.ts";
import { firstText, layTexts, t } from "../kit/text/i18n.ts";
import type { ShownError } from "./form/errors.ts";
import { loadTradeParts } from "./trade-parts.ts";

/**
 * A published version of a flow, loaded into the page. It has the same engine, validators and rules as on the
 * server.
 */
export type LoadedFlow = {
  readonly compiled: Compiled;
  readonly validateFns: FlowModule["validateFns"];
  /**
   * Returns a validator that interprets a part of a form's schema. Only drafts need it, because they have no
   * compiled module.
   */
  readonly validatorOf?: (schema: JsonSchema) => Validator;
};

const loading = new Map<string, Promise<LoadedFlow>>();

/**
 * Loads a version's module from our own origin and merges its texts into the page's texts. Modules never
 * change, so each one loads only once. The texts are merged on every call, because the texts of another flow
 * or version may have replaced them.
 */
export async function loadFlow(address: string): Promise<LoadedFlow> {
  const known = loading.get(address) ?? importFlow(address);
  loading.set(address, known);
  known.catch(() => loading.delete(address));
  const loaded = await known;
  layTexts(loaded.compiled.definition.texts);
  return loaded;
}

async function importFlow(address: string): Promise<LoadedFlow> {
  const [module, { trade }] = await Promise.all([
    import(/* @vite-ignore */ address) as Promise<FlowModule>,
    loadTradeParts(),
  ]);
  return { compiled: fromModule(module, trade), validateFns: module.validateFns };
}

/**
 * Walks through the flow with the current input of one step, to compute the values that depend on it. Returns
 * `null` if the page lacks data for the walk; the page then keeps the values of the server's view.
 */
export function walkWithDraft(of: {
  readonly compiled: Compiled;
  readonly view: View;
  readonly step: string;
  readonly draft: JsonObject;
}): Walk | null {
  const { instance } = of.view;
  const answers = { ...instance.answers, [of.step]: { value: of.draft, revision: 1_000_000 } };
  try {
    return derive(of.compiled, { ...instance, answers }, of.view.facts, of.view.flags);
  } catch (error) {
    console.warn("walk with a draft failed", error);
    return null;
  }
}

/** Returns the engine's errors as texts, in the order of the form's fields. */
export function shownErrors(
  compiled: Compiled,
  step: string,
  errors: readonly FieldError[],
): readonly ShownError[] {
  const order = compiled.definition.fieldOrder[step] ?? [];
  const place = ({ pointer }: FieldError) => order.indexOf(pointer.split("/")[1] ?? "");
  return [...errors]
    .sort((left, right) => place(left) - place(right))
    .map((error) => ({
      pointer: error.pointer,
      code: error.code,
      text: firstText(errorKeys(compiled.definition, step, error), error.params) ?? t("form:errors.format"),
    }));
}
