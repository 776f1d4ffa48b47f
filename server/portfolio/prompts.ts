import type { Person } from "../http/index.ts";
import type { AskedOf } from "../identity/index.ts";
import type { Prompt } from "./answers.ts";
import { markOf } from "./notices.ts";
import type { PortfolioRoom } from "./room.ts";
import type { PromptAnswer, PromptKind } from "./tables.ts";

/**
 * For how many days each answer hides a prompt; `null` means for ever. An answer that is not listed for a
 * prompt is not allowed.
 */
const QUIET_DAYS: Readonly<Record<PromptKind, { readonly [Answer in PromptAnswer]?: number | null }>> = {
  contract: { begun: 1, later: 1 },
  consents: { begun: 1, later: 1 },
  "verify-identity": { begun: 1, later: 1 },
  bank: { begun: 1, later: 1 },
  "start-invest": { begun: 30, later: 30 },
  pin: { begun: 1, later: 7, never: null },
};

/**
 * Prompts that the law requires. They are shown even if another prompt was already answered in this visit.
 */
const ALWAYS: ReadonlySet<PromptKind> = new Set(["contract", "consents"]);

/** Returns whether a prompt allows an answer. Only the PIN prompt allows `never`. */
export function isPromptAnswer(prompt: PromptKind, answer: PromptAnswer): boolean {
  return QUIET_DAYS[prompt][answer] !== undefined;
}

/**
 * Returns the most important prompt for an investor: sign the contract again, agree to texts, verify
 * identity, bind an account, set a PIN. Returns `null` if none applies, and for staff. In one visit only one
 * prompt is shown; the first two kinds are exempt from this limit. Source: specification, sections 2 and 8.
 */
export async function promptFor(room: PortfolioRoom, person: Person): Promise<Prompt | null> {
  if (person.role !== null) return null;
  const asked = await room.askedOf(person.id);
  if (asked === null) return null;
  const now = room.clock.now().toMillis();
  const answered = await room.db
    .selectFrom("prompt_answers")
    .select(["prompt", "quiet_until", "asked_in"])
    .where("person_id", "=", person.id)
    .execute();
  const visited = answered.some(({ asked_in }) => asked_in === markOf(person));
  const quiet = new Set(
    answered.flatMap(({ prompt, quiet_until: until }) =>
      until === null || until.getTime() > now ? [prompt] : [],
    ),
  );
  const due = (await wantedOf(room, person.id, asked)).filter(({ kind }) => !quiet.has(kind));
  return due.find(({ kind }) => !visited || ALWAYS.has(kind)) ?? null;
}

/** Returns all prompts that apply to the investor, most important first. */
export async function wantedOf(
  room: PortfolioRoom,
  personId: string,
  asked: AskedOf,
): Promise<readonly Prompt[]> {
  const { contract, consents, identity, bank, pin, mayInvest } = asked;
  const wanted: readonly (Prompt | null)[] = [
    contract === null ? null : { kind: "contract", ...contract },
    consents.length === 0 ? null : { kind: "consents", texts: consents },
    identity === null ? null : { kind: "verify-identity", stage: identity },
    bank ? { kind: "bank" } : null,
    pin ? { kind: "pin" } : null,
    mayInvest && (await room.isOnFor("invest", personId)) && !(await hasOrdered(room, personId))
      ? { kind: "start-invest" }
      : null,
  ];
  return wanted.filter((one) => one !== null);
}

async function hasOrdered(room: PortfolioRoom, personId: string): Promise<boolean> {
  const order = await room.db
    .selectFrom("orders")
    .select("id")
    .where("person_id", "=", personId)
    .limit(1)
    .executeTakeFirst();
  return order !== undefined;
}

/** Stores the answer to a prompt. It hides the prompt for a while, on all devices of the person. */
export async function answerPrompt(
  room: PortfolioRoom,
  person: Person,
  { prompt, answer }: { readonly prompt: PromptKind; readonly answer: PromptAnswer },
): Promise<void> {
  const days = QUIET_DAYS[prompt][answer];
  if (days === undefined) throw new Error(`answerPrompt: "${prompt}" is not answered by "${answer}"`);
  const at = room.clock.now();
  const kept = {
    answer,
    at: at.toJSDate(),
    quiet_until: days === null ? null : at.plus({ days }).toJSDate(),
    asked_in: markOf(person),
  };
  await room.db
    .insertInto("prompt_answers")
    .values({ person_id: person.id, prompt, ...kept })
    .onConflict((conflict) => conflict.columns(["person_id", "prompt"]).doUpdateSet(kept))
    .execute();
}
