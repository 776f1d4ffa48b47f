import { type Constant, childrenOf, type Expression, type Read } from "../../../rules/expression.ts";
import type { Path } from "../../../rules/rule.ts";
import type { Type } from "../../../rules/types.ts";

/** How expressions use a data path, which determines the partition of the data path's domain. */
export type Use = {
  readonly path: Path;
  readonly type: Type;
  readonly constants: Set<Constant>;
  /** Data paths that the value is compared with. */
  readonly linked: Set<Path>;
  /** Lengths that the value's length is compared with. */
  readonly sizes: Set<number>;
  /** Constants with which items of the list are compared, or fields of the items (by path). */
  readonly items: Map<Path, Set<Constant>>;
  /**
   * Whether the value is an operand of arithmetic. The results of arithmetic can change at any value, not
   * only at constants.
   */
  calculated: boolean;
  /** Whether the value matters. If false, only its presence matters. */
  valued: boolean;
};

export type Uses = ReadonlyMap<Path, Use>;

/**
 * Functions that resolve references: to the expressions of a rule, or to the expression of the derived value
 * at a data path.
 */
export type References = {
  readonly ofRule: (id: string) => readonly Expression[];
  readonly ofDerived: (path: Path) => Expression | undefined;
};

/** Collects the uses of every data path that expressions read, including through rules and derived values. */
export function usesOf(expressions: readonly Expression[], references: References): Map<Path, Use> {
  const uses = new Map<Path, Use>();
  const seen = new Set<Expression>();
  const visit = (expression: Expression): void => {
    if (seen.has(expression)) return;
    seen.add(expression);
    note(expression, { uses, references });
    for (const child of childrenOf(expression)) visit(child);
    if (expression.op === "rule") references.ofRule(expression.id).forEach(visit);
    if (expression.op === "read") {
      const derived = references.ofDerived(expression.path);
      if (derived) visit(derived);
    }
  };
  expressions.forEach(visit);
  return uses;
}

type Noting = { readonly uses: Map<Path, Use>; readonly references: References };

/** Returns the use of a data path. Creates it if necessary. */
export function placeUse(uses: Map<Path, Use>, read: { readonly path: Path; readonly type: Type }): Use {
  let use = uses.get(read.path);
  if (use === undefined) {
    use = {
      path: read.path,
      type: read.type,
      constants: new Set(),
      linked: new Set(),
      sizes: new Set(),
      items: new Map(),
      calculated: false,
      valued: false,
    };
    uses.set(read.path, use);
  }
  return use;
}

function note(expression: Expression, noting: Noting): void {
  switch (expression.op) {
    case "compare":
      noteTogether(expression.args, [], noting);
      return;
    case "equal":
      noteTogether([expression.left, expression.right], [], noting);
      return;
    case "within":
      noteTogether([expression.needle], expression.values, noting);
      return;
    case "contains":
      noteContains(expression, noting);
      return;
    case "each":
      noteItems(placeUse(noting.uses, expression.list), expression.test);
      return;
    case "math":
      // Outside a comparison, the value of the expression is itself a result.
      noteTogether([expression], [], noting);
      return;
    case "read":
      if (expression.from === "scope" && noting.references.ofDerived(expression.path) === undefined)
        placeUse(noting.uses, expression).valued ||= expression.type.kind === "boolean";
      return;
    case "if":
      if (expression.type.kind !== "boolean")
        for (const read of leavesOf([expression], noting).reads) placeUse(noting.uses, read).valued = true;
      return;
    default:
  }
}

function noteTogether(args: readonly Expression[], more: readonly Constant[], noting: Noting): void {
  const { reads, constants, sizes, calculated } = leavesOf(args, noting);
  const all = [...constants, ...more];
  const paths = [...new Set(reads.map((read) => read.path))];
  for (const read of reads) {
    const use = placeUse(noting.uses, read);
    use.valued = true;
    use.calculated ||= calculated;
    for (const constant of all) use.constants.add(constant);
    for (const path of paths) if (path !== read.path) use.linked.add(path);
  }
  for (const list of sizes) {
    const use = placeUse(noting.uses, list);
    use.valued = true;
    use.calculated ||= calculated || reads.length > 0 || sizes.length > 1;
    for (const constant of all) if (typeof constant === "number") use.sizes.add(constant);
  }
}

type Leaves = {
  readonly reads: Read[];
  readonly constants: Constant[];
  readonly sizes: Read[];
  calculated: boolean;
};

/** Returns the data paths and constants from which an expression takes its value. */
function leavesOf(expressions: readonly Expression[], noting: Noting): Leaves {
  const leaves: Leaves = { reads: [], constants: [], sizes: [], calculated: false };
  const visit = (expression: Expression): void => {
    switch (expression.op) {
      case "constant":
        leaves.constants.push(expression.value);
        return;
      case "read": {
        const derived = noting.references.ofDerived(expression.path);
        if (derived) visit(derived);
        else if (expression.from === "scope") {
          leaves.reads.push(expression);
          if (expression.fallback !== undefined) leaves.constants.push(expression.fallback);
        }
        return;
      }
      case "if":
        visit(expression.then);
        visit(expression.otherwise);
        return;
      case "math":
        leaves.calculated = true;
        expression.args.forEach(visit);
        return;
      case "size":
        leaves.sizes.push(expression.list);
        return;
      case "rule":
        if (expression.type.kind !== "boolean") noting.references.ofRule(expression.id).forEach(visit);
        return;
      default:
    }
  };
  expressions.forEach(visit);
  return leaves;
}

function noteContains(expression: Extract<Expression, { op: "contains" }>, noting: Noting): void {
  const list = placeUse(noting.uses, expression.list);
  list.valued = true;
  const { reads, constants } = leavesOf([expression.needle], noting);
  const items = itemsAt(list, "");
  for (const constant of constants) items.add(constant);
  for (const read of reads) {
    const use = placeUse(noting.uses, read);
    use.valued = true;
    use.linked.add(list.path);
    list.linked.add(use.path);
  }
}

function noteItems(list: Use, test: Expression): void {
  list.valued = true;
  const visit = (expression: Expression): void => {
    switch (expression.op) {
      case "compare":
      case "equal":
      case "within": {
        const args =
          expression.op === "compare"
            ? expression.args
            : expression.op === "equal"
              ? [expression.left, expression.right]
              : [expression.needle];
        const constants = args.flatMap((arg) => (arg.op === "constant" ? [arg.value] : []));
        const all = expression.op === "within" ? [...constants, ...expression.values] : constants;
        const reads = args.filter((arg) => arg.op === "read");
        if (reads.length !== 1 || reads.length + constants.length < args.length) list.calculated = true;
        for (const read of reads) for (const constant of all) itemsAt(list, read.path).add(constant);
        return;
      }
      case "read":
        itemsAt(list, expression.path);
        return;
      case "absent":
        for (const place of expression.places) itemsAt(list, place.path);
        return;
      case "and":
      case "or":
      case "not":
      case "constant":
        childrenOf(expression).forEach(visit);
        return;
      default:
        list.calculated = true;
    }
  };
  visit(test);
}

function itemsAt(list: Use, path: Path): Set<Constant> {
  const known = list.items.get(path) ?? new Set<Constant>();
  list.items.set(path, known);
  return known;
}
