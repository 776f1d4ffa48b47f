import type { Json } from "../values/json.ts";
import type { Draft } from "./draft.ts";
import { at, namesOf } from "./json-places.ts";
import { treeOf } from "./text-tree.ts";

/** Returns the value of a draft's file, or `undefined` if the file does not exist or is not JSON. */
export function fileValue(draft: Draft, file: string): Json | undefined {
  return Object.hasOwn(draft, file) ? treeOf(draft[file] as string)?.value : undefined;
}

export function valueAt(draft: Draft, file: string, pointer: string): Json | undefined {
  return at(fileValue(draft, file), namesOf(pointer));
}
