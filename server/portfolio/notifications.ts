import { findPerson } from "../accounts/index.ts";
import { casesOf } from "../cases/index.ts";
import type { Person } from "../http/index.ts";
import type { Notifications } from "./answers.ts";
import { wantedOf } from "./prompts.ts";
import type { PortfolioRoom } from "./room.ts";
import "./tables.ts";

/** Maximum number of letters in the list. */
const SHOWN = 50;

/** Templates of letters with a code or link that is valid for a short time. These letters are not listed. */
const OF_THE_MOMENT = new Set([
  ...["otp", "login-code", "confirm-email", "already-registered", "reset-password", "account-recovery"],
  "reset-password-later",
]);

/**
 * The page to which a letter links, by the beginning of the letter's template. A letter about an order links
 * to that order.
 */
const LEADS_TO: readonly (readonly [string, string])[] = [
  ["statement-ready", "/statements"],
  ["case-", "/cases"],
  ["kyc-", "/me"],
  ["contract-", "/documents"],
  ["bank-change-", "/me/profile"],
  ["consent-", "/me/profile"],
  ["new-device", "/me/sessions"],
  ["password-", "/me/security"],
  ["pin-", "/me/security"],
  ["two-factor-", "/me/security"],
  ["recovery-code-", "/me/security"],
  ["nav-", "/overview"],
];

/**
 * Returns an investor's letters and open tasks. The titles of the letters come from the messages that were
 * sent. The tasks are computed by the same functions as the prompts and the payment page.
 */
export async function notificationsOf(room: PortfolioRoom, person: Person): Promise<Notifications> {
  const address = person.role === null ? await findPerson(room.db, person.id) : null;
  if (address === null) return { waiting: [], letters: [], unread: 0 };
  const sent = (await room.messages.sentTo(address.email, SHOWN)).filter(
    ({ template, state }) => state !== "failed" && !OF_THE_MOMENT.has(template),
  );
  const about = await room.db
    .selectFrom("orders")
    .select(["id", "reference", "status", "strategy"])
    .where("person_id", "=", person.id)
    .execute();
  const cases = await casesOf(room, person.id);
  const read = await room.db
    .selectFrom("letters_read")
    .select("until")
    .where("person_id", "=", person.id)
    .executeTakeFirst();
  const letters = sent.map((letter) => {
    const order = about.find(({ id }) => letter.key.includes(id));
    const of = order ?? cases.find(({ id }) => letter.key.includes(id));
    return {
      id: letter.id,
      title: letter.title(of === undefined ? {} : { reference: of.reference }),
      at: letter.createdAt.toISOString(),
      channel: letter.channel,
      unread: read === undefined || letter.createdAt > read.until,
      href: order === undefined ? leadsTo(letter.template) : `/orders/${order.id}`,
    };
  });
  const asked = await room.askedOf(person.id);
  const wanted = asked === null ? [] : await wantedOf(room, person.id, asked);
  return {
    waiting: [
      ...about
        .filter(({ status }) => status === "SUBMITTED")
        .map(({ id, reference, strategy }) => ({ kind: "pay" as const, order: { id, reference, strategy } })),
      ...wanted.flatMap(({ kind }) => (kind === "start-invest" ? [] : [{ kind, order: null }])),
    ],
    letters,
    unread: letters.filter(({ unread }) => unread).length,
  };
}

/**
 * Marks all letters until a time as read. A time in the future counts as now. A time before the last mark
 * changes nothing.
 */
export async function readLetters(room: PortfolioRoom, personId: string, until: Date): Promise<void> {
  const now = room.clock.wall();
  await room.db
    .insertInto("letters_read")
    .values({ person_id: personId, until: until < now ? until : now })
    .onConflict((conflict) =>
      conflict
        .column("person_id")
        .doUpdateSet((eb) => ({ until: eb.fn("greatest", ["letters_read.until", "excluded.until"]) })),
    )
    .execute();
}

function leadsTo(template: string): string | null {
  return LEADS_TO.find(([begin]) => template.startsWith(begin))?.[1] ?? null;
}
