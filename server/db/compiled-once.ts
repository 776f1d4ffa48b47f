import type { CompiledQuery } from "kysely";
import type { Db, Tx } from "./database.ts";

/**
 * Returns a function that builds a statement only at its first call. Later calls use the same text, with the
 * values of the call. It is for statements that run with every request, because to build one costs as much
 * processor time as to send it. `build` gets placeholders instead of the values: it must pass them on as they
 * are, and must not make the text depend on them. Throws at the first call if it does not.
 */
export function compiledOnce<Given extends readonly unknown[], Row>(
  build: (on: Db | Tx, ...given: Given) => CompiledQuery<Row>,
): (on: Db | Tx, ...given: Given) => CompiledQuery<Row> {
  let known: { readonly query: CompiledQuery<Row>; readonly places: readonly (number | null)[] } | null =
    null;
  return (on, ...given) => {
    known ??= compile(on, given.length, build);
    const { query, places } = known;
    const parameters = places.map((place, at) => (place === null ? query.parameters[at] : given[place]));
    return { ...query, parameters };
  };
}

function compile<Given extends readonly unknown[], Row>(
  on: Db | Tx,
  count: number,
  build: (on: Db | Tx, ...given: Given) => CompiledQuery<Row>,
) {
  const placeholders: readonly object[] = Array.from({ length: count }, () => Object.freeze({}));
  const query = build(on, ...(placeholders as unknown as Given));
  const places = query.parameters.map((value) => {
    const place = placeholders.indexOf(value as object);
    return place === -1 ? null : place;
  });
  const lost = placeholders.findIndex((_, place) => !places.includes(place));
  if (lost !== -1)
    throw new Error(`compiledOnce: value ${lost + 1} is not among the parameters of: ${query.sql}`);
  return { query, places };
}
