import { wordsOfClass } from "../../engine/verify/paths/index.ts";
import type { Definitions } from "../definitions/index.ts";
import { type App, AppError, bytesOf, call, inputOf, staff, UUID } from "../http/index.ts";
import { assess, compileModule } from "../sources/index.ts";
import { Paths } from "./paths-answers.ts";
import { createPathsRunner } from "./paths-runner.ts";

const ID = inputOf({ id: UUID });
const TAGS = ["definitions"];
/** Maximum number of modules of unpublished versions in memory. */
const MOST_MODULES = 8;

/**
 * Registers the calls with which staff inspect a version before and after its publication. They return its
 * paths, each with a made-up person, and its module for the preview. They create no instance, run no effect
 * and store nothing.
 */
export function pathsRoutes(app: App, definitions: Pick<Definitions, "get" | "module">): void {
  pathsRoute(app, definitions);
  moduleRoute(app, definitions);
}

function pathsRoute(app: App, definitions: Pick<Definitions, "get">): void {
  const find = createPathsRunner();
  call(
    app,
    "GET /api/definitions/versions/:id/paths",
    {
      summary: "Every class of paths through a version, each with a person who goes it",
      tags: TAGS,
      access: staff("operations", "compliance", "admin"),
      params: ID,
      answers: { 200: Paths },
      errors: ["definition-unsound", "not-found", "paths-too-long"],
    },
    async (request) => {
      const version = await definitions.get(request.params.id);
      if (version === null) throw new AppError("not-found");
      const { id, flow, hash, number, state } = version;
      const found = await find(id, { flow, files: version.files });
      if (found === "paths-too-long") throw new AppError("paths-too-long");
      if (found === "version-unsound") throw new AppError("definition-unsound");
      const { atlas, title, titles, effects } = found;
      return {
        version: { id, flow, hash, number, state },
        module: `/api/definitions/versions/${id}/module`,
        title,
        titles,
        effects,
        ...atlas,
        classes: atlas.classes.map((one) => ({ ...one, says: wordsOfClass(one) })),
      };
    },
  );
}

function moduleRoute(app: App, definitions: Pick<Definitions, "get" | "module">): void {
  const compiled = keptModules();
  call(
    app,
    "GET /api/definitions/versions/:id/module",
    {
      summary: "A version as an ES module for its preview, published or not",
      tags: TAGS,
      access: staff("operations", "compliance", "admin"),
      params: ID,
      answers: { 200: bytesOf("The module", "text/javascript") },
      errors: ["definition-unsound", "not-found"],
    },
    async (request, reply) => {
      const version = await definitions.get(request.params.id);
      if (version === null) throw new AppError("not-found");
      const { id, flow, hash, files } = version;
      const text =
        (hash === null ? null : await definitions.module(flow, hash)) ??
        (await compiled(id, async () => {
          const assessed = assess(flow, files);
          if (assessed.kind === "unsound") return null;
          return (await compileModule(assessed.definition, hash ?? assessed.hash)).source;
        }));
      if (text === null) throw new AppError("definition-unsound");
      return reply.header("Content-Type", "text/javascript; charset=utf-8").send(text);
    },
  );
}

/**
 * Returns a function that compiles the module of an unpublished version. It caches a limited number of
 * modules, so that none is compiled again and again.
 */
function keptModules() {
  const modules = new Map<string, Promise<string | null>>();
  return (id: string, make: () => Promise<string | null>): Promise<string | null> => {
    const known = modules.get(id);
    if (known !== undefined) return known;
    const oldest = modules.keys().next();
    if (modules.size >= MOST_MODULES && !oldest.done) modules.delete(oldest.value);
    const making = make();
    modules.set(id, making);
    making.catch(() => modules.delete(id));
    return making;
  };
}
