import type { Draft } from "./draft.ts";
import { leavesIn, pointerOf } from "./json-places.ts";
import { answerOf, askedAfter, reopenedFields } from "./question-edits.ts";
import { readersOfPlace } from "./reader-cuts.ts";
import { isAbout, readersOf } from "./references.ts";
import { fileOfFlow } from "./step-edits.ts";
import { Work } from "./work.ts";

/** A location in a draft's files that depends on a step or question. */
export type Dependent = {
  readonly file: string;
  readonly pointer: string;
  /**
   * How the location depends on the step. `leads`: the location is a route to the step. `reads`: the location
   * reads an answer or a result of the step. `names`: an invariant, a challenge, a wait or an error that
   * reopens the step names the step at the location. `asks`: the location is a question that is asked
   * depending on the answer.
   */
  readonly why: "leads" | "reads" | "names" | "asks";
  /** For `reads`, the data path that the location reads. Otherwise the id of the step or the question. */
  readonly what: string;
};

/** Returns every location outside a step that depends on the step, in file order. Changes nothing. */
export function dependentsOf(draft: Draft, { flow, step }: { readonly flow: string; readonly step: string }) {
  const work = new Work(draft, {});
  const own = `flows/${flow}/flow.json`;
  const within = `${pointerOf(["steps", step])}/`;
  const found: Dependent[] = [];
  for (const file of readersOf(work, flow))
    for (const [pointer, text] of leavesIn(work.maybe(file))) {
      const why =
        file === own && text === step
          ? whyNamed(pointer)
          : isAbout(text, `answers.${step}`) || isAbout(text, `effects.${step}`)
            ? "reads"
            : null;
      if (why !== null && !(file === own && pointer.startsWith(within)))
        found.push({ file, pointer, why, what: String(text).replace(/\?$/, "") });
    }
  return found as readonly Dependent[];
}

/** A location that depends on a question. */
export type QuestionDependent = Dependent & {
  /** Whether `remove-question` can remove the location as well. Otherwise a person must decide. */
  readonly goes: boolean;
};

/** Returns every location that depends on a question, in file order. Changes nothing. */
export function dependentsOfQuestion(
  draft: Draft,
  of: { readonly flow: string; readonly step: string; readonly field: string },
): readonly QuestionDependent[] {
  const { flow, step, field } = of;
  const work = new Work(draft, {});
  const name = field.split(".").at(-1) as string;
  const places = [answerOf(of)];
  const found: QuestionDependent[] = askedAfter(work, of).map(({ file, field: other }) => ({
    file,
    pointer: pointerOf([...namesInForm(other), "when"]),
    why: "asks",
    what: other,
    goes: true,
  }));
  for (const { step: other, pointer } of reopenedFields(work, flow, step, name))
    found.push({
      file: fileOfFlow(flow),
      pointer: pointerOf(["steps", other, ...pointer]),
      why: "names",
      what: field,
      goes: pointer.at(-1) === "field",
    });
  // Derived values that cannot be computed without the answer are added to the list during the loop.
  for (const place of places)
    for (const { file, pointer, text, cut } of readersOfPlace(work, flow, place)) {
      if (/\/mend$/.test(pointer)) continue;
      found.push({ file, pointer, why: "reads", what: String(text).replace(/\?$/, ""), goes: cut !== null });
      const derived = cut?.derived === undefined ? undefined : `derived.${cut.derived}`;
      if (derived !== undefined && !places.includes(derived)) places.push(derived);
    }
  return found;
}

/** Returns the names from a form's root to a question: `owners.items.name` is below `properties` twice. */
function namesInForm(field: string): readonly string[] {
  return field.split(".").flatMap((one) => (one === "items" ? [one] : ["properties", one]));
}

function whyNamed(pointer: string): Dependent["why"] | null {
  if (/\/to$|^\/start$/.test(pointer)) return "leads";
  return /\/(?:since|binds|reopen|before)(?:\/\d+)?$/.test(pointer) ? "names" : null;
}
