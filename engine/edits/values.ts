import type { Json } from "../values/json.ts";
import type { Draft } from "./draft.ts";
import { at, namesOf } from "./json-places.ts";
import { treeOf } from "./text-tree.ts";

/** What a file of a draft says; nothing where it is not there, or is no JSON. */
export function fileValue(draft: Draft, file: string): Json | undefined {
  return Object.hasOwn(draft, file) ? treeOf(draft[file] as string)?.value : undefined;
}

/** What stands at a JSON pointer of a file. */
export function valueAt(draft: Draft, file: string, pointer: string): Json | undefined {
  return at(fileValue(draft, file), namesOf(pointer));
}
