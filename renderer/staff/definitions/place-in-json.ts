/** The location of a value in a text: the index of its first character, and the index after its last. */
export type Place = { readonly from: number; readonly to: number };

/**
 * Returns the range of the value at a JSON pointer in a JSON text. If the value is missing, returns the range
 * of the nearest value around it.
 */
export function placeInJson(text: string, pointer: string): Place {
  const names = pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return valueAt({ text, at: skipBlanks(text, 0) }, names);
}

type Reading = { readonly text: string; readonly at: number };

function valueAt({ text, at }: Reading, names: readonly string[]): Place {
  const whole = { from: at, to: endOf(text, at) };
  const [wanted, ...rest] = names;
  const open = text[at];
  if (wanted === undefined || (open !== "{" && open !== "[")) return whole;
  let next = skipBlanks(text, at + 1);
  for (let index = 0; next < whole.to - 1; index += 1) {
    let name = String(index);
    if (open === "{") {
      const end = endOf(text, next);
      name = JSON.parse(text.slice(next, end)) as string;
      next = skipBlanks(text, skipBlanks(text, end) + 1);
    }
    if (name === wanted) return valueAt({ text, at: next }, rest);
    // Skips the value and the comma after it.
    next = skipBlanks(text, skipBlanks(text, endOf(text, next)) + 1);
  }
  return whole;
}

/** Returns the index after the value that starts at `from`. */
function endOf(text: string, from: number): number {
  if (text[from] === '"') return endOfString(text, from);
  let at = from;
  if (text[from] !== "{" && text[from] !== "[") {
    while (at < text.length && !/[\s,\]}]/.test(text[at] ?? "")) at += 1;
    return at;
  }
  for (let depth = 0; at < text.length; ) {
    const sign = text[at] ?? "";
    if ("{[".includes(sign)) depth += 1;
    if ("}]".includes(sign)) depth -= 1;
    at = sign === '"' ? endOfString(text, at) : at + 1;
    if (depth === 0) return at;
  }
  return at;
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return at;
}
