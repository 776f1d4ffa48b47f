import type { Json } from "../../../engine/values/json.ts";
import type { Language } from "../../../engine/values/languages.ts";
import type { ContentDeskItem } from "../../kit/api/answers.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";

type Place = Pick<ContentDeskItem, "type" | "key">;

/** Text of a content item that was typed in this tab and not yet submitted. It survives a reload. */
export type UnsentContent = {
  /** Typed fields by language and pointer. */
  readonly typed: Readonly<Record<Language, Readonly<Record<string, string>>>>;
  /** Note for the second person. */
  readonly note: string;
  /** Version that was published when the person began to type. */
  readonly base: ContentDeskItem["published"];
  /** When the version was submitted whose text is used unchanged; absent if the person typed. */
  readonly from?: string;
};

/** Returns the unsent text of an item; `null` if there is none. */
export function unsentContent(item: Place): UnsentContent | null {
  return keptForVisit(keyOf(item)) as UnsentContent | null;
}

/** Saves the unsent text of an item, and which item was open. */
export function keepContent({ type, key }: Place, unsent: UnsentContent): void {
  keepForVisit(keyOf({ type, key }), { ...unsent, base: unsent.base as Json });
  keepForVisit(OPEN, { type, key });
}

/** Deletes the unsent text of an item. */
export function dropContent(item: Place): void {
  dropForVisit(keyOf(item));
  dropForVisit(OPEN);
}

/** Returns the item to which the person last typed, while its text is unsent; otherwise `null`. */
export function openContent(): Place | null {
  const open = keptForVisit(OPEN) as Place | null;
  return open !== null && unsentContent(open) !== null ? open : null;
}

const OPEN = "draft:content-open";

function keyOf({ type, key }: Place): string {
  return `draft:content:${type}:${key}`;
}
