import { AjvCompiler } from "@fastify/ajv-compiler";
import type { FastifyServerOptions } from "fastify";

type SchemaController = NonNullable<FastifyServerOptions["schemaController"]>;
type Bucket = NonNullable<SchemaController["bucket"]>;
type BuildValidator = NonNullable<NonNullable<SchemaController["compilersFactory"]>["buildValidator"]>;
type Check = ((data: unknown) => unknown) & { errors?: unknown };

/**
 * How the server keeps the schemas of its calls and turns them into checks. Fastify's own way compiles the schemas of all
 * calls at each start and copies the list of shared schemas for each call: a second of processor time. Here all calls
 * share one list, and a schema is compiled by the first request that needs it. A schema that cannot be compiled is
 * therefore not found at a start; `compileAll` compiles each, and throws for such a one.
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
      bucket: bucket as unknown as Bucket,
      compilersFactory: { buildValidator: buildValidator as BuildValidator },
    },
    compileAll: () => {
      for (const compile of compilations) compile();
      return compilations.length;
    },
  };
}

/** A check that is made when it is first used; the faults that it found are at `errors`, as Ajv has them. */
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
