import type { Clock } from "../clock/index.ts";
import type { Db } from "../db/index.ts";
import { isOverdue } from "./find-case.ts";
import "./tables.ts";

/**
 * Returns the cases that a person opened or that are about their account, newest first, with topic, state and
 * due day. The texts of the cases are not included.
 */
export async function casesOf({ db, clock }: { readonly db: Db; readonly clock: Clock }, personId: string) {
  const rows = await db
    .selectFrom("cases")
    .select([
      "id",
      "reference",
      "topic_th",
      "topic_en",
      "desk",
      "state",
      "opened_at",
      "due_on",
      "promised_on",
    ])
    .where((where) => where.or([where("person_id", "=", personId), where("about", "=", personId)]))
    .orderBy("opened_at", "desc")
    .limit(20)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    topicSays: { th: row.topic_th, en: row.topic_en },
    desk: row.desk,
    state: row.state,
    openedAt: row.opened_at.toISOString(),
    answerBy: row.due_on,
    late: isOverdue(row, clock.today()),
  }));
}
