import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Definition } from "../../engine/flow/index.ts";
import { ruleSetOf } from "../../engine/flow/rule-set.ts";
import { generateRules } from "../../engine/rules/index.ts";
import { spell } from "../../engine/verify/words/index.ts";
import { definitionHash } from "./compile-hash.ts";
import { FORMATS_MODULE, validatorsSource } from "./compile-validators.ts";

/** A published module: its source text, the hash of the definition, and its size in bytes. */
export type CompiledModule = { readonly source: string; readonly hash: string; readonly bytes: number };

/**
 * Compiles a definition to one self-contained ES module. It exports `hash`, `definition`, `trade`, `schemas`,
 * `texts`, `validateFns` and `rules` (`FlowModule`). The module never evaluates text as code, so browsers can
 * run it under `script-src 'self'`. Equal definitions give equal bytes. Test cases of rules are left out,
 * because nothing reads them at run time. `hash` is the original hash of the version; a newer loader may
 * compute another one. `tradeFile` exports the definition's `trade` (formats and functions). Its code becomes
 * part of the module, so that the arithmetic is approved together with the definition. @throws on a
 * definition that `load` would reject.
 */
export async function compileModule(
  definition: Definition,
  hash: string = definitionHash(definition),
  tradeFile: string = TRADE_FILE,
): Promise<CompiledModule> {
  if (tradeFile !== TRADE_FILE) return await compileAnew(definition, hash, tradeFile);
  const before = compiled.get(definition);
  if (before?.hash === hash) return before;
  const module = await compileAnew(definition, hash, tradeFile);
  compiled.set(definition, module);
  return module;
}

/**
 * Cache of the last result for each definition. After a definition was judged, it is often published and
 * shown next.
 */
const compiled = new WeakMap<Definition, CompiledModule>();

async function compileAnew(definition: Definition, hash: string, tradeFile: string): Promise<CompiledModule> {
  const rules = generateRules(ruleSetOf(definition));
  if (!rules.ok)
    throw new Error(`compileModule: ${definition.flow.id}: ${rules.error.map(spell).join("; ")}`);
  const result = await build({
    stdin: { contents: entry(definition, hash), resolveDir: root, loader: "js" },
    bundle: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    minify: true,
    legalComments: "none",
    write: false,
    logLevel: "silent",
    plugins: [
      parts(tradeFile, {
        "saphan:validators": validatorsSource(definition),
        "saphan:rules": rules.value,
        [FORMATS_MODULE]: FORMATS_SOURCE,
      }),
    ],
  });
  const [file] = result.outputFiles;
  if (file === undefined) throw new Error(`compileModule: ${definition.flow.id}: the bundler wrote nothing`);
  return { source: file.text, hash, bytes: file.contents.byteLength };
}

const root = fileURLToPath(new URL("../../", import.meta.url));
const TRADE_FILE = join(root, "domain", "index.ts");
const TRADE_MODULE = "saphan:trade";

const FORMATS_SOURCE = [
  `import { testsOf } from "./engine/rules/format.ts";`,
  `import { trade } from "${TRADE_MODULE}";`,
  "export const formats = testsOf(trade.formats);",
].join("\n");

function entry(definition: Definition, hash: string): string {
  return [
    `import validators from "saphan:validators";`,
    `export { rules } from "saphan:rules";`,
    `export { trade } from "${TRADE_MODULE}";`,
    `export const hash = ${JSON.stringify(hash)};`,
    `export const definition = ${JSON.stringify(withoutCases(definition))};`,
    "export const schemas = definition.schemas;",
    "export const texts = definition.texts;",
    "export const validateFns = validators;",
  ].join("\n");
}

function withoutCases(definition: Definition): Definition {
  const rules = Object.entries(definition.rules).map(([id, rule]) => [id, { ...rule, cases: [] }] as const);
  return { ...definition, rules: Object.fromEntries(rules) };
}

/**
 * Returns a plugin for the bundler. It supplies the generated parts of the module by name, and `trade` from
 * its file.
 */
function parts(tradeFile: string, sources: { readonly [name: string]: string }): Plugin {
  return {
    name: "saphan-parts",
    setup(building) {
      building.onResolve({ filter: /^saphan:/ }, ({ path }) =>
        path === TRADE_MODULE ? { path: tradeFile } : { path, namespace: "saphan" },
      );
      building.onLoad({ filter: /.*/, namespace: "saphan" }, ({ path }) => ({
        contents: sources[path] ?? "",
        loader: "js",
        resolveDir: root,
      }));
    },
  };
}
