import { Ajv, type ValidateFunction } from "ajv";
import type { App } from "../../server/http/index.ts";

/** The result of checking answers. */
export type HeldAnswers = {
  /** Answers that differ from the API document, each with the reason. */
  readonly faults: readonly string[];
  /** Routes whose answers were checked. */
  readonly routes: ReadonlySet<string>;
};

/** The JSON form of a type of the server, in which times are texts. */
export type Sent<Of> = Of extends Date
  ? string
  : Of extends readonly (infer Item)[]
    ? readonly Sent<Item>[]
    : Of extends object
      ? { readonly [Name in keyof Of]: Sent<Of[Name]> }
      : Of;

/**
 * Checks every answer of an app against the declaration of its route: a success against the schema, an error
 * against the codes. Must be called before the app is ready.
 */
export function holdAnswers(app: App): HeldAnswers {
  const faults: string[] = [];
  const routes = new Set<string>();
  const known = new Map<string, ValidateFunction>();
  let ajv: Ajv | null = null;
  app.addHook("onSend", async (request, reply, payload) => {
    const { url = "", schema, config } = request.routeOptions;
    const { refusal, method } = request;
    if (refusal !== null && config.errors?.includes(refusal) === false)
      faults.push(`${method} ${url}: ${refusal} is not among its errors`);
    const named =
      refusal !== null
        ? { $ref: "Refusal#" }
        : (schema as { readonly response?: Record<number, object> } | undefined)?.response?.[
            reply.statusCode
          ];
    // Only JSON answers have a schema to check.
    if (named === undefined || "content" in named || typeof payload !== "string") return;
    ajv ??= new Ajv({
      allErrors: true,
      allowUnionTypes: true,
      formats: {
        date: /^\d{4}-\d{2}-\d{2}$/,
        "date-time": /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/,
        uuid: true,
      },
      schemas: Object.values(app.getSchemas()) as object[],
    });
    const call = refusal === null ? `${method} ${url} ${reply.statusCode}` : "refused";
    const validate = known.get(call) ?? ajv.compile(named);
    known.set(call, validate);
    if (refusal === null) routes.add(url);
    if (!validate(JSON.parse(payload))) faults.push(`${url}: ${ajv.errorsText(validate.errors)}`);
  });
  return { faults, routes };
}
