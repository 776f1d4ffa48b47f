import type { Json, JsonObject } from "../values/json.ts";
import { LANGUAGES } from "../values/languages.ts";
import type { Both, Draft, EditFault, Left } from "./draft.ts";
import { at, type Names, objectIn, pointerOf, put } from "./json-places.ts";
import { printed, reprint } from "./reprint.ts";
import { type Node, treeOf } from "./text-tree.ts";

/** Thrown inside an operation when the operation is refused. `edit` catches it and returns a fault. */
export class Refused extends Error {
  readonly fault: EditFault;

  constructor(code: EditFault["code"], file: string, names: Names = [], what = "") {
    super(code);
    this.fault = { code, file, pointer: pointerOf(names), what };
  }
}

/** A draft during an operation. Holds the parsed value of each file; files are printed at the end. */
export class Work {
  readonly left: Left[] = [];
  readonly published: Draft;
  private readonly before: Draft;
  private readonly trees = new Map<string, Node>();
  private readonly values = new Map<string, Json | null>();
  private readonly texts = new Map<string, string>();

  constructor(before: Draft, published: Draft) {
    this.before = before;
    this.published = published;
  }

  has(file: string): boolean {
    if (this.values.has(file)) return this.values.get(file) !== null;
    return Object.hasOwn(this.before, file);
  }

  files(): readonly string[] {
    const all = new Set([...Object.keys(this.before), ...this.values.keys()]);
    return [...all].filter((file) => this.has(file));
  }

  /**
   * Returns the value of a file.
   * @throws Refused if the file does not exist or is not JSON.
   */
  value(file: string): Json {
    const known = this.values.get(file);
    if (known !== undefined && known !== null) return known;
    if (!this.has(file)) throw new Refused("edit-nothing-there", file);
    const tree = treeOf(this.before[file] as string);
    if (tree === null) throw new Refused("edit-not-json", file);
    this.trees.set(file, tree);
    this.values.set(file, tree.value);
    return tree.value;
  }

  /** Returns the value of a file, or `undefined` if the file does not exist or is not JSON. */
  maybe(file: string): Json | undefined {
    if (!this.has(file)) return undefined;
    try {
      return this.value(file);
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  at(file: string, names: Names): Json | undefined {
    return at(this.value(file), names);
  }

  /**
   * Returns the value at a location.
   * @throws Refused if the location has no value.
   */
  must(file: string, names: Names): Json {
    const found = this.at(file, names);
    if (found === undefined) throw new Refused("edit-nothing-there", file, names, names.at(-1));
    return found;
  }

  object(file: string, names: Names = []): JsonObject {
    return objectIn(this.value(file), names);
  }

  set(file: string, names: Names, value: Json | undefined, before?: string): void {
    const next = put(this.has(file) ? this.value(file) : {}, names, value, before);
    if (next === undefined) this.remove(file);
    else this.values.set(file, next);
  }

  remove(file: string): void {
    this.values.set(file, null);
  }

  /** Renames a file without changing its text. */
  move(file: string, to: string): void {
    if (!this.has(file)) return;
    const value = this.value(file);
    if (this.has(to)) throw new Refused("edit-already-there", to);
    const tree = this.trees.get(file);
    if (tree !== undefined) this.trees.set(to, tree);
    this.texts.set(to, this.texts.get(file) ?? this.before[file] ?? printed(value));
    this.values.set(to, value);
    this.remove(file);
  }

  /**
   * Sets the texts of a key in both languages. `null` removes a text, and then every object that is empty
   * without the text.
   */
  say(key: string, words: Both): void {
    const colon = key.indexOf(":");
    const namespace = key.slice(0, colon);
    const names = key.slice(colon + 1).split(".");
    if (colon < 1 || names.some((name) => name === "" || name === "__proto__"))
      throw new Refused("edit-bad-name", "", [], key);
    for (const language of LANGUAGES) {
      const text = words[language];
      const file = `locales/${language}/${namespace}.json`;
      if (text === undefined) continue;
      if (text === null) this.unsay(file, names);
      else {
        this.refuseText(file, names);
        this.set(file, names, text);
      }
    }
  }

  /** Refuses to replace a group of texts by a text, or a text by a group. */
  private refuseText(file: string, names: Names): void {
    if (!this.has(file)) return;
    const value = this.value(file);
    names.forEach((_, index) => {
      const found = at(value, names.slice(0, index + 1));
      const isText = typeof found === "string";
      if (found !== undefined && isText !== (index === names.length - 1))
        throw new Refused("edit-already-there", file, names.slice(0, index + 1), names[index]);
    });
  }

  /** Removes the texts at a location, and the objects that become empty. */
  unsay(file: string, names: Names): void {
    if (this.maybe(file) === undefined || this.at(file, names) === undefined) return;
    this.set(file, names, undefined);
    for (let length = names.length - 1; length > 0; length -= 1) {
      const above = names.slice(0, length);
      if (Object.keys(this.object(file, above)).length > 0) return;
      this.set(file, above, undefined);
    }
  }

  /** Returns the changed draft. Files keep their old formatting. */
  done(): Draft {
    const next: { [file: string]: string } = { ...this.before };
    for (const [file, value] of this.values) {
      if (value === null) delete next[file];
      else {
        const text = this.texts.get(file) ?? this.before[file];
        next[file] = text === undefined ? printed(value) : reprint(text, value, this.trees.get(file) ?? null);
      }
    }
    return next;
  }
}
