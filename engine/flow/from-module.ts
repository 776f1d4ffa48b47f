import type { CompiledRules } from "../rules/compile-rules.ts";
import { assemble, type Compiled } from "./compiled.ts";
import type { Definition } from "./definition.ts";
import type { Validator } from "./field-errors.ts";
import { type OfTrade, type Trade, withTrade } from "./trade.ts";

/** The exports of a published module. `server/sources/compile.ts` writes it. */
export type FlowModule = {
  readonly hash: string;
  /** Plain JSON; the trade is a separate export. */
  readonly definition: Omit<Definition, keyof OfTrade>;
  /** Absent in modules of older compilers. */
  readonly trade?: Trade;
  /** Validators by `$id` of a step's schema, and by the hashes that RJSF's precompiled validator uses. */
  readonly validateFns: { readonly [name: string]: Validator };
  readonly rules: CompiledRules;
};

/**
 * Returns a definition that was compiled when it was published. No schema or rule is compiled here, so it
 * runs under `script-src 'self'`. `trade` is the fallback for modules without their own.
 */
export function fromModule(module: FlowModule, trade: Trade): Compiled {
  const definition = withTrade(module.definition, module.trade ?? trade);
  return assemble(definition, { validators: module.validateFns, rules: module.rules }, module.hash);
}
