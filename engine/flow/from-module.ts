import type { CompiledRules } from "../rules/compile-rules.ts";
import { assemble, type Compiled } from "./compiled.ts";
import type { Definition } from "./definition.ts";
import type { Validator } from "./field-errors.ts";

/** What a published module exports; `server/definitions/compile.ts` makes it. */
export type FlowModule = {
  readonly hash: string;
  readonly definition: Definition;
  /** Validators by `$id` of a step's schema, and by the hash names that RJSF's precompiled validator asks for. */
  readonly validateFns: { readonly [name: string]: Validator };
  readonly rules: CompiledRules;
};

/** A definition compiled at publishing: no schema and no rule is compiled here, so that it runs under `script-src 'self'`. */
export function fromModule(module: FlowModule): Compiled {
  return assemble(module.definition, { validators: module.validateFns, rules: module.rules }, module.hash);
}
