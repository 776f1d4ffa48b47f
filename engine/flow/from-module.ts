import type { CompiledRules } from "../rules/compile-rules.ts";
import { assemble, type Compiled } from "./compiled.ts";
import type { Definition } from "./definition.ts";
import type { Validator } from "./field-errors.ts";
import { type OfTrade, type Trade, withTrade } from "./trade.ts";

/** The exports of a published module. `server/sources/compile.ts` writes such modules. */
export type FlowModule = {
  readonly hash: string;
  /** Definition as plain JSON. The trade (formats and functions) is a separate export. */
  readonly definition: Omit<Definition, keyof OfTrade>;
  /** Formats and derived functions. Absent in modules of older compilers. */
  readonly trade?: Trade;
  /**
   * Validators by the `$id` of a step's schema. The table also contains validators by hash, because RJSF's
   * precompiled validator looks them up by hash.
   */
  readonly validateFns: { readonly [name: string]: Validator };
  readonly rules: CompiledRules;
};

/**
 * Returns a definition that was compiled when it was published. This function compiles no schema and no rule,
 * so it runs under the content security policy `script-src 'self'`. `trade` (formats and functions) is used
 * for modules that contain no trade.
 */
export function fromModule(module: FlowModule, trade: Trade): Compiled {
  const definition = withTrade(module.definition, module.trade ?? trade);
  return assemble(definition, { validators: module.validateFns, rules: module.rules }, module.hash);
}
