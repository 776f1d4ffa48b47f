/**
 * Returns the JSON pointers of names that appear twice in one object of a valid JSON text. `JSON.parse` would
 * silently keep only the last one.
 */
export function repeatedNames(text: string): readonly string[] {
  const found: string[] = [];
  const open: Open[] = [];
  for (const [token] of text.matchAll(TOKENS)) {
    const at = open.at(-1);
    if (token === "{") open.push({ names: new Set(), name: null, index: 0 });
    else if (token === "[") open.push({ names: null, name: null, index: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (at !== undefined && token === ",") {
      at.name = null;
      at.index += 1;
    } else if (at?.names && at.name === null) {
      at.name = JSON.parse(token) as string;
      if (at.names.has(at.name)) found.push(open.map(segmentOf).join(""));
      at.names.add(at.name);
    }
  }
  return found;
}

type Open = { readonly names: Set<string> | null; name: string | null; index: number };

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],]/g;

function segmentOf({ names, name, index }: Open): string {
  return `/${names === null ? index : (name ?? "").replaceAll("~", "~0").replaceAll("/", "~1")}`;
}
