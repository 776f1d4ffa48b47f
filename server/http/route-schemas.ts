import { AjvCompiler } from "@fastify/ajv-compiler";
import type { FastifyServerOptions } from "fastify";

type SchemaController = NonNullable<FastifyServerOptions["schemaController"]>;
type Bucket = NonNullable<SchemaController["bucket"]>;
type BuildValidator = NonNullable<NonNullable<SchemaController["compilersFactory"]>["buildValidator"]>;
type Check = ((data: unknown) => unknown) & { errors?: unknown };

/**
 * Compiles schemas on demand. By default, Fastify compiles the schemas of all calls at start and copies the
 * shared schemas for each call, which takes a second of processor time. Here all calls share one list, and
 * the first request that needs a schema compiles it. An invalid schema is therefore not found at start.
 * `compileAll` compiles every schema and throws if one is invalid.
 */
export function routeSchemas(): {
  readonly controller: SchemaController;
  readonly compileAll: () => number;
} {
  const build = AjvCompiler();
  const shared: Record<string, object> = {};
  const compilations: (() => unknown)[] = [];
  let compiler: { readonly compile: ReturnType<typeof build>; readonly of: number } | null = null;
  const bucket = () => ({
    add: (schema: { readonly $id: string }) => {
      if (Object.hasOwn(shared, schema.$id))
        throw new Error(`routeSchemas: two schemas are called ${schema.$id}`);
      shared[schema.$id] = schema;
    },
    getSchema: (name: string) => shared[name],
    getSchemas: () => shared,
  });
  const buildValidator: typeof build = (_shared, options) => (route) => {
    const compile = () => {
      const of = Object.keys(shared).length;
      if (compiler?.of !== of) compiler = { compile: build(shared, options), of };
      return compiler.compile(route);
    };
    compilations.push(compile);
    return atFirstUse(compile) as ReturnType<ReturnType<typeof build>>;
  };
  return {
    controller: {
      bucket: bucket as Bucket,
      compilersFactory: { buildValidator: buildValidator as BuildValidator },
    },
    compileAll: () => {
      for (const compile of compilations) compile();
      return compilations.length;
    },
  };
}

/**
 * Returns a check that is compiled on first use. After each run of the check, its property `errors` has the
 * faults, as with Ajv.
 */
function atFirstUse(compile: () => unknown): Check {
  let made: Check | undefined;
  const check: Check = (data) => {
    made ??= compile() as Check;
    const answer = made(data);
    check.errors = made.errors;
    return answer;
  };
  return check;
}
