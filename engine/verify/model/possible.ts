import type { Expression } from "../../rules/expression.ts";
import type { Path, RuleFile } from "../../rules/rule.ts";
import type { JsonSchema } from "../../values/json.ts";
import type { Node } from "./diagram/diagram.ts";
import { requiredLaw } from "./diagram/schema-law.ts";
import { allMissing, complement, levelsBelow } from "./diagram/sets.ts";
import type { Space } from "./diagram/space.ts";

/** An assumption as a space knows it: the rule's id there, and the fact that it is about. */
export type Assumed = { readonly id: string; readonly fact: string };

/** The assumptions among some rules that are about the facts in which some places lie. */
export function assumedAbout(rules: readonly RuleFile[], places: readonly Path[]): readonly Assumed[] {
  const facts = new Set(places.flatMap((path) => (path.startsWith("facts.") ? [path.split(".")[1]] : [])));
  return rules.flatMap(({ id, assumes }) =>
    assumes !== undefined && facts.has(assumes) ? [{ id, fact: assumes }] : [],
  );
}

/** An assumption as an expression; a space that is to know its places is given it. */
export function assumedExpression({ id }: Assumed): Expression {
  return { op: "rule", id, type: { kind: "boolean" } };
}

/**
 * Everybody whom an assumption does not rule out; where it is unknown, nobody is. An assumption that is not decided for
 * every value rules nobody out, so nothing is proved by it.
 */
export function allowedBy(space: Space, assumed: Assumed): Node {
  if (space.sampled([assumedExpression(assumed)]).length > 0) return space.diagrams.yes;
  return complement(space, space.diagrams.where(space.ruleOf(assumed.id), false));
}

/** The schema of everything under the first two names of a place (`facts.investor`), where it is known. */
export type SchemaUnder = (root: Path) => JsonSchema | undefined;

/**
 * All possible people: of each fact, form and output either nothing is known, or all that its schema requires and nothing
 * that its assumptions rule out.
 */
export function possibleIn(
  space: Space,
  assumptions: readonly Assumed[],
  schemaUnder: SchemaUnder = () => undefined,
): Node {
  const { diagrams } = space;
  const roots = new Set(space.variables.flatMap(({ path }) => rootOf(path) ?? []));
  return [...roots]
    .map((root) => {
      const schema = schemaUnder(root);
      const allowed = assumptions
        .filter(({ fact }) => root === `facts.${fact}`)
        .map((assumed) => allowedBy(space, assumed))
        .reduce(diagrams.both, schema === undefined ? diagrams.yes : requiredLaw(space, schema, root));
      return diagrams.either(allowed, allMissing(space, levelsBelow(space, root)));
    })
    .reduce(diagrams.both, diagrams.yes);
}

/** `facts.investor` of `facts.investor.email`; none of a flag or a derived value. */
function rootOf(path: Path): Path | undefined {
  const [root, name, ...rest] = path.split(".");
  return rest.length > 0 ? `${root}.${name}` : undefined;
}
