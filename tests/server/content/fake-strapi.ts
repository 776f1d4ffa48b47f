import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { JsonObject } from "../../../engine/values/json.ts";
import { textOfBlocks } from "../../../server/content/blocks-text.ts";
import type { AllWritten } from "../../../server/content/read-files.ts";
import type { Block, ContentType } from "../../../server/content/types.ts";

const TYPES: Readonly<Record<string, ContentType>> = {
  "home-page": "home",
  pages: "page",
  articles: "article",
  testimonials: "testimonial",
  "news-items": "news",
  activities: "activity",
  "coffee-episodes": "coffee",
  members: "member",
  faqs: "faq",
  disclosures: "disclosure",
  regulators: "regulator",
  banners: "banner",
  offerings: "offering",
  announcements: "announcement",
};

/**
 * Fake Strapi REST API, version 4 or 5, that serves our content. A test can set another answer for an
 * address.
 */
export type FakeStrapi = {
  readonly url: string;
  readonly asked: { readonly path: string; readonly authorization: string | undefined }[];
  /** Changes the entries of a type before they are sent, or replaces the answer. */
  change: (type: ContentType, entries: readonly JsonObject[], lng: string) => readonly JsonObject[] | Answer;
  /** Bytes of the file at `/uploads/picture`. */
  upload: Buffer;
  readonly stop: () => Promise<void>;
};
export type Answer = { readonly status?: number; readonly body: string | Buffer; readonly afterMs?: number };

/** Starts the server on a free port. */
export async function startFakeStrapi(version: 4 | 5, written: AllWritten): Promise<FakeStrapi> {
  const asked: { path: string; authorization: string | undefined }[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://fake");
    asked.push({ path: `${url.pathname}${url.search}`, authorization: request.headers.authorization });
    const type = TYPES[url.pathname.replace(/^\/api\//, "")];
    const send = ({ status = 200, body, afterMs = 0 }: Answer) =>
      setTimeout(() => response.writeHead(status, { "content-type": "application/json" }).end(body), afterMs);
    if (url.pathname === "/uploads/picture") return void send({ body: fake.upload });
    if (type === undefined) return void send({ status: 404, body: "{}" });
    if (url.searchParams.get("populate") === "deep") return void send({ status: 400, body: "{}" });
    const lng = url.searchParams.get("locale") === "en" ? "en" : "th";
    const entries = [...written[type][lng]].map(([key, item], at) => ({
      id: at + 1,
      documentId: `d${at}`,
      key,
      ...entryOf(item, version),
      createdAt: "2026-11-01T00:00:00.000Z",
      publishedAt: "2026-11-01T00:00:00.000Z",
      locale: lng,
    }));
    const changed = fake.change(type, entries, lng);
    if (!Array.isArray(changed)) return void send(changed as Answer);
    const formed = changed.map((entry) => {
      const { id, documentId, ...attributes } = entry;
      return version === 4 ? { id, attributes } : { id, documentId, ...attributes };
    });
    if (type === "home" && formed.length === 0) return void send({ status: 404, body: '{"data":null}' });
    const meta = { pagination: { page: 1, pageSize: 100, pageCount: 1, total: formed.length } };
    send({ body: JSON.stringify({ data: type === "home" ? formed[0] : formed, meta }) });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const fake: FakeStrapi = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    change: (_, entries) => entries,
    upload: Buffer.alloc(0),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
  return fake;
}

/**
 * Returns an item as Strapi stores it: Markdown in version 4, Strapi's blocks in version 5, components with
 * separate ids.
 */
function entryOf(value: unknown, version: 4 | 5, name = ""): JsonObject {
  return formOf(value, version, name) as JsonObject;
}

function formOf(value: unknown, version: 4 | 5, name: string): unknown {
  if (name === "blocks")
    return version === 4 ? textOfBlocks(value as Block[]) : (value as Block[]).map(strapiBlock);
  if (Array.isArray(value))
    return value.map((one, at) =>
      typeof one === "string" ? { id: at, text: one } : { id: at, ...(formOf(one, version, "") as object) },
    );
  if (typeof value !== "object" || value === null || name === "structuredData") return value;
  return Object.fromEntries(Object.entries(value).map(([own, inner]) => [own, formOf(inner, version, own)]));
}

function strapiBlock(block: Block): unknown {
  const text = (words: string) => [{ type: "text", text: words }];
  switch (block.kind) {
    case "paragraph":
      return { type: "paragraph", children: text(block.text) };
    case "heading":
      return { type: "heading", level: block.level, children: text(block.text) };
    case "list":
      return {
        type: "list",
        format: block.ordered ? "ordered" : "unordered",
        children: block.items.map((item) => ({ type: "list-item", children: text(item) })),
      };
    case "link":
      return { type: "paragraph", children: [{ type: "link", url: block.href, children: text(block.text) }] };
    default:
      return block;
  }
}
