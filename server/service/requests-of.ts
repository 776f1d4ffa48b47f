import type { Room } from "./room.ts";
import "./tables.ts";

/** Returns a person's requests to customer service made while logged in, newest first, with topic and state. */
export async function requestsOf(room: Room, personId: string) {
  const [complaints, contacts] = await Promise.all([
    room.db
      .selectFrom("complaints")
      .select(["id", "reference", "state", "problem_type", "filed_at", "answer_by"])
      .where("person_id", "=", personId)
      .orderBy("filed_at", "desc")
      .limit(20)
      .execute(),
    room.db
      .selectFrom("contact_requests")
      .select(["id", "reference", "state", "topic", "asked_at"])
      .where("person_id", "=", personId)
      .orderBy("asked_at", "desc")
      .limit(20)
      .execute(),
  ]);
  return {
    complaints: complaints.map(({ problem_type, filed_at, answer_by, ...complaint }) => ({
      ...complaint,
      problemType: problem_type,
      filedAt: filed_at.toISOString(),
      answerBy: answer_by,
    })),
    contacts: contacts.map(({ asked_at, ...contact }) => ({ ...contact, askedAt: asked_at.toISOString() })),
  };
}
