import type { Receipt } from "../../../../engine/flow/index.ts";
import { compileInProcess } from "../../../../engine/flow/loading.ts";
import type { JsonObject } from "../../../../engine/values/json.ts";
import type { Person } from "../../../../engine/verify/prove/person.ts";
import { replay } from "../../../../engine/verify/prove/replay.ts";
import { at, ENDS, form, YES } from "../../fixtures/parts.ts";
import { type Small, small } from "../../fixtures/small-flow.ts";

export const B = at("answers.ask.b");
export const PIN: JsonObject = { type: "string", format: "pin", writeOnly: true };
export const WORLD = { flags: {}, facts: {} };

/** Returns a user: the path as `step` or `step how`, and the user's values. */
export function somebody(path: readonly string[], known: Partial<Person> = {}): Person {
  return {
    path: path.map((one) => {
      const [step = "", how] = one.split(" ");
      const way =
        how === undefined
          ? null
          : how === "timeout"
            ? { kind: "timeout" as const }
            : { kind: "error" as const, code: how };
      return { step, way, to: null };
    }),
    answers: {},
    outputs: {},
    times: [WORLD],
    ...known,
  };
}

/** Returns how far the engine gets with a user: the path, the position, and the receipts left. */
export function gone(of: Small, person: Person, answering = false) {
  const found = replay(compileInProcess(small(of)), person, answering);
  if (found === null) return null;
  const { walk, instance } = found;
  const errors = "errors" in walk.at ? walk.at.errors.map(({ pointer, code }) => ` ${pointer} ${code}`) : [];
  const until = walk.at.kind === "wait" ? ` until ${walk.at.until}` : "";
  return {
    way: [...walk.trail.map(({ step }) => step), `${walk.at.kind} ${walk.at.step}${errors}${until}`].join(
      " > ",
    ),
    answers: Object.fromEntries(Object.entries(instance.answers).map(([step, { value }]) => [step, value])),
    receipts: instance.receipts.map(receiptOf),
  };
}

function receiptOf(receipt: Receipt): string {
  const head = `${receipt.seq} ${receipt.kind} ${receipt.step}`;
  if (receipt.kind === "challenge") return `${head} ${receipt.outcome} ${JSON.stringify(receipt.values)}`;
  if (receipt.kind !== "effect" && receipt.kind !== "wait") return head;
  const attempt = receipt.kind === "effect" ? ` ${receipt.attempt}` : "";
  const trail = receipt.trail.map(({ step, to }) => `${step} > ${to}`);
  return `${head}${attempt} ${Object.values(receipt.outcome)
    .map((one) => (typeof one === "string" ? one : JSON.stringify(one)))
    .join(" ")} [${trail}]`;
}

/** A flow of two forms. A yes at the first form leads to the second. */
export const FORMS: Small = {
  steps: {
    ask: form([B, "more"], "out"),
    more: form("done"),
    ...ENDS,
  },
  forms: { ask: { b: YES }, more: { "c?": YES } },
};
