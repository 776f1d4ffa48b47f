import type { Json } from "../values/json.ts";
import { type Node, treeOf } from "./text-tree.ts";

/** Maximum width, in characters, of a list or object on one line. */
const WIDTH = 110;
const STEP = "  ";

/**
 * Prints a new file. Each outermost property is on a separate line. Inside a property, each value that fits
 * is on one line.
 */
export function printed(value: Json): string {
  return `${print(value, { indent: "", column: 0, isBroken: true })}\n`;
}

/**
 * Returns the text with a new value. Every part that is in the old and the new value keeps its lines, blanks
 * and spelling, even if the part moved. So one changed value is one changed line. Parts of `value` that are
 * the same objects as in the text's own tree count as unchanged. If the text is not JSON, prints the value as
 * a new file.
 */
export function reprint(text: string, value: Json, tree: Node | null = treeOf(text)): string {
  if (tree === null) return printed(value);
  if (same(tree.value, value)) return text;
  const known = new Map<object, Node>();
  remember(tree, known);
  const body = new Printer(text, known).print(value, tree, { indent: "", column: 0, isBroken: true });
  return text.slice(0, tree.start) + body + text.slice(tree.end);
}

/** Returns true if two values are equal and their names are in the same order. */
export function same(left: Json | undefined, right: Json | undefined): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}

function remember(node: Node, known: Map<object, Node>): void {
  if (typeof node.value === "object" && node.value !== null) known.set(node.value, node);
  if (node.kind === "object") for (const member of node.members) remember(member.node, known);
  if (node.kind === "array") for (const item of node.items) remember(item, known);
}

/**
 * Where a value is printed: the indentation of its lines, its column, and whether it must span several lines.
 */
type Where = { readonly indent: string; readonly column: number; readonly isBroken: boolean };

class Printer {
  private readonly text: string;
  private readonly known: ReadonlyMap<object, Node>;
  private readonly newline: string;

  constructor(text: string, known: ReadonlyMap<object, Node>) {
    this.text = text;
    this.known = known;
    this.newline = text.includes("\r\n") ? "\r\n" : "\n";
  }

  print(value: Json, old: Node | null, where: Where): string {
    const before = typeof value === "object" && value !== null ? (this.known.get(value) ?? old) : old;
    if (before !== null && same(before.value, value)) return this.moved(before, where.indent);
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    if (Array.isArray(value))
      return this.parts(
        "[]",
        value.map((item: Json) => ({ name: null, value: item })),
        before?.kind === "array" ? before : null,
        where,
      );
    const from = before?.kind === "object" ? before : null;
    const names = from === null ? Object.keys(value) : orderOf(Object.keys(value), from);
    return this.parts(
      "{}",
      names.map((name) => ({ name, value: (value as { readonly [name: string]: Json })[name] as Json })),
      from,
      where,
    );
  }

  /** Returns the unchanged text of a node, indented for its new depth. */
  private moved(node: Node, indent: string): string {
    const text = this.text.slice(node.start, node.end);
    const line = this.text.lastIndexOf("\n", node.start) + 1;
    const had = /^[ \t]*/.exec(this.text.slice(line))?.[0] ?? "";
    if (had === indent || !text.includes("\n")) return text;
    return text.replaceAll(`\n${had}`, `\n${indent}`);
  }

  private parts(
    brackets: "{}" | "[]",
    parts: readonly { readonly name: string | null; readonly value: Json }[],
    old: (Node & { readonly kind: "object" | "array" }) | null,
    where: Where,
  ): string {
    const [open, close] = brackets;
    if (parts.length === 0) return `${open}${close}`;
    const entries = entriesOf(old);
    const paired = pair(parts, entries);
    const wasBroken =
      entries.length > 0 && this.between(old?.start ?? 0, entries[0]?.start ?? 0).includes("\n");
    const isSameSize = entries.length === parts.length;
    const isBroken = entries.length > 0 ? wasBroken : where.isBroken;
    if (!isBroken) {
      const inner = { ...where, column: where.column + 2, isBroken: false };
      const inline = parts.map((part, index) => this.part(part, paired[index] ?? null, inner));
      const pad = open === "{" ? " " : "";
      const line = `${open}${pad}${inline.join(", ")}${pad}${close}`;
      const fits = where.column + line.length <= WIDTH && !line.includes("\n");
      if (fits || (entries.length > 0 && isSameSize)) return this.kept(inline, paired, entries, old) ?? line;
    }
    const indent = where.indent + STEP;
    // If all entries of the old list or object span several lines, a new entry also spans several lines.
    const areBroken = entries.length > 0 && entries.every(({ node }) => this.isOnLines(node));
    const lines = parts.map((part, index) =>
      this.part(part, paired[index] ?? null, { indent, column: indent.length, isBroken: areBroken }),
    );
    const kept = isBroken && entries.length > 0 ? this.kept(lines, paired, entries, old) : null;
    if (kept !== null) return kept;
    const gap = this.newline + indent;
    return `${open}${gap}${lines.join(`,${gap}`)}${this.newline}${where.indent}${close}`;
  }

  private part(
    { name, value }: { readonly name: string | null; readonly value: Json },
    entry: Entry | null,
    where: Where,
  ): string {
    if (name === null) return this.print(value, entry?.node ?? null, where);
    const isOwn = entry !== null && entry.name === name;
    const head = isOwn ? this.text.slice(entry.start, entry.node.start) : `${JSON.stringify(name)}: `;
    return head + this.print(value, entry?.node ?? null, { ...where, column: where.column + head.length });
  }

  /**
   * Joins the parts with the old text around them. Two parts that were neighbours keep the text that was
   * between them.
   */
  private kept(
    parts: readonly string[],
    paired: readonly (Entry | null)[],
    entries: readonly Entry[],
    old: Node | null,
  ): string | null {
    const [first] = entries;
    const last = entries.at(-1);
    if (first === undefined || last === undefined || old === null) return null;
    const open = this.between(old.start, first.start);
    const close = this.between(last.node.end, old.end);
    const usual = open.includes("\n") ? `,${open.slice(1)}` : ", ";
    let text = open;
    parts.forEach((part, index) => {
      const before = paired[index - 1];
      const entry = paired[index];
      const wereTogether = before && entry && entries.indexOf(entry) === entries.indexOf(before) + 1;
      if (index > 0) text += wereTogether ? this.between(before.node.end, entry.start) : usual;
      text += part;
    });
    return text + close;
  }

  private between(from: number, to: number): string {
    return this.text.slice(from, to);
  }

  private isOnLines(node: Node): boolean {
    return node.kind !== "scalar" && this.between(node.start, node.end).includes("\n");
  }
}

function print(value: Json, where: Where): string {
  return new Printer("", new Map()).print(value, null, where);
}

type Entry = { readonly name: string | null; readonly start: number; readonly node: Node };

function entriesOf(node: Node | null): readonly Entry[] {
  if (node?.kind === "object") return node.members;
  if (node?.kind === "array")
    return node.items.map((item) => ({ name: null, start: item.start, node: item }));
  return [];
}

/** Matches each part to an old entry: by name, otherwise by equal value, otherwise (in a list) by order. */
function pair(
  parts: readonly { readonly name: string | null; readonly value: Json }[],
  entries: readonly Entry[],
): readonly (Entry | null)[] {
  const left = new Set(entries);
  const take = (entry: Entry | undefined): Entry | null => {
    if (entry === undefined) return null;
    left.delete(entry);
    return entry;
  };
  const byName = new Map(entries.flatMap((entry) => (entry.name === null ? [] : [[entry.name, entry]])));
  const found = parts.map(({ name }) => (name === null ? null : take(byName.get(name))));
  const texts = new Map<string, Entry[]>();
  for (const entry of left) {
    const text = JSON.stringify(entry.node.value);
    texts.set(text, [...(texts.get(text) ?? []), entry]);
  }
  const exact = parts.map(
    ({ value }, index) => found[index] ?? take(texts.get(JSON.stringify(value))?.shift()),
  );
  const rest = [...left];
  return parts.map((part, index) => exact[index] ?? (part.name === null ? (rest.shift() ?? null) : null));
}

const WHOLE = /^(?:0|[1-9]\d{0,9})$/;

/**
 * Returns names in the order of the text. JavaScript moves integer-like names to the front of an object; this
 * function puts them back.
 */
function orderOf(names: readonly string[], old: Node & { readonly kind: "object" }): readonly string[] {
  if (!names.some((name) => WHOLE.test(name))) return names;
  const had = old.members.map(({ name }) => name).filter((name) => names.includes(name));
  const words = (all: readonly string[]) => all.filter((name) => !WHOLE.test(name));
  const isAsItWas =
    words(names)
      .filter((name) => had.includes(name))
      .join("\n") === words(had).join("\n");
  if (!isAsItWas) return names;
  const ordered = [...had];
  names.forEach((name, index) => {
    if (had.includes(name)) return;
    const before = names[index - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, name);
  });
  return ordered;
}
