import type { Expression } from "../../rules/expression.ts";
import type { Path, RuleFile } from "../../rules/rule.ts";
import type { JsonSchema } from "../../values/json.ts";
import type { Node } from "./diagram/diagram.ts";
import { requiredLaw } from "./diagram/schema-law.ts";
import { allMissing, complement, levelsBelow } from "./diagram/sets.ts";
import type { Space } from "./diagram/space.ts";

/** An assumption in a space: the rule's id in that space, and the fact that the rule is about. */
export type Assumed = { readonly id: string; readonly fact: string };

/** Returns the assumptions about the facts that contain the given data paths. */
export function assumedAbout(rules: readonly RuleFile[], places: readonly Path[]): readonly Assumed[] {
  const facts = new Set(places.flatMap((path) => (path.startsWith("facts.") ? [path.split(".")[1]] : [])));
  return rules.flatMap(({ id, assumes }) =>
    assumes !== undefined && facts.has(assumes) ? [{ id, fact: assumes }] : [],
  );
}

/** Returns an assumption as an expression, to be added to the expressions of a space. */
export function assumedExpression({ id }: Assumed): Expression {
  return { op: "rule", id, type: { kind: "boolean" } };
}

/**
 * Returns everyone whom an assumption does not exclude. A person for whom the assumption is unknown is not
 * excluded. If the assumption cannot be decided for every value, no person is excluded, so that no proof
 * depends on it.
 */
export function allowedBy(space: Space, assumed: Assumed): Node {
  if (space.sampled([assumedExpression(assumed)]).length > 0) return space.diagrams.yes;
  return complement(space, space.diagrams.where(space.ruleOf(assumed.id), false));
}

/** Returns the schema under the first two names of a data path (`facts.investor`), if the schema is known. */
export type SchemaUnder = (root: Path) => JsonSchema | undefined;

/**
 * Returns all possible people. A fact, form or output of a possible person is either completely missing, or
 * it has everything that its schema requires. A present fact also satisfies its assumptions.
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

/** Returns `facts.investor` for `facts.investor.email`, and `undefined` for a switch or a derived value. */
function rootOf(path: Path): Path | undefined {
  const [root, name, ...rest] = path.split(".");
  return rest.length > 0 ? `${root}.${name}` : undefined;
}
