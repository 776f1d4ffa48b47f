import type { StaffRole } from "../../domain/staff-roles.ts";
import type { RecordOfAnswers } from "../flows/index.ts";
import type { TypeOf } from "../http/index.ts";
import type { Case } from "./answers.ts";
import { type Found, findCase, readsDesk } from "./find-case.ts";
import type { Room } from "./room.ts";

type Sent = Pick<TypeOf<typeof Case>, "given" | "module" | "before">;

/**
 * Returns the data sent with a case, and with the earlier cases that it repeats. Leaves out an earlier case
 * at a desk that the role cannot read.
 */
export async function sentWith(room: Room, found: Found, role: StaffRole): Promise<Sent> {
  const { given, further } = await givenWith(room, found);
  return {
    given,
    module: await room.moduleOf(found.row.version),
    before: given.length === 0 ? null : await sentBefore(room, found, { role, further }),
  };
}

async function sentBefore(
  room: Room,
  { row }: Found,
  { role, further }: { readonly role: StaffRole; readonly further: RecordOfAnswers | undefined },
): Promise<Sent["before"]> {
  const earlier = row.repeats === null ? null : await findCase(room, room.db, row.repeats);
  if (earlier === null) {
    const before = further?.before ?? null;
    return before === null
      ? null
      : { case: null, at: before.at, module: before.module, given: answersOf(before.answers) };
  }
  if (!readsDesk(role, earlier.row.desk)) return null;
  const { given } = await givenWith(room, earlier);
  // A case whose retention period is over has no readable data.
  if (given.length === 0) return null;
  const { id, opened_at, version } = earlier.row;
  return { case: id, at: opened_at.toISOString(), module: await room.moduleOf(version), given };
}

/** Returns the inputs with which a case was opened, together with the other answers of the flow. */
async function givenWith(
  room: Room,
  found: Found,
): Promise<{ readonly given: Sent["given"]; readonly further: RecordOfAnswers | undefined }> {
  const { record } = found.row;
  const further = (await room.records.of(room.db, [record])).get(record);
  return { given: [...(await inputsOf(room, found)), ...answersOf(further?.answers)], further };
}

/** Returns the inputs with which a case was opened, each with its uploads. */
async function inputsOf(room: Room, { row, said }: Found): Promise<Sent["given"]> {
  const files = await room.db
    .selectFrom("case_files")
    .select("file_id")
    .where("case_id", "=", row.id)
    .where("entry", "is", null)
    .execute();
  return said.given.map(({ name, place, value }) => ({
    name,
    place,
    value,
    files: files.flatMap(({ file_id }) => (JSON.stringify(value).includes(file_id) ? [file_id] : [])),
  }));
}

function answersOf(answers: RecordOfAnswers["answers"] | undefined): Sent["given"] {
  return (answers ?? []).map((answer) => ({ name: answer.place, ...answer }));
}
