import type { CompiledRules } from "../rules/compile-rules.ts";
import { assemble, type Compiled } from "./compiled.ts";
import type { Definition } from "./definition.ts";
import type { Validator } from "./field-errors.ts";
import { type OfTrade, type Trade, withTrade } from "./trade.ts";

/** What a published module exports; `server/sources/compile.ts` makes it. */
export type FlowModule = {
  readonly hash: string;
  /** As JSON: its trade stands beside it. */
  readonly definition: Omit<Definition, keyof OfTrade>;
  /** Missing in modules of compilers that did not write it yet. */
  readonly trade?: Trade;
  /** Validators by `$id` of a step's schema, and by the hash names that RJSF's precompiled validator asks for. */
  readonly validateFns: { readonly [name: string]: Validator };
  readonly rules: CompiledRules;
};

/**
 * A definition compiled at publishing: no schema and no rule is compiled here, so that it runs under `script-src 'self'`.
 * `trade` is for modules that bring none of their own.
 */
export function fromModule(module: FlowModule, trade: Trade): Compiled {
  const definition = withTrade(module.definition, module.trade ?? trade);
  return assemble(definition, { validators: module.validateFns, rules: module.rules }, module.hash);
}
