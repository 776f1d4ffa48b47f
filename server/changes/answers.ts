import {
  FLAG,
  INSTANT,
  listOf,
  mapOf,
  named,
  objectOf,
  oneOf,
  orNull,
  Sentence,
  TEXT,
  UUID,
  VALUES,
  WHOLE,
} from "../http/index.ts";

// Schemas of the answers that the routes for changes send.

const line = {
  id: UUID,
  title: TEXT,
  status: {
    ...oneOf("open", "withdrawn", "waiting", "scheduled", "sent-back", "published"),
    description: "What was decided about the versions that it was handed in as",
  },
  revision: { ...WHOLE, description: "Rises with every save" },
  author: orNull({ ...TEXT, description: "Who began it" }),
  owner: orNull({ ...TEXT, description: "Who writes it now" }),
  writers: listOf(orNull(TEXT), "Everybody who wrote any of it"),
  own: { ...FLAG, description: "Whoever reads writes it" },
  wrote: { ...FLAG, description: "Whoever reads wrote some of it, so that somebody else has to decide" },
  flows: listOf(
    objectOf({
      flow: TEXT,
      title: Sentence,
      files: { ...WHOLE, description: "How many files of it differ" },
      outdated: { ...FLAG, description: "Another version is in force than it was written on" },
    }),
  ),
  reason: orNull(TEXT),
  versions: listOf(UUID, "What it was handed in as"),
  schedule: orNull(
    objectOf({
      at: INSTANT,
      by: orNull(TEXT),
      note: TEXT,
      stopped: orNull({ ...TEXT, description: "Why it was not published then: a code of errors" }),
    }),
  ),
  taken: orNull(
    objectOf(
      {
        by: orNull(TEXT),
        from: orNull(TEXT),
        fromReader: { ...FLAG, description: "Whoever reads wrote it before, and no longer does" },
        at: INSTANT,
        reason: TEXT,
      },
      "The last time a colleague took it over",
    ),
  ),
  begunAt: INSTANT,
  savedAt: INSTANT,
};

export const ChangeLine = named("ChangeLine", objectOf(line, "A change as lists show it"));

export const ChangeList = named("ChangeList", objectOf({ changes: listOf(ChangeLine) }));

const part = objectOf({
  base: orNull({ ...UUID, description: "Of a flow that nobody has yet, none" }),
  files: { ...mapOf(orNull(TEXT)), description: "Changed files as they are written, by path" },
  done: listOf(VALUES, "What leads back, the last at the end"),
  undone: listOf(VALUES, "What leads forth again"),
});

export const ChangePage = named(
  "ChangePage",
  objectOf({
    ...line,
    parts: { ...mapOf(part), description: "By flow" },
    comments: listOf(objectOf({ at: INSTANT, by: orNull(TEXT), text: TEXT }), "The oldest first"),
  }),
);

export const ChangePatch = named(
  "ChangePatch",
  objectOf({ patch: { ...TEXT, description: "As git writes it" } }),
);

export const ChangeAlongside = named(
  "ChangeAlongside",
  objectOf({ flows: listOf(objectOf({ flow: TEXT, title: Sentence })) }),
);
