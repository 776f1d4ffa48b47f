import type { Language } from "../../engine/values/languages.ts";
import { findPerson } from "../accounts/index.ts";
import type { Tx } from "../db/index.ts";
import { nameIn, openProfile } from "./profile.ts";
import type { Room } from "./room.ts";
import type { NamedItem } from "./sent-names.ts";

/** Recipient of a letter about a decision, and reference of the review. */
type About = { readonly personId: string; readonly reference: string };

/**
 * Notifies the investor that their identity is verified, with a recommendation that depends on their
 * suitability test.
 */
export async function writeApproval(room: Room, tx: Tx, { personId, reference }: About): Promise<void> {
  const person = await findPerson(tx, personId);
  const profile = await openProfile(room, tx, personId);
  if (person === null || profile === null) return;
  const { language } = person;
  const suitability = await tx
    .selectFrom("suitability_results")
    .select(["score", "level", "max_risk"])
    .where("person_id", "=", personId)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  const common = { name: nameIn(language, profile.general), link: `${room.config.origin}/invest` };
  // Companies take no suitability test, so their letter contains no recommendation.
  const recommendation =
    suitability === undefined
      ? null
      : {
          score: suitability.score,
          level: suitability.level,
          maxRisk: suitability.max_risk,
          levelName: say(room, language, `mail:kyc-approved.levels.${suitability.level}`),
          recommendation: say(room, language, `mail:kyc-approved.recommendations.${suitability.level}`),
        };
  await room.messages.send(tx, {
    to: person.email,
    template: recommendation === null ? "kyc-approved-company" : "kyc-approved",
    language,
    data: { ...common, ...recommendation },
    key: `kyc-approved:${reference}`,
  });
}

/**
 * Asks the investor for corrections. The letter contains the reviewer's reason, and the reason for each item.
 */
export async function writeCorrection(
  room: Room,
  tx: Tx,
  about: About & { readonly reason: string; readonly asked: readonly NamedItem[] },
): Promise<void> {
  const reason = (language: Language) =>
    [about.reason, ...about.asked.map((item) => `• ${item.label[language]}: ${item.reason}`)].join("\n");
  await writeDecision(room, tx, { ...about, reason, template: "kyc-correct", page: "/kyc" });
}

/**
 * Notifies the investor of a rejection. The letter has the same texts as the investor's page: decision,
 * reason, next steps.
 */
export async function writeRejection(
  room: Room,
  tx: Tx,
  about: About & { readonly reason: string },
): Promise<void> {
  await writeDecision(room, tx, {
    ...about,
    reason: () => about.reason,
    template: "kyc-rejected",
    page: "/contact",
    says: { title: "title", decided: "intro", next: "next", complain: "links.1" },
  });
}

/**
 * Tells a person on a watch list that no account will be opened, without the reason. The person's page says
 * the same. The text needs legal approval.
 */
export async function writeNotOpened(room: Room, tx: Tx, about: About): Promise<void> {
  const person = await findPerson(tx, about.personId);
  if (person === null) return;
  const told = say(room, person.language, "mail:kyc-not-opened.told");
  await tx.updateTable("identity_reviews").set({ told }).where("reference", "=", about.reference).execute();
  await writeDecision(room, tx, {
    ...about,
    reason: () => told,
    template: "kyc-not-opened",
    page: "/contact",
  });
}

async function writeDecision(
  room: Room,
  tx: Tx,
  of: About & {
    readonly reason: (language: Language) => string;
    readonly template: string;
    readonly page: string;
    /**
     * Values of the letter that repeat texts of the flow's last page: for the name of each value, the key of
     * the text.
     */
    readonly says?: { readonly [name: string]: string };
  },
): Promise<void> {
  const person = await findPerson(tx, of.personId);
  const profile = await openProfile(room, tx, of.personId);
  if (person === null || profile === null) return;
  await room.messages.send(tx, {
    to: person.email,
    template: of.template,
    language: person.language,
    data: {
      name: nameIn(person.language, profile.general),
      reference: of.reference,
      reason: of.reason(person.language),
      link: `${room.config.origin}${of.page}`,
      complaint: `${room.config.origin}/complaint`,
      ...Object.fromEntries(
        Object.entries(of.says ?? {}).map(([name, key]) => [
          name,
          say(room, person.language, `kyc:kyc.rejected.${key}`),
        ]),
      ),
    },
    key: `${of.template}:${of.reference}`,
  });
}

function say(room: Room, language: Language, key: string): string {
  const words = room.texts.find(key);
  if (words === null) throw new Error(`review-letters: there is no text ${key}`);
  return words[language];
}
