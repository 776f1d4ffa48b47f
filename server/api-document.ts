import type { JsonObject } from "../engine/values/json.ts";
import { apiRoutes, type CallFloor, developmentRoutes, type Rooms } from "./compose/index.ts";
import { type Config, readConfig } from "./config.ts";
import { type App, createEvents, createHttp } from "./http/index.ts";

/** The part of an OpenAPI document that the portal uses. */
export type ApiDocument = JsonObject & {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: JsonObject } };
};
type Operation = JsonObject & { readonly responses: { readonly [status: string]: JsonObject } };

/**
 * Returns the API document, made from the declarations of the calls. Needs no database, no rooms and no
 * running server. A development server returns the document at `/api/openapi.json`.
 */
export async function apiDocument(): Promise<ApiDocument> {
  const { clockRoutes, demoFactorRoutes } = await import("./development.ts");
  const config = readConfig({ SAPHAN_ENV: "development", LOG_LEVEL: "silent" });
  const app = await createHttp(config);
  try {
    const there = { config, app };
    const floor = standIn("floor", there) as CallFloor;
    const rooms = standIn("rooms", there) as Rooms;
    createEvents(app);
    apiRoutes(floor, rooms);
    developmentRoutes(floor, rooms);
    demoFactorRoutes(app, floor);
    clockRoutes(app, standIn("clock", there) as Parameters<typeof clockRoutes>[1]);
    await app.ready();
    return JSON.parse(JSON.stringify(app.swagger())) as ApiDocument;
  } finally {
    await app.close();
  }
}

/**
 * Returns the document in a form that is easy to review: calls are sorted by path and name. An answer that
 * several calls share, mostly an error, is written once, in `components.responses`.
 */
export function forReview({ paths, components, ...head }: ApiDocument): JsonObject {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const all = operations.flatMap(({ responses }) => Object.entries(responses));
  const uses = Map.groupBy(all, ([status, response]) => responseName(status, response));
  const shared = [...uses].filter(([name, those]) => name !== null && those.length > 1);
  const names = new Set(shared.map(([name]) => name));
  const responses = shared.map(([name, those]): readonly [string, JsonObject] => {
    const [, first] = those[0] as readonly [string, JsonObject];
    if (those.some(([, other]) => JSON.stringify(other) !== JSON.stringify(first)))
      throw new Error(`forReview: two responses are called ${name}`);
    return [String(name), first];
  });
  const referred = (operation: Operation): JsonObject => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => {
        const name = responseName(status, response);
        return [status, names.has(name) ? { $ref: `#/components/responses/${name}` } : response];
      }),
    ),
  });
  return {
    ...head,
    paths: byName(
      Object.entries(paths).map(([path, methods]) => [
        path,
        byName(Object.entries(methods).map(([method, operation]) => [method, referred(operation)])),
      ]),
    ),
    components: { responses: byName(responses), schemas: byName(Object.entries(components.schemas)) },
  };
}

/**
 * Returns a name for an error answer, made from its error codes. Errors that every call can return are
 * abbreviated to `any` and the names of their groups. Returns null for an answer that is no error.
 */
function responseName(status: string, { description }: JsonObject): string | null {
  const codes = String(description).split(", ");
  if (status === "default")
    return [
      "any",
      ...(codes.includes("json-invalid") ? ["change"] : []),
      ...(codes.includes("other-origin") ? ["same-origin"] : []),
      ...(codes.includes("text-not-storable") ? ["input"] : []),
    ].join(".");
  return codes.every((code) => /^[a-z][a-z0-9-]*$/.test(code)) ? codes.join(".") : null;
}

function byName(members: readonly (readonly [string, JsonObject])[]): JsonObject {
  return Object.fromEntries(members.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns a stand-in for the dependencies of a room. It has only settings and a server; access to anything
 * else throws.
 */
function standIn(name: string, there: { readonly config: Config; readonly app: App }): unknown {
  return new Proxy(() => {}, {
    get: (_, member) =>
      member === "config" || member === "app" ? there[member] : standIn(`${name}.${String(member)}`, there),
    apply: () => {
      throw new Error(`apiDocument: ${name} is asked while calls are declared`);
    },
  });
}
