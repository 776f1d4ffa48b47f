import type { Language } from "../../engine/values/languages.ts";
import { localMoment } from "../accounts/index.ts";
import { drawingWords } from "../flows/index.ts";
import { sectionsFile } from "./pdf/sections-file.ts";
import type { PortfolioRoom } from "./room.ts";

/** Formats of phone numbers. They are shown in full, because only their owner reads this file. */
const PHONES: ReadonlySet<string> = new Set(["thai-phone", "thai-mobile"]);

/**
 * Returns a file with all answers that a person sent with flows, and all messages that the person wrote in
 * cases. It is in the reader's language.
 */
export async function ownAnswersFile(
  room: PortfolioRoom,
  personId: string,
  {
    format,
    language,
    brand,
  }: { readonly format: "json" | "pdf"; readonly language: Language; readonly brand: string },
): Promise<Buffer> {
  const say = room.say(language);
  const at = room.clock.now().toJSDate();
  const answers = await room.ownAnswers(personId, { language, words: drawingWords(say), whole: PHONES });
  const replies = (await room.ownReplies(personId)).map((one) => ({
    title: `${one.topic[language]} · ${one.reference}`,
    at: one.at,
    lines: [
      { label: say("ownAnswers.reply"), value: one.text },
      ...one.files.map((name) => ({ label: say("ownAnswers.file"), value: name })),
    ],
  }));
  // Newest first. If a message and the answer that opened its case have the same time, the message counts as
  // newer.
  const sent = [...replies, ...answers].sort((one, other) => other.at.getTime() - one.at.getTime());
  if (format === "json")
    return Buffer.from(
      JSON.stringify(
        {
          language,
          made: at.toISOString(),
          sent: sent.map((one) => ({ ...one, at: one.at.toISOString() })),
        },
        null,
        2,
      ),
    );
  return await sectionsFile({
    ...{ title: say("ownAnswers.title"), author: brand, language, at },
    intro: [`${brand} · ${localMoment(at)}`, say("ownAnswers.intro")],
    sections: sent.map((one) => ({
      heading: `${one.title} · ${localMoment(one.at)}`,
      pairs: one.lines,
    })),
    foot: (page, pages) => say("foot", { brand, page, pages }),
  });
}
