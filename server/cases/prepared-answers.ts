import { DateTime } from "luxon";
import { LETTER_BLANK } from "../../domain/letter-blank.ts";
import { inLanguages } from "../../engine/values/languages.ts";
import { formatTypedDate, type LocalDate } from "../../engine/values/local-date.ts";
import { ZONE } from "../clock/index.ts";
import { interpolate } from "../flows/index.ts";
import type { TypeOf } from "../http/index.ts";
import type { PreparedAnswer } from "./answers.ts";
import type { Found } from "./find-case.ts";
import type { Room } from "./room.ts";

/**
 * Returns the prepared answers for a case, with reference, topic, name and days filled in. An unknown name
 * becomes a blank to fill in.
 */
export async function preparedAnswers(
  room: Room,
  { row, said }: Found,
): Promise<readonly TypeOf<typeof PreparedAnswer>[]> {
  const letters = await room.letters(row);
  if (letters.length === 0) return [];
  const names = row.person_id === null ? null : await room.namesOf(row.person_id);
  const values = inLanguages((language) => ({
    reference: row.reference,
    topic: language === "th" ? row.topic_th : row.topic_en,
    name: names?.[language] ?? said.contact?.name ?? LETTER_BLANK,
    dueOn: formatTypedDate(row.due_on as LocalDate),
    openedOn: DateTime.fromJSDate(row.opened_at, { zone: ZONE }).toFormat("dd/MM/yyyy"),
  }));
  return letters.map(({ use, title, text }) => ({
    use: use as "ask",
    title,
    text: inLanguages((language) => interpolate(text[language], values[language])),
  }));
}
