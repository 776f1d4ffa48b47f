/**
 * Returns a text that a schema's regular expression matches. Reads the source of the expression: classes,
 * groups, alternatives and counts, as this project's schemas use them. `variant` selects another text if
 * there is more than one. The caller must test the text, because the text can be wrong if the expression
 * contains an unsupported element.
 */
export function textOfPattern(pattern: string, variant: number): string {
  return alternatives({ source: pattern, at: 0, variant });
}

type Walk = { readonly source: string; at: number; readonly variant: number };

function alternatives(walk: Walk): string {
  const texts = [sequence(walk)];
  while (walk.source[walk.at] === "|") {
    walk.at += 1;
    texts.push(sequence(walk));
  }
  return texts[walk.variant % texts.length] as string;
}

function sequence(walk: Walk): string {
  let text = "";
  while (walk.at < walk.source.length && !"|)".includes(walk.source[walk.at] as string)) {
    const start = walk.at;
    const one = atom(walk);
    const times = count(walk);
    text += one;
    for (let more = 1; more < times; more += 1) {
      const after = walk.at;
      walk.at = start;
      text += atom(walk);
      walk.at = after;
    }
    if (times === 0) text = text.slice(0, text.length - one.length);
  }
  return text;
}

function atom(walk: Walk): string {
  const sign = walk.source[walk.at] as string;
  walk.at += 1;
  switch (sign) {
    case "^":
    case "$":
      return "";
    case ".":
      return letter("a", walk.variant);
    case "(": {
      if (walk.source.startsWith("?:", walk.at)) walk.at += 2;
      const inner = alternatives(walk);
      walk.at += 1;
      return inner;
    }
    case "[":
      return classLetter(walk);
    case "\\":
      return escaped(walk);
    default:
      return sign;
  }
}

function escaped(walk: Walk): string {
  const sign = walk.source[walk.at] as string;
  walk.at += 1;
  if (sign === "u") {
    const code = walk.source.slice(walk.at, walk.at + 4);
    walk.at += 4;
    return String.fromCharCode(Number.parseInt(code, 16));
  }
  if (sign === "d") return String((1 + walk.variant) % 10);
  if (sign === "w" || sign === "S") return letter("a", walk.variant);
  if (sign === "s") return " ";
  return sign;
}

function classLetter(walk: Walk): string {
  const letters: string[] = [];
  const negated = walk.source[walk.at] === "^";
  if (negated) walk.at += 1;
  while (walk.at < walk.source.length && walk.source[walk.at] !== "]") {
    const from = classSign(walk);
    const isRange = walk.source[walk.at] === "-" && walk.source[walk.at + 1] !== "]";
    if (!isRange) {
      letters.push(from);
      continue;
    }
    walk.at += 1;
    const last = classSign(walk).charCodeAt(0);
    for (let code = from.charCodeAt(0); code <= last && letters.length < 200; code += 1)
      letters.push(String.fromCharCode(code));
  }
  walk.at += 1;
  if (negated)
    return ["a", "A", "1", " ", "-"].filter((one) => !letters.includes(one))[0] ?? letter("b", walk.variant);
  return letters[(1 + walk.variant) % Math.max(letters.length, 1)] ?? "";
}

function classSign(walk: Walk): string {
  const sign = walk.source[walk.at] as string;
  walk.at += 1;
  return sign === "\\" ? escaped(walk) : sign;
}

/** Reads how often the last element must be repeated at least. For `*` the result is one. */
function count(walk: Walk): number {
  const sign = walk.source[walk.at];
  if (sign === "*" || sign === "+" || sign === "?") {
    walk.at += 1;
    return sign === "?" ? 0 : 1;
  }
  const braces = /^\{(\d+)(?:,\d*)?\}/.exec(walk.source.slice(walk.at));
  if (braces === null) return 1;
  walk.at += braces[0].length;
  return Number(braces[1]);
}

function letter(from: string, variant: number): string {
  return String.fromCharCode(from.charCodeAt(0) + (variant % 26));
}
