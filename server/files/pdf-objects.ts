/** What one object of a PDF says. */
export type PdfObject = {
  /** Every name in it, at any depth. */
  readonly names: ReadonlySet<string>;
  /** Whether something other than a place in the paper follows on its opening. */
  readonly opensByAction: boolean;
  /** Where the data of a stream begin. */
  readonly data: number | null;
  /** Whether its data are packed with the one filter that every common program uses for lists of objects. */
  readonly isPackedAsUsual: boolean;
};

/** White space and comments; a delimiter, a string, a name, or a word. */
const TOKEN =
  /(?:[\0\t\n\f\r ]|%[^\r\n]*)*(<<|>>|\[|\]|\{|\}|\(|\)|<[^<>]*>?|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+)/y;
const FILTERS = new Set(["FlateDecode", "Fl"]);

/** Names may spell any of their letters as a number: `/J#61vaScript`. */
export function plainNames(text: string): string {
  if (!text.includes("#")) return text;
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Whatever may be an object of a file: each word "obj" behind a number may begin one, also within a string. `null` for one without an
 * end, and where reading them all would take too long.
 */
export function* pdfObjects(text: string): Generator<PdfObject | null> {
  const reader = { text, left: text.length * 4 + 100_000 };
  for (const { index, 0: word } of text.matchAll(/(?<=[\d\0\t\n\f\r ])obj(?![A-Za-z])|trailer/g)) {
    yield readObject(reader, index + word.length);
    if (reader.left < 0) yield null;
  }
}

/** What an unpacked list says. Its objects begin wherever its head says, so a name counts wherever it stands. */
export function listed(list: string): PdfObject {
  const found = list.match(/\/[^\0\t\n\f\r ()<>[\]{}/%]+/g) ?? [];
  const names = new Set(found.map((name) => plainNames(name.slice(1))));
  const opensByAction = /\/OpenAction(?![\0\t\n\f\r ]*\[)/.test(plainNames(list));
  return { names, opensByAction, data: null, isPackedAsUsual: true };
}

type Reader = { readonly text: string; left: number };

function readObject(reader: Reader, from: number): PdfObject | null {
  const { text } = reader;
  const names = new Set<string>();
  let [at, depth, opensByAction, isPackedAsUsual] = [from, 0, false, true];
  let [before, key]: [string, string] = ["", ""];
  const object = (data: number | null) => ({ names, opensByAction, data, isPackedAsUsual });
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    // Behind the last token there may be a comment without an end of line.
    if (token === undefined) return depth === 0 ? object(null) : null;
    at = TOKEN.lastIndex;
    if (token === "(") at = endOfString(text, at);
    reader.left -= at - from;
    from = at;
    if (reader.left < 0) return null;
    const name = token.startsWith("/") ? plainNames(token.slice(1)) : null;
    if (before === "/OpenAction") opensByAction ||= token !== "[";
    if (before === "/Filter") {
      if (token === "[") key = "filters";
      else isPackedAsUsual &&= FILTERS.has(name ?? "");
    } else if (key === "filters") {
      if (token === "]") key = "";
      else if (before !== "[" || !FILTERS.has(name ?? "")) isPackedAsUsual = false;
    }
    // Data in another file, or by another measure, are never a list that a common program wrote.
    if (name === "F" || name === "DecodeParms" || name === "DP" || name === "FFilter")
      isPackedAsUsual = false;
    if (name !== null) names.add(name);
    if (token === "<<" || token === "[") depth += 1;
    else if (token === ">>" || token === "]") depth -= 1;
    else if (depth <= 0 && /^[A-Za-z]/.test(token)) {
      if (!token.startsWith("stream")) return object(null);
      const data = dataAfter(text, at - token.length + "stream".length);
      isPackedAsUsual &&= data !== null;
      return object(data ?? at);
    }
    before = name === null ? token : `/${name}`;
  }
}

/** Where a string ends; brackets in it come in pairs or behind a backslash. */
function endOfString(text: string, from: number): number {
  let depth = 1;
  const brackets = /\\[\s\S]|[()]/g;
  brackets.lastIndex = from;
  for (let found = brackets.exec(text); found !== null; found = brackets.exec(text)) {
    if (found[0] === "(") depth += 1;
    else if (found[0] === ")") depth -= 1;
    if (depth === 0) return brackets.lastIndex;
  }
  return text.length;
}

/** Data begin behind the end of the word's line, with nothing else in it. */
function dataAfter(text: string, from: number): number | null {
  const space = /[\0\t\f ]*(?:\r\n|\n|\r)/y;
  space.lastIndex = from;
  return space.test(text) ? space.lastIndex : null;
}
