import { childrenOf, type Expression, typeOfExpression } from "./expression.ts";
import { isFalse, isFalseToo, isTrue } from "./source-conditions.ts";
import { type Frame, local } from "./source-frame.ts";
import { typeTest } from "./source-pieces.ts";
import { cachedTruth } from "./source-values.ts";

/** Writes statements that add the missing data paths of an unknown expression to the set `out`. */
export function missingPathsOf(node: Expression, frame: Frame): string {
  switch (node.op) {
    case "constant":
    case "absent":
      return "";
    case "read":
      return node.fallback === undefined
        ? `if (!(${typeTest(local(node, frame), node.type)})) out.add(${JSON.stringify(node.path)});`
        : "";
    case "if":
      return `if (${isTrue(node.when, frame)}) { ${missingPathsOf(node.then, frame)} } else if (${isFalseToo(node.when, frame)}) { ${missingPathsOf(node.otherwise, frame)} } else { ${missingPathsOf(node.when, frame)} }`;
    case "each":
      return `if (${cachedTruth(node, frame)} === "unknown") out.add(${JSON.stringify(node.list.path)});`;
    case "rule":
      return `for (const path of ${frame.writing.names.missingPathsOf(node.id)}(s)) out.add(path);`;
    default:
      return childrenOf(node)
        .map((child) => {
          const source = missingPathsOf(child, frame);
          if (source === "" || child.op === "read" || typeOfExpression(child).kind !== "boolean")
            return source;
          return `if (!(${isTrue(child, frame)}) && !(${isFalse(child, frame)})) { ${source} }`;
        })
        .filter((source) => source !== "")
        .join("\n");
  }
}
