import type { JsonObject } from "../../engine/values/json.ts";
import type { Content } from "./create-content.ts";
import { type Field, fieldsOf, itemOf, type Typed, typedOf } from "./fields.ts";
import { picturesOf } from "./images.ts";
import { judgeContent } from "./judge.ts";
import { type Block, CONTENT_TYPES, type ContentType } from "./types.ts";
import "./tables.ts";

/** The values typed for an item in both languages; `en` is null if not translated. */
export type TypedItem = { readonly th: Typed; readonly en: Typed | null };

/**
 * Returns all items of all types. Each has its title, its missing language, and whether a version waits for a
 * decision.
 */
export async function contentDesk(content: Content) {
  const waiting = await content.room.db
    .selectFrom("content_versions")
    .select(["type", "key", "th"])
    .where("state", "=", "PROPOSED")
    .execute();
  return CONTENT_TYPES.map((type) => {
    const { th, en } = content.written(type);
    const proposed = new Map(
      waiting.filter((one) => one.type === type).map(({ key, th: item }) => [key, item]),
    );
    const keys = [...new Set([...th.keys(), ...en.keys(), ...proposed.keys()])];
    return {
      type,
      items: keys.map((key) => ({
        key,
        title: titleOf(th.get(key) ?? proposed.get(key) ?? en.get(key) ?? null, key),
        published: th.has(key),
        translated: en.has(key),
        waiting: proposed.has(key),
      })),
    };
  });
}

const MOST_EARLIER = 20;

/**
 * Returns an item with its fields, its published version, its version that waits for a decision, and past
 * decisions.
 */
export async function contentDeskItem(
  content: Content,
  { type, key, personId }: { readonly type: ContentType; readonly key: string; readonly personId: string },
  nameOf: (personId: string) => Promise<string | null>,
) {
  const { th, en } = publishedItem(content, { type, key });
  const rows = await content.room.db
    .selectFrom("content_versions")
    .selectAll()
    .where("type", "=", type)
    .where("key", "=", key)
    .orderBy("ordinal", "desc")
    .execute();
  const waiting = rows.find(({ state }) => state === "PROPOSED");
  const fields = fieldsOf(type, waiting?.th ?? th);
  const typed = (item: JsonObject | null) => (item === null ? null : typedOf(fields, item));
  const versions = await Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      state: row.state,
      note: row.note,
      removes: row.th === null,
      proposedBy: await nameOf(row.proposed_by),
      proposedAt: row.proposed_at.toISOString(),
      own: row.proposed_by === personId,
      decidedBy: row.decided_by === null ? null : await nameOf(row.decided_by),
      decidedAt: row.decided_at?.toISOString() ?? null,
      decisionNote: row.decision_note,
      schedule:
        row.publish_at === null || row.scheduled_by === null
          ? null
          : {
              at: row.publish_at.toISOString(),
              by: await nameOf(row.scheduled_by),
              note: row.schedule_note ?? "",
            },
      th: typed(row.th),
      en: typed(row.en),
    })),
  );
  return {
    type,
    key,
    fields,
    published: { th: typed(th), en: typed(en) },
    waiting: versions.find(({ id }) => id === waiting?.id) ?? null,
    earlier: versions.filter(({ id }) => id !== waiting?.id).slice(0, MOST_EARLIER),
  };
}

type ItemRef = { readonly type: ContentType; readonly key: string };

function publishedItem(content: Content, { type, key }: ItemRef) {
  const written = content.written(type);
  return { th: written.th.get(key) ?? null, en: written.en.get(key) ?? null };
}

/** Returns a published item in both languages, as it is stored and as it is typed. */
export function publishedOf(
  content: Content,
  { type, key }: { readonly type: ContentType; readonly key: string },
) {
  const items = publishedItem(content, { type, key });
  const fields = fieldsOf(type, items.th);
  const typed = (item: JsonObject | null) => (item === null ? null : typedOf(fields, item));
  return { items, typed: { th: typed(items.th), en: typed(items.en) } };
}

/** Builds the items from typed values, on the basis of the published item. Does not validate them. */
export async function itemsOfTyped(
  content: Content,
  { type, key, typed }: { readonly type: ContentType; readonly key: string; readonly typed: TypedItem },
): Promise<{ readonly th: JsonObject; readonly en: JsonObject | null }> {
  const published = publishedItem(content, { type, key });
  const findPicture = await picturesOf(content.room);
  const th = itemOf(type, typed.th, { frame: published.th, findPicture });
  if (typed.en === null) return { th, en: null };
  const frame = published.en ?? published.th;
  return { th, en: itemOf(type, typed.en, { frame, findPicture }) };
}

/** Returns the preview of an item, field by field, and the item's first fault. */
export function previewOf(type: ContentType, item: JsonObject, fields: readonly Field[]) {
  const judged = judgeContent(type, item);
  const typed = typedOf(fields, item);
  const shown = fields.flatMap((field): readonly Block[] => {
    const text = typed[field.pointer]?.trim() ?? "";
    if (text === "" || field.pointer.endsWith("/alt") || field.kind === "picture") return [];
    if (field.kind === "blocks") return blocksAt(item, field.pointer);
    if (/title$|question$/i.test(field.pointer)) return [{ kind: "heading", level: 2, text }];
    return field.shared ? [] : [{ kind: "paragraph", text }];
  });
  return { fault: judged.ok ? null : judged.error, blocks: judged.ok ? shown : [] };
}

function blocksAt(item: JsonObject, pointer: string): readonly Block[] {
  return pointer
    .split("/")
    .slice(1)
    .reduce<unknown>((inner, name) => (inner as JsonObject)[name], item) as readonly Block[];
}

function titleOf(item: JsonObject | null, key: string): string {
  const names = ["title", "question", "provider", "name", "text"] as const;
  const found = names.map((name) => item?.[name]).find((value) => typeof value === "string" && value !== "");
  if (found !== undefined) return String(found);
  return typeof item?.firstName === "string" ? `${item.firstName} ${item.lastName}` : key;
}
