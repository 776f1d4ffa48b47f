import { DateTime } from "luxon";
import type { StaffRole } from "../../domain/staff-roles.ts";
import type { Language } from "../../engine/values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { localMoment } from "../accounts/index.ts";
import { record } from "../audit/index.ts";
import { ZONE } from "../clock/index.ts";
import type { TypeOf } from "../http/index.ts";
import type { Case } from "./answers.ts";
import { readCase } from "./desk.ts";
import { type Found, findCase } from "./find-case.ts";
import type { Room } from "./room.ts";

type Shown = TypeOf<typeof Case>;
type Line = { readonly label: string; readonly value: string };
type Format = "json" | "pdf";

/** The content of a case's file, in one language. Times are ISO 8601, days `YYYY-MM-DD`. */
type CaseFile = Pick<Shown, "reference" | "topic" | "desk" | "state" | "outcome" | "overdue"> & {
  readonly language: Language;
  readonly made: string;
  readonly topicSays: string;
  /** Whether the texts and values can no longer be read. */
  readonly erased: boolean;
  readonly from: string;
  readonly openedAt: string;
  readonly promised: { readonly acknowledgeBy: string | null; readonly answerBy: string };
  readonly kept: { readonly acknowledgedAt: string | null; readonly answeredAt: string | null };
  readonly decided: { readonly proposedBy: string | null; readonly answeredBy: string | null };
  readonly sent: readonly Line[];
  readonly sentBefore: { readonly at: string; readonly lines: readonly Line[] } | null;
  readonly checklist: readonly {
    readonly item: string;
    readonly doneBy: string | null;
    readonly at: string | null;
  }[];
  readonly letters: readonly { readonly at: string; readonly kind: string; readonly text: string | null }[];
  readonly history: readonly {
    readonly at: string;
    readonly kind: string;
    readonly by: string | null;
    readonly to: string | null;
    readonly text: string | null;
    readonly files: number;
  }[];
};

/** Kinds of timeline entries that were also sent to the person by letter. */
const LETTERS: readonly string[] = ["acknowledged", "asked", "answered"];

/**
 * Returns the file of a case in a language, and writes a line to the audit trail. Returns `null` if the case
 * belongs to no desk that the role can read. Long numbers show only their last four digits.
 */
export async function caseFile(
  room: Room,
  by: { readonly id: string; readonly role: StaffRole },
  { id, language, format }: { readonly id: string; readonly language: Language; readonly format: Format },
): Promise<{ readonly name: string; readonly content: Buffer } | null> {
  const shown = await readCase(room, by, id);
  const found = shown === null ? null : await findCase(room, room.db, id);
  if (shown === null || found === null) return null;
  const file = await fileOf(room, shown, found, language);
  const content =
    format === "json"
      ? Buffer.from(JSON.stringify(file, null, 2))
      : await room.drawFile({ language, ...paperOf(room, file) });
  await room.db.transaction().execute(
    async (tx) =>
      await record(tx, room.clock, {
        actor: `person:${by.id}`,
        action: "cases.export",
        subject: `case:${id}`,
        detail: { format, language },
      }),
  );
  return { name: `${shown.reference}.${format}`, content };
}

/** Returns the content of a case's file, with texts in one language. */
async function fileOf(room: Room, shown: Shown, found: Found, language: Language): Promise<CaseFile> {
  const draw = async (version: string, given: Shown["given"]) =>
    (await room.draw(version, given)).map(({ label, value }) => ({
      label: label[language],
      value: value[language],
    }));
  const earlier = shown.before?.case == null ? null : await findCase(room, room.db, shown.before.case);
  const answered =
    shown.state === "answered" || shown.state === "closed"
      ? shown.entries.findLast(({ kind }) => kind === "answered")
      : undefined;
  return {
    language,
    made: room.clock.now().toJSDate().toISOString(),
    ...{ reference: shown.reference, topic: shown.topic, topicSays: shown.topicSays[language] },
    ...{ desk: shown.desk, state: shown.state, outcome: shown.outcome, overdue: shown.overdue },
    erased: found.key === null,
    from: shown.from,
    openedAt: shown.openedAt,
    promised: { acknowledgeBy: shown.acknowledgeBy, answerBy: shown.dueOn },
    kept: {
      acknowledgedAt: found.row.acknowledged_at?.toISOString() ?? null,
      answeredAt: answered?.at ?? null,
    },
    decided: { proposedBy: shown.proposedBy, answeredBy: answered?.by ?? null },
    sent: await draw(found.row.version, shown.given),
    sentBefore:
      shown.before === null
        ? null
        : {
            at: shown.before.at,
            lines: await draw(earlier?.row.version ?? found.row.version, shown.before.given),
          },
    checklist: shown.checklist.map(({ says, done }) => ({
      item: says[language],
      doneBy: done?.by ?? null,
      at: done?.at ?? null,
    })),
    letters: shown.entries
      .filter(({ kind }) => LETTERS.includes(kind) && !(kind === "answered" && shown.outcome === "done"))
      .map(({ at, kind, text }) => ({ at, kind, text })),
    history: shown.entries.map(({ at, kind, by: who, to, text, files }) => ({
      ...{ at, kind, by: who, text, files: files.length },
      to: to === null ? null : [to.desk, to.colleague].filter((part) => part !== null).join(", "),
    })),
  };
}

/**
 * Author of an entry that no colleague wrote, by kind of entry. For other kinds, the author is the person who
 * sent the case.
 */
const BY: { readonly [kind: string]: "portal" | "owner" } = { closed: "portal", objected: "owner" };

/** Returns the content of a case's PDF: title, first lines and sections. */
function paperOf(room: Room, file: CaseFile) {
  const words = wordsOf(room, file.language);
  const { say, moment } = words;
  return {
    title: `${file.topicSays} ${file.reference}`,
    intro: [
      say("document:caseFile.made", { at: moment(file.made) }),
      ...(file.erased ? [say("staff:cases.gone")] : []),
    ],
    sections: [
      { heading: say("staff:cases.about"), pairs: pairsAbout(file, words) },
      { heading: say("staff:cases.said"), pairs: file.sent },
      ...(file.sentBefore === null
        ? []
        : [
            {
              heading: say("staff:further.repeats", { at: moment(file.sentBefore.at) }),
              pairs: file.sentBefore.lines,
            },
          ]),
      ...(file.checklist.length === 0
        ? []
        : [
            {
              heading: say("staff:cases.checklist"),
              pairs: file.checklist.map(({ item, doneBy, at }) => ({
                label: item,
                value: doneBy === null ? "–" : say("staff:cases.tickedBy", { who: doneBy, at: moment(at) }),
              })),
            },
          ]),
      { heading: say("staff:cases.history") },
      ...file.history.map(({ at, kind, by, to, text, files }) => ({
        heading: [say(`staff:cases.entry.${kind}`), to].filter((part) => part !== null).join(" → "),
        paragraphs: [
          `${moment(at)} · ${by ?? say(`staff:cases.by.${BY[kind] ?? "them"}`)}`,
          ...(text === null ? [] : [text]),
          ...(files === 0 ? [] : [say("document:caseFile.files", { count: files })]),
        ],
      })),
    ],
  };
}

/** Functions that return the texts of a PDF in its language. */
type PaperWords = ReturnType<typeof wordsOf>;

function wordsOf(room: Room, language: Language) {
  const say = (key: string, params = {}) => room.say(key, language, params);
  const moment = (at: string | null) => (at === null ? "–" : localMoment(new Date(at)));
  const day = (on: string) => formatTypedDate(on as LocalDate);
  return {
    say,
    moment,
    pair: (key: string, value: string): Line => ({ label: say(key), value }),
    /**
     * Returns a text about a promised day: whether the portal kept the promise, is late, or still has time.
     */
    promise: (by: string | null, at: string | null): string => {
      if (by === null) return "–";
      const on = at === null ? null : DateTime.fromISO(at, { zone: ZONE }).toISODate();
      const word = on === null ? (room.clock.today() > by ? "over" : "waits") : on <= by ? "kept" : "late";
      return say(`document:caseFile.${word}`, { day: day(by), at: moment(at) });
    },
  };
}

function pairsAbout(file: CaseFile, { say, moment, pair, promise }: PaperWords): readonly Line[] {
  const { promised, kept, decided } = file;
  return [
    pair("staff:cases.from", file.from === "" ? say("staff:erased") : file.from),
    pair("staff:cases.deskName", say(`staff:cases.desk.${file.desk}`)),
    pair("staff:cases.stands", say(`staff:cases.state.${file.state}`)),
    pair("staff:cases.opened", moment(file.openedAt)),
    ...(promised.acknowledgeBy === null
      ? []
      : [pair("staff:cases.acknowledgeBy", promise(promised.acknowledgeBy, kept.acknowledgedAt))]),
    pair("staff:cases.answerBy", promise(promised.answerBy, kept.answeredAt)),
    ...(file.outcome === null
      ? []
      : [pair("document:caseFile.outcome", say(`staff:cases.outcome.${file.outcome}`))]),
    ...(decided.proposedBy === null || decided.proposedBy === decided.answeredBy
      ? []
      : [pair("document:caseFile.proposedBy", decided.proposedBy)]),
    ...(decided.answeredBy === null ? [] : [pair("document:caseFile.answeredBy", decided.answeredBy)]),
  ];
}
