import { isDeepStrictEqual } from "node:util";
import {
  type App,
  AppError,
  bytesOf,
  call,
  deciding,
  everybody,
  FLAG,
  GIVEN_INSTANT,
  INSTANT,
  inputOf,
  listOf,
  mapOf,
  named,
  objectOf,
  oneOf,
  orNull,
  staff,
  TEXT,
  UUID,
  WHOLE,
  written,
} from "../http/index.ts";
import { type ContentFailure, decideContent, proposeContent, scheduleContent } from "./change.ts";
import type { Content } from "./create-content.ts";
import { contentDesk, contentDeskItem, itemsOfTyped, previewOf, publishedOf } from "./desk.ts";
import { FIELD_KINDS, fieldsOf } from "./fields.ts";
import { imageBytes, MOST_IMAGE_BYTES, storeImage } from "./images.ts";
import { Block, CONTENT_TYPES, KEY } from "./types.ts";

const tags = ["staff"];
const type = oneOf(...CONTENT_TYPES);
const key = { ...TEXT, pattern: KEY };
const note = written({ least: 3, most: 1_000 });
const Typed = mapOf(TEXT, "What stands in each field, by its pointer");

const Base = {
  ...objectOf({ th: orNull(Typed), en: orNull(Typed) }),
  description: "The published text that the author changed. If another was published since: 409",
};

const decided = {
  id: UUID,
  state: oneOf("PROPOSED", "PUBLISHED", "REFUSED", "WITHDRAWN"),
  note: TEXT,
  removes: FLAG,
  proposedBy: orNull(TEXT),
  proposedAt: INSTANT,
  own: { ...FLAG, description: "Whoever reads handed it in, so that somebody else has to decide" },
  decidedBy: orNull(TEXT),
  decidedAt: orNull(INSTANT),
  decisionNote: orNull(TEXT),
  schedule: {
    ...orNull(objectOf({ at: INSTANT, by: orNull(TEXT), note: TEXT })),
    description: "The time for which it was approved; null if it was decided at once or waits",
  },
};

const ContentDesk = named(
  "ContentDesk",
  objectOf({
    types: listOf(
      objectOf({
        type,
        items: listOf(objectOf({ key: TEXT, title: TEXT, published: FLAG, translated: FLAG, waiting: FLAG })),
      }),
    ),
  }),
);

const ContentDeskItem = named(
  "ContentDeskItem",
  objectOf({
    type,
    key: TEXT,
    fields: listOf(
      objectOf({
        pointer: TEXT,
        kind: oneOf(...FIELD_KINDS),
        shared: { ...FLAG, description: "Both languages have the same value" },
        choices: listOf(TEXT),
      }),
    ),
    published: objectOf({ th: orNull(Typed), en: orNull(Typed) }),
    waiting: orNull(objectOf({ ...decided, th: orNull(Typed), en: orNull(Typed) })),
    earlier: listOf(
      objectOf({ ...decided, th: orNull(Typed), en: orNull(Typed) }),
      "Decided versions, the latest 20 first",
    ),
  }),
);

const shown = objectOf({
  fault: orNull(objectOf({ code: TEXT, pointer: TEXT })),
  blocks: listOf(Block),
});
const ContentPreview = named("ContentPreview", objectOf({ th: shown, en: orNull(shown) }));
const ContentProposed = named("ContentProposed", objectOf({ id: UUID }));
const ContentDecided = named("ContentDecided", objectOf({ id: UUID, state: TEXT }));
const ContentImage = named("ContentImage", objectOf({ src: TEXT, width: WHOLE, height: WHOLE }));

const FAULTS = [
  "content-not-text",
  "content-link",
  "content-missing",
  "content-too-long",
  "content-count",
  "content-date",
  "content-period",
  "content-block-unknown",
  "content-table",
  "content-hidden",
  "content-not-valid",
] as const;

const reads = staff("operations", "compliance");
const params = inputOf({ type, key });
const typed = inputOf({ th: Typed, en: orNull(Typed) });

/**
 * Registers the content desk, where `operations` writes and `compliance` publishes. Pictures of the content
 * are public.
 */
export function contentDeskRoutes(
  app: App,
  content: Content,
  { nameOf }: { readonly nameOf: (personId: string) => Promise<string | null> },
): void {
  readingRoutes(app, content, nameOf);
  proposingRoutes(app, content);
  decidingRoutes(app, content);
  scheduleRoute(app, content);
  imageRoutes(app, content);
}

function readingRoutes(
  app: App,
  content: Content,
  nameOf: (personId: string) => Promise<string | null>,
): void {
  call(
    app,
    "GET /api/content-desk",
    {
      summary: "All content: what is published, not translated, or waits for a decision",
      tags,
      access: reads,
      answers: { 200: ContentDesk },
      errors: [],
    },
    async () => ({ types: await contentDesk(content) }),
  );
  call(
    app,
    "GET /api/content-desk/:type/:key",
    {
      summary: "One item as it is typed, in both languages; of a key that is new, an empty one",
      tags,
      access: reads,
      params,
      answers: { 200: ContentDeskItem },
      errors: [],
    },
    (request) => contentDeskItem(content, { ...request.params, personId: request.person.id }, nameOf),
  );
  call(
    app,
    "POST /api/content-desk/:type/:key/preview",
    {
      summary: "How an item will read, and what is wrong with it; nothing is kept",
      tags,
      access: reads,
      params,
      body: typed,
      answers: { 200: ContentPreview },
      errors: [],
    },
    async ({ params: of, body }) => {
      const items = await itemsOfTyped(content, { ...of, typed: body });
      const fields = fieldsOf(of.type, items.th);
      const en = items.en === null ? null : previewOf(of.type, items.en, fields);
      return { th: previewOf(of.type, items.th, fields), en };
    },
  );
}

function proposingRoutes(app: App, content: Content): void {
  call(
    app,
    "POST /api/content-desk/:type/:key",
    {
      summary: "Hands an item in; another person publishes it",
      tags,
      access: staff("operations"),
      params,
      body: inputOf({ th: Typed, en: orNull(Typed), note, "base?": Base }),
      answers: { 201: ContentProposed },
      errors: [...FAULTS, "content-waits-already", "content-changed", "content-unchanged"],
    },
    async ({ params: of, body, person }) => {
      const items = await itemsOfTyped(content, { ...of, typed: body });
      const now = publishedOf(content, of);
      if (body.base !== undefined && !isDeepStrictEqual(body.base, now.typed))
        throw new AppError("content-changed");
      if (isDeepStrictEqual(items, now.items)) throw new AppError("content-unchanged");
      const done = await proposeContent(content.room, person.id, { ...of, ...items, note: body.note });
      if (!done.ok) throw refused(done.error);
      return done.value;
    },
  );
  call(
    app,
    "POST /api/content-desk/:type/:key/remove",
    {
      summary: "Asks that an item be taken away; another person decides",
      tags,
      access: staff("operations"),
      params,
      body: inputOf({ note }),
      answers: { 201: ContentProposed },
      errors: ["not-found", "content-waits-already"],
    },
    async ({ params: of, body, person }) => {
      if (of.type === "home" || of.type === "page" || !content.written(of.type).th.has(of.key))
        throw new AppError("not-found");
      const done = await proposeContent(content.room, person.id, {
        ...of,
        th: null,
        en: null,
        note: body.note,
      });
      if (!done.ok) throw refused(done.error);
      return done.value;
    },
  );
}

function decidingRoutes(app: App, content: Content): void {
  for (const [path, decision, access, summary] of [
    ["approve", "PUBLISHED", deciding("compliance"), "Publishes what another person handed in"],
    ["reject", "REFUSED", deciding("compliance"), "Refuses what another person handed in"],
    [
      "withdraw",
      "WITHDRAWN",
      staff("operations"),
      "Withdraws an item that one handed in, before it is decided",
    ],
  ] as const)
    call(
      app,
      `POST /api/content-versions/:id/${path}`,
      {
        summary,
        tags,
        access,
        params: inputOf({ id: UUID }),
        body: inputOf({ note }),
        answers: { 200: ContentDecided },
        errors: ["not-found", "already-decided", path === "withdraw" ? "content-of-another" : "four-eyes"],
      },
      async (request) => {
        const given = { id: request.params.id, decision, note: request.body.note };
        const done = await decideContent(content.room, request.person.id, given);
        if (!done.ok) throw refused(done.error);
        await content.refresh();
        return done.value;
      },
    );
}

function scheduleRoute(app: App, content: Content): void {
  call(
    app,
    "POST /api/content-versions/:id/schedule",
    {
      summary: "Approves what another person handed in for publication at a later time",
      tags,
      access: deciding("compliance"),
      params: inputOf({ id: UUID }),
      body: inputOf({ note, at: GIVEN_INSTANT }),
      answers: { 200: ContentDecided },
      errors: ["not-found", "already-decided", "four-eyes", "schedule-moment"],
    },
    async ({ params: { id }, body, person }) => {
      const given = { id, at: new Date(body.at), note: body.note };
      const done = await scheduleContent(content.room, person.id, given);
      if (!done.ok) throw refused(done.error);
      return done.value;
    },
  );
}

function imageRoutes(app: App, content: Content): void {
  call(
    app,
    "POST /api/content-images",
    {
      summary: "Takes a picture for content (multipart, field `file`); it is encoded anew",
      tags,
      access: staff("operations"),
      consumes: ["multipart/form-data"],
      answers: { 201: ContentImage },
      errors: ["content-image", "file-missing"],
    },
    async (request) => {
      if (!request.isMultipart()) throw new AppError("file-missing");
      const part = await request.file({ limits: { fileSize: MOST_IMAGE_BYTES } }).catch(() => undefined);
      const bytes = await part?.toBuffer().catch(() => null);
      if (part === undefined || part.fieldname !== "file") throw new AppError("file-missing");
      const whole = bytes && !part.file.truncated;
      const stored = whole ? await storeImage(content.room, bytes, request.person.id) : null;
      if (!stored?.ok) throw new AppError("content-image");
      return stored.value;
    },
  );
  call(
    app,
    "GET /api/content-images/:name",
    {
      summary: "A picture of content in one width",
      tags: ["portal"],
      access: everybody,
      params: inputOf({ name: { ...TEXT, maxLength: 60 } }),
      answers: { 200: bytesOf("The picture", "image/webp") },
      errors: ["not-found"],
    },
    async (request, reply) => {
      const bytes = await imageBytes(content.room, request.params.name);
      if (bytes === null) throw new AppError("not-found");
      return reply
        .header("Content-Type", "image/webp")
        .header("Cache-Control", "public, max-age=31536000, immutable")
        .header("X-Content-Type-Options", "nosniff")
        .send(bytes);
    },
  );
}

function refused({ code, pointer }: ContentFailure): AppError {
  return new AppError(code, pointer === undefined ? {} : { fields: [{ pointer, code }] });
}
