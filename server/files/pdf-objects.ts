/** The relevant content of a PDF object. */
export type PdfObject = {
  /** All names in the object, at any depth. */
  readonly names: ReadonlySet<string>;
  /** Actions that run when the document is opened, except a direct position in the document. */
  readonly opens: readonly Opening[];
  /**
   * For the object, or for each object in a list: its number, and whether the object is a position in the
   * document.
   */
  readonly places: ReadonlyMap<string, boolean>;
  /** Offset of the first object in a list of objects; `null` if it is not a plain number. */
  readonly first: number | null;
  /** Offset of the stream data; `null` if the object has no stream. */
  readonly data: number | null;
  /** Whether the data use the one filter that common programs use for lists of objects. */
  readonly isPackedAsUsual: boolean;
};

/**
 * What happens when the document is opened: an object, given by its number, or an action that does not go to
 * a position.
 */
export type Opening = { readonly kind: "object"; readonly number: string } | { readonly kind: "action" };

/**
 * Pattern that skips white space and comments, then matches a delimiter, the start of a string, a name, or a
 * word.
 */
const TOKEN =
  /(?:[\0\t\n\f\r ]|%[^\r\n]*)*(<<|>>|\[|\]|\{|\}|\(|\)|<[^<>]*>?|\/[^\0\t\n\f\r ()<>[\]{}/%]*|[^\0\t\n\f\r ()<>[\]{}/%]+)/y;
const FILTERS = new Set(["FlateDecode", "Fl"]);

/** Decodes PDF names, in which characters can be written as numbers: `/J#61vaScript`. */
export function plainNames(text: string): string {
  if (!text.includes("#")) return text;
  return text.replaceAll(/#([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/**
 * Yields everything that can be an object. Each word "obj" after a number may begin an object, even inside a
 * string. Yields `null` for an object without an end, and if reading all objects would take too long.
 */
export function* pdfObjects(text: string): Generator<PdfObject | null> {
  const reader = { text, left: text.length * 4 + 100_000 };
  for (const { index, 0: word } of text.matchAll(/(?<=[\d\0\t\n\f\r ])obj(?![A-Za-z])|trailer/g)) {
    const object = readObject(reader, index + word.length);
    const number = /(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]*$/.exec(
      text.slice(Math.max(0, index - 40), index),
    )?.[1];
    const places = new Map(
      number === undefined ? [] : [[Number(number).toString(), isPlace(text, index + word.length)]],
    );
    yield object === null ? null : { ...object, places };
    if (reader.left < 0) yield null;
  }
}

/**
 * Parses an unpacked list of objects that begin at `first`. Looks for names everywhere in the list, because
 * its header could place objects at any offset.
 */
export function listed(list: string, first: number): PdfObject {
  const found = list.match(/\/[^\0\t\n\f\r ()<>[\]{}/%]+/g) ?? [];
  const names = new Set(found.map((name) => plainNames(name.slice(1))));
  const plain = plainNames(list);
  const opens = [...plain.matchAll(/\/OpenAction/g)].flatMap(({ index, 0: word }) =>
    openingAt(plain, index + word.length),
  );
  const places = new Map<string, boolean>();
  const head = list.slice(0, first).matchAll(/(\d+)[\0\t\n\f\r ]+(\d+)/g);
  for (const [, number = "", offset = ""] of head) {
    const key = Number(number).toString();
    places.set(key, (places.get(key) ?? true) && isPlace(list, first + Number(offset)));
  }
  return { names, opens, places, first: null, data: null, isPackedAsUsual: true };
}

/**
 * Returns the action at this offset that runs when the document is opened. Returns nothing for a position in
 * the document.
 */
function openingAt(text: string, at: number): readonly Opening[] {
  if (isPlace(text, at)) return [];
  const reference = /[\0\t\n\f\r ]*(\d+)[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R(?![A-Za-z])/y;
  reference.lastIndex = at;
  const number = reference.exec(text)?.[1];
  return [number === undefined ? { kind: "action" } : { kind: "object", number: Number(number).toString() }];
}

/**
 * Returns whether this offset holds a page, or an action that only goes to a page, written in its plainest
 * form.
 */
function isPlace(text: string, at: number): boolean {
  const value = /[\0\t\n\f\r ]*(?:(\[)|<<((?:[^<>()#]|\([^()\\]*\))*)>>)/y;
  value.lastIndex = at;
  const found = value.exec(text);
  if (found === null) return false;
  if (found[1] === "[") return true;
  const inside = (found[2] ?? "").replaceAll(/\([^()]*\)/g, "()");
  return (
    /\/S[\0\t\n\f\r ]*\/GoTo(?![A-Za-z\d])/.test(inside) &&
    inside.match(/\/S(?![A-Za-z\d])/g)?.length === 1 &&
    !inside.includes("/Next")
  );
}

const NO_PLACES: ReadonlyMap<string, boolean> = new Map();

/** Returns the whole number at this offset; `null` if it is a reference to an object, or no number. */
function wholeAt(text: string, at: number): number | null {
  const whole = /[\0\t\n\f\r ]*(\d{1,9})(?!\d|[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R)/y;
  whole.lastIndex = at;
  const found = whole.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

type Reader = { readonly text: string; left: number };

function readObject(reader: Reader, from: number): PdfObject | null {
  const { text } = reader;
  const names = new Set<string>();
  const opens: Opening[] = [];
  const firsts: (number | null)[] = [];
  let [at, depth, isPackedAsUsual] = [from, 0, true];
  let [before, key]: [string, string] = ["", ""];
  const object = (data: number | null) => {
    const first = firsts.length === 1 ? (firsts[0] ?? null) : null;
    return { names, opens, places: NO_PLACES, first, data, isPackedAsUsual };
  };
  for (;;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[1];
    // No more tokens: the rest is empty, or a comment without a line end.
    if (token === undefined) return depth === 0 ? object(null) : null;
    at = TOKEN.lastIndex;
    if (token === "(") at = endOfString(text, at);
    reader.left -= at - from;
    from = at;
    if (reader.left < 0) return null;
    const name = token.startsWith("/") ? plainNames(token.slice(1)) : null;
    if (name === "OpenAction") opens.push(...openingAt(text, at));
    if (name === "First") firsts.push(wholeAt(text, at));
    if (before === "/Filter") {
      if (token === "[") key = "filters";
      else isPackedAsUsual &&= FILTERS.has(name ?? "");
    } else if (key === "filters") {
      if (token === "]") key = "";
      else if (before !== "[" || !FILTERS.has(name ?? "")) isPackedAsUsual = false;
    }
    // Common programs never write a list of objects with external data or other parameters, so such a list
    // counts as unusual.
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

/** Returns the end of a PDF string. Brackets in the string are balanced or escaped. */
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

/**
 * Returns the offset at which stream data begin, after the line end of the keyword; `null` if there is no
 * line end.
 */
function dataAfter(text: string, from: number): number | null {
  const space = /[\0\t\f ]*(?:\r\n|\n|\r)/y;
  space.lastIndex = from;
  return space.test(text) ? space.lastIndex : null;
}
