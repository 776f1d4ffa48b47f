import type { FastifyContextConfig, RouteHandlerMethod } from "fastify";
import { type Access, type Owner, ownedReadByAuditors, readByAuditors } from "./access.ts";
import type { App, Reply, Request } from "./app.ts";
import type { ErrorCode } from "./errors.ts";
import { type Declared, houseErrors, ownErrors, refusalsOf } from "./refusals.ts";
import { nameSchemas, type Schema, type TypeOf } from "./schemas.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** All error codes that the call can return. */
    errors?: readonly ErrorCode[];
  }
}

type Answers = { readonly [status: number]: Schema };

/** The declaration of a call. */
export type CallOptions<Who, Params, Query, Body, Answered extends Answers, Of> = {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly access: Access<Who>;
  /** Declares how to find the owner of the object that the call names, if this object has an owner. */
  readonly owner?: Owner<NoInfer<Params>, Of>;
  readonly params?: Schema<Params>;
  readonly query?: Schema<Query>;
  readonly body?: Schema<Body>;
  readonly headers?: Schema;
  readonly consumes?: readonly string[];
  readonly answers: Answered;
  /** Error codes in addition to those that access and input imply. */
  readonly errors: readonly ErrorCode[];
  readonly config?: Omit<FastifyContextConfig, "access" | "owner" | "errors" | "url" | "method">;
  readonly bodyLimit?: number;
};

/** The request that a call's function gets, typed by the call's declaration. */
export type CallRequest<Who, Params, Query, Body, Of> = Request &
  Who & { readonly params: Params; readonly query: Query; readonly body: Body; readonly owned: Of };

/**
 * The value that the function of a call returns: the body of the JSON answer. If the function has sent the
 * answer itself, for example a file, the value is the reply.
 */
type Answer<Answered extends Answers> =
  | TypeOf<Answered[keyof Answered]>
  | (IsOne<keyof Answered> extends true ? never : Reply);
type IsOne<Key, Each = Key> = Each extends Key ? ([Key] extends [Each] ? true : false) : never;

/**
 * Registers a call. Access, input, answers and errors are declared once, for the access check, the API
 * document and the types. The result of `handle` is sent as JSON with the status that `answers` names.
 */
export function call<Who, Params, Query, Body, const Answered extends Answers, Of = null>(
  app: App,
  at: `${"GET" | "POST"} /${string}`,
  options: CallOptions<Who, Params, Query, Body, Answered, Of>,
  handle: (
    request: CallRequest<Who, Params, Query, Body, Of>,
    reply: Reply,
  ) => Answer<NoInfer<Answered>> | Promise<Answer<NoInfer<Answered>>>,
): void {
  const [method = "", url = ""] = at.split(" ");
  const { summary, tags, params, query, body, headers, consumes, answers, config = {} } = options;
  const access = readByAuditors(method, options.access);
  const owner = options.owner === undefined ? undefined : ownedReadByAuditors(method, options.owner as Owner);
  const crossOrigin = access.kind === "signed" || config.crossOrigin === true;
  const declared: Declared = {
    method,
    access,
    owner,
    errors: options.errors,
    params: params !== undefined,
    input: query !== undefined || body !== undefined,
    lockedToo: config.lockedToo === true,
    crossOrigin,
  };
  const response = { ...refusalsOf(declared), ...answers };
  nameSchemas(app, response);
  const status = Number(Object.keys(answers).find((one) => one.startsWith("2")));
  const handler: RouteHandlerMethod = async (request, reply) => {
    const given: unknown = handle(request as never, reply);
    const answer = given === reply ? given : await given;
    // If the function awaited the reply, it returns `undefined`, although the answer is already sent.
    return given === reply || reply.sent ? reply : send(reply, status, answer);
  };
  app.route({
    method,
    url,
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    config: {
      ...config,
      crossOrigin,
      access,
      ...(declared.owner === undefined ? {} : { owner: declared.owner }),
      errors: [...ownErrors(declared), ...houseErrors(declared)],
    },
    schema: {
      summary,
      tags: [...tags],
      "x-access": accessText(access),
      ...(params === undefined ? {} : { params }),
      ...(query === undefined ? {} : { querystring: query }),
      ...(body === undefined ? {} : { body }),
      ...(headers === undefined ? {} : { headers }),
      ...(consumes === undefined ? {} : { consumes: [...consumes] }),
      response,
    } as object,
    handler,
  });
}

/** Returns the access of a call as text, for the API document. */
export function accessText(access: Access): string {
  if (access.kind !== "staff") return access.kind;
  return `${access.roles.join(", ")}${access.fresh ? " (second factor proved within 5 minutes)" : ""}`;
}

function send(reply: Reply, status: number, answer: unknown): Reply {
  reply.code(status);
  if (status === 204) return reply.send();
  // Fastify sends a value that is no object as text, and null as an empty body, so these are converted to
  // JSON here.
  return typeof answer === "object" && answer !== null
    ? reply.send(answer)
    : reply.type("application/json").send(JSON.stringify(answer));
}
