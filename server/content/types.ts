import type { Language } from "../../engine/values/languages.ts";
import {
  DAY,
  eitherOf,
  exactly,
  FLAG,
  INSTANT,
  listOf,
  named,
  objectOf,
  oneOf,
  orNull,
  type Schema,
  TEXT,
  type TypeOf,
  VALUES,
  WHOLE,
} from "../http/index.ts";

// The portal's content types. They allow no unknown members and no markup. Content from files, editors or a
// content service either fits one of them or is rejected.

// Tags and entities are rejected. Content is plain text, so nothing needs sanitising.
const NO_MARKUP = "^(?![^]*(<[A-Za-z/!?]|&#?[A-Za-z0-9]{1,30};))";
const PLAIN = `${NO_MARKUP}[^]*\\S[^]*$`;
const CELL: Schema<string> = { ...TEXT, maxLength: 400, pattern: NO_MARKUP };
const text = (maxLength: number): Schema<string> => ({ ...TEXT, minLength: 1, maxLength, pattern: PLAIN });
const line = text(200);
const sentence = text(600);
const many = <Of>(items: Schema<Of>, minItems: number, maxItems: number): Schema<readonly Of[]> => ({
  ...listOf(items),
  minItems,
  maxItems,
});

/** Pattern of the allowed link targets: https, mailto, or a path of the portal. */
export const LINK = String.raw`^(https://[A-Za-z0-9][^\s<>"'\\]{1,500}|mailto:[^\s<>"'\\]{3,200}|/(?![/\\])[^\s<>"'\\]{0,300})$`;
const link: Schema<string> = {
  ...TEXT,
  maxLength: 520,
  pattern: LINK,
  description: "https, mailto or a path of our own",
};

/**
 * Pattern of the key of an item within its type. Addresses contain the key. The key of an article is its uid.
 */
export const KEY = "^[a-z0-9][a-z0-9-]{0,79}$";

/** A stored picture in several widths. */
export const Picture = named(
  "ContentPicture",
  objectOf({
    src: { ...TEXT, maxLength: 300, pattern: String.raw`^/(?![/\\])[A-Za-z0-9/._-]+$` },
    alt: text(300),
    width: { ...WHOLE, minimum: 1, maximum: 10_000 },
    height: { ...WHOLE, minimum: 1, maximum: 10_000 },
    srcset: {
      ...listOf(
        objectOf({ src: TEXT, width: WHOLE }),
        "The same picture in other widths, the smallest first",
      ),
      maxItems: 8,
    },
  }),
);
export type Picture = TypeOf<typeof Picture>;

export const blockShapes = {
  paragraph: objectOf({ kind: exactly("paragraph"), text: text(3_000) }),
  heading: objectOf({
    kind: exactly("heading"),
    level: eitherOf(exactly(2), exactly(3)),
    text: line,
  }),
  list: objectOf({ kind: exactly("list"), ordered: FLAG, items: many(sentence, 1, 40) }),
  quote: objectOf({ kind: exactly("quote"), text: text(1_000), by: orNull(line) }),
  image: objectOf({ kind: exactly("image"), picture: Picture, caption: orNull(sentence) }),
  link: objectOf({ kind: exactly("link"), text: line, href: link }),
  table: objectOf({
    kind: exactly("table"),
    caption: line,
    head: many(line, 1, 8),
    rows: many(many(CELL, 1, 8), 1, 60),
  }),
};

/** A block of running text. There are seven kinds of blocks. */
export const Block = named(
  "ContentBlock",
  eitherOf(
    blockShapes.paragraph,
    blockShapes.heading,
    blockShapes.list,
    blockShapes.quote,
    blockShapes.image,
    blockShapes.link,
    blockShapes.table,
  ),
);
export type Block = TypeOf<typeof Block>;
export const BLOCK_KINDS = Object.keys(blockShapes) as readonly Block["kind"][];
const running = many(Block, 1, 120);

/** Data for search engines and social networks (specification section 3, Home CMS record). */
export const seoShape = objectOf({
  metaTitle: text(120),
  metaDescription: text(320),
  metaImage: orNull(Picture),
  structuredData: orNull(VALUES),
  metaSocial: {
    ...listOf(
      objectOf({
        socialNetwork: oneOf("Facebook", "Twitter"),
        title: text(120),
        description: text(320),
        image: orNull(Picture),
      }),
    ),
    maxItems: 2,
  },
});
export const Seo = named("ContentSeo", seoShape);
export type Seo = TypeOf<typeof Seo>;

/** Groups into which questions and answers are sorted. */
export const FAQ_GROUPS = ["start", "orders", "fees", "safety", "account"] as const;

/** The members of an item, per content type. */
export const contentMembers = {
  /** The first page of the site, a single item `home`: head, hero and featured content. */
  home: {
    seo: Seo,
    hero: objectOf({ title: line, lead: sentence }),
    featured: many(objectOf({ title: line, text: sentence, href: link, label: line }), 0, 6),
  },
  /** A page of running text: `about`, `learn` or `custody`. Its sections have keys. */
  page: {
    title: line,
    lead: sentence,
    sections: many(
      objectOf({ key: { ...TEXT, pattern: KEY } as Schema<string>, title: line, blocks: running }),
      1,
      20,
    ),
  },
  article: {
    title: line,
    lead: sentence,
    cover: orNull(Picture),
    blocks: running,
    author: line,
    date: DAY,
    tags: many(text(40), 0, 8),
    related: many({ ...TEXT, pattern: KEY, description: "Key of another article" } as Schema<string>, 0, 6),
  },
  testimonial: {
    name: line,
    about: line,
    quote: sentence,
    consentDate: { ...DAY, description: "The day on which the person agreed to be quoted" },
  },
  news: { title: line, source: line, link, date: DAY },
  activity: { title: line, start: INSTANT, end: INSTANT, place: line, link: orNull(link) },
  coffee: {
    episode: { ...WHOLE, minimum: 1, maximum: 9_999 },
    title: line,
    lead: sentence,
    guest: objectOf({ name: line, about: line }),
    date: DAY,
    link: { ...link, description: "Where the episode is watched" },
    blocks: running,
  },
  member: {
    firstName: line,
    lastName: line,
    position: line,
    subPosition: line,
    experience: many(line, 3, 3),
    picture: orNull(Picture),
  },
  faq: { question: line, blocks: running, group: oneOf(...FAQ_GROUPS), popular: FLAG },
  disclosure: { title: line, blocks: running },
  regulator: {
    provider: line,
    country: line,
    authority: line,
    licences: many(line, 1, 6),
    website: link,
  },
  banner: {
    text: sentence,
    tone: oneOf("info", "warning"),
    link: orNull(objectOf({ text: line, href: link })),
    from: INSTANT,
    until: INSTANT,
  },
  offering: {
    title: line,
    text: sentence,
    audience: { ...oneOf("new", "existing"), description: "Who has no units yet, or who has some" },
    from: INSTANT,
    until: INSTANT,
    target: objectOf({ text: line, href: link }),
  },
  announcement: { title: line, date: DAY, blocks: running },
} as const;

export type ContentType = keyof typeof contentMembers;
export const CONTENT_TYPES = Object.keys(contentMembers) as readonly ContentType[];

type Shapes = {
  readonly [Type in ContentType]: ReturnType<typeof objectOf<(typeof contentMembers)[Type]>>;
};

/** Schemas of an item per type, without the item's key. */
export const contentShapes = Object.fromEntries(
  CONTENT_TYPES.map((type) => [type, objectOf(contentMembers[type])]),
) as Shapes;

/** An item as it is written in one language. */
export type ContentOf<Type extends ContentType> = TypeOf<Shapes[Type]>;

/**
 * An item as pages read it. `language` is the language of its text, which is Thai if the requested language
 * is missing.
 */
export type ContentItem<Type extends ContentType> = ContentOf<Type> & {
  readonly key: string;
  readonly language: Language;
};
