import { AjvCompiler, type BuildCompilerFromPool } from "@fastify/ajv-compiler";

/**
 * What compiles the schemas of all routes: made once, and anew where schemas were added since. Fastify asks for it at each
 * route, and its own pool wrote down all shared schemas each time to find it again: a third of a second at each start.
 */
export function oneValidator(): BuildCompilerFromPool {
  const build = AjvCompiler();
  let made: ReturnType<BuildCompilerFromPool> | undefined;
  let count = -1;
  return (shared, options) => {
    const now = Object.keys(shared as object).length;
    if (made === undefined || now !== count) {
      made = build(shared, options);
      count = now;
    }
    return made;
  };
}
