import type { Calls } from "../../../generated/calls.ts";

export type Method = "GET" | "POST";

/**
 * Paths of the declared calls by method, below `/api`, in the notation of the API's document: `/orders/{id}`.
 */
export type PathOf<M extends Method> = {
  [Name in keyof Calls]: Name extends `${M} ${infer Path}` ? Path : never;
}[keyof Calls];

/** The input, answer and errors of a declared call. */
export type CallAt<M extends Method, Path extends PathOf<M>> = Calls[`${M} ${Path}` & keyof Calls];

/**
 * The arguments of the function that makes a call. The argument `options` may be left out if the call needs
 * no input.
 */
export type Sent<M extends Method, Path extends PathOf<M>, Beside = unknown> = Arguments<
  Member<"path", CallAt<M, Path>["path"]> &
    Member<"query", CallAt<M, Path>["query"]> &
    Member<"body", CallAt<M, Path>["body"]> &
    Beside
>;
type Arguments<Options> = Nothing extends Options ? [options?: Options] : [options: Options];
type Member<Name extends string, Of> = Nothing extends Of
  ? { readonly [Key in Name]?: Of }
  : { readonly [Key in Name]: Of };

/** The body of a declared call. */
export type BodyOf<M extends Method, Path extends PathOf<M>> = CallAt<M, Path>["body"];

/** The query of a declared GET. */
export type QueryOf<Path extends PathOf<"GET">> = CallAt<"GET", Path>["query"];

type Nothing = Record<never, never>;

type Value = string | number | boolean;

/**
 * Returns the address of a call below `/api`, from its path, its path parameters and its query. Undefined
 * members are left out.
 */
export function addressOf(
  template: string,
  given: {
    readonly path?: { readonly [name: string]: Value };
    readonly query?: { readonly [name: string]: Value | readonly Value[] | undefined };
  } = {},
): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = given.path?.[name];
    if (value === undefined) throw new Error(`addressOf: ${template} without ${name}`);
    return encodeURIComponent(value);
  });
  const query = Object.entries(given.query ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one) => `${name}=${encodeURIComponent(one)}`),
  );
  return query.length === 0 ? path : `${path}?${query.join("&")}`;
}
