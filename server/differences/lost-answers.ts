import { compileClean } from "../../engine/flow/clean-answer.ts";
import type { Definition } from "../../engine/flow/definition.ts";
import { fitsSchema } from "../../engine/flow/fits-schema.ts";
import { fieldsOf, isObject } from "../../engine/flow/form-schema.ts";
import { tradeOf } from "../../engine/flow/trade.ts";
import type { Json, JsonSchema } from "../../engine/values/json.ts";
import { type AnswerChange, type StepChange, wordsOfAnswers } from "../../engine/verify/compare/index.ts";
import { schemaAt, takenOnlyBy } from "../../engine/verify/model/index.ts";
import type { Versions, Wording } from "./class-lines.ts";
import { type Around, called, fieldNames, type Loss, stepCalled } from "./loss.ts";
import type { Passing } from "./ways-to-effects.ts";

/**
 * Finds answers that the new version accepts and the old one rejected, such as a declined declaration or an
 * omitted consent.
 */
export function lostAnswers(
  { versions, old, now, wording }: Around,
  steps: readonly StepChange[],
): readonly Loss[] {
  const { before, after } = versions;
  return steps.flatMap(({ step, kind, answers, parts }): readonly Loss[] => {
    if (kind !== "changed" || !old.steps.has(step) || !now.steps.has(step)) return [];
    const [was, is] = [fieldNames(before, step), fieldNames(after, step)];
    const gone = was
      .filter((field) => !is.includes(field) && !isAskedElsewhere({ before, after }, now, { step, field }))
      .map(
        (field): Loss => ({
          kind: isOrdinary(before, step, field) ? "ordinary" : "question",
          question: `answers.${step}.${field}`,
          says: { key: "lost.question", params: { field: called(wording, `answers.${step}.${field}`) } },
        }),
      );
    const isOfGone = ({ path }: { readonly path: string }) =>
      !is.includes(path.slice(`answers.${step}.`.length).split(".")[0] ?? "");
    const newly = answers
      .filter((one) => one.taken === "newly" && !placesOf(one).some((path) => isOfGone({ path })))
      .flatMap((one) => withoutPromised(before, one));
    const taken = newly.map(
      (one): Loss => ({
        kind: "answer",
        says: {
          key: "lost.answer",
          params: {
            step: stepCalled(wording, step),
            answers: wordsOfAnswers(one, wording.naming)[wording.language],
          },
        },
      }),
    );
    const hasSaid = taken.length + gone.length > 0 || !parts.includes("schema");
    const answer = hasSaid ? undefined : newlyTaken({ before, after }, step);
    const sample: Loss[] =
      answer === undefined
        ? []
        : [
            {
              kind: "answer",
              says: {
                key: "lost.answer-such",
                params: { step: stepCalled(wording, step), answer: JSON.stringify(answer) },
              },
            },
          ];
    return [...gone, ...taken, ...sample, ...lostDocuments(versions, step, wording)];
  });
}

/**
 * Returns whether a question is ordinary. Then no rule, branch, derived value or effect reads its answer, and
 * the person declares nothing with it.
 */
function isOrdinary({ flow, rules, schemas }: Definition, step: string, field: string): boolean {
  const schema = fieldsOf(schemas[step] ?? {}).find(({ name }) => name === field)?.schema;
  const choices = schema?.enum;
  const isDeclared =
    schema === undefined || "const" in schema || (Array.isArray(choices) && choices.length === 1);
  const readers = Object.values(flow.steps).map((one) => [
    "next" in one ? one.next : [],
    "input" in one ? one.input : [],
  ]);
  const text = JSON.stringify([rules, flow.derived, readers]);
  const path = `"answers.${step}.${field}`;
  return !isDeclared && ![`${path}"`, `${path}.`].some((read) => text.includes(read));
}

/**
 * Returns whether another screen on the way to the effect now asks the same question, and accepts no answer
 * that the old screen rejected.
 */
function isAskedElsewhere(
  { before, after }: Versions<Definition>,
  { steps }: Passing,
  { step, field }: { readonly step: string; readonly field: string },
): boolean {
  const fieldIn = (definition: Definition, at: string) =>
    fieldsOf(definition.schemas[at] ?? {}).find(({ name }) => name === field);
  const was = fieldIn(before, step);
  return [...steps].some((at) => {
    const is = fieldIn(after, at);
    if (was === undefined || is === undefined || fieldIn(before, at) !== undefined) return false;
    return (
      (is.required || !was.required) &&
      takenOnlyBy(is.schema, promised(was.schema), tradeOf(after).formats) === undefined
    );
  });
}

/**
 * Returns an answer that the form now accepts and rejected before; undefined if there is none. Additional
 * questions are no loss, so fields that the old form did not ask are ignored.
 */
function newlyTaken({ before, after }: Versions<Definition>, step: string): Json | undefined {
  const [asked = {}, asks = {}] = [before.schemas[step], after.schemas[step]];
  const { formats } = tradeOf(after);
  const clean = compileClean(asked, formats);
  return takenOnlyBy(asks, promised(asked), formats, (value) => (isObject(value) ? clean(value) : value));
}

/**
 * Removes answers that the older version would also have accepted later: an open list can get new members
 * without a new version.
 */
function withoutPromised(before: Definition, change: AnswerChange): readonly AnswerChange[] {
  if (change.kind === "lengths") return [change];
  const cube = change.cube.map(({ variable, cells }) => {
    const asked = schemaAt(before, variable.path);
    const isPromised = (value: Json | undefined) =>
      asked !== undefined &&
      value !== undefined &&
      fitsSchema(value, promised(asked), tradeOf(before).formats);
    return { variable, cells: cells.filter(({ value }) => !isPromised(value)) };
  });
  return cube.some(({ cells }) => cells.length === 0) ? [] : [{ ...change, cube }];
}

/**
 * Returns a schema in which an open list accepts every value that matches its pattern. The members of such a
 * list are data and can change at any time.
 */
function promised(schema: JsonSchema): JsonSchema {
  const { enum: _members, ...rest } = schema;
  const open = schema.openList === true && typeof schema.pattern === "string" ? rest : schema;
  const within = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(within);
    return isObject(value) ? promised(value) : value;
  };
  return Object.fromEntries(Object.entries(open).map(([name, value]) => [name, within(value as Json)]));
}

function placesOf(change: AnswerChange): readonly string[] {
  return "path" in change ? [change.path] : change.cube.map(({ variable }) => variable.path);
}

/**
 * Finds consents that now refer to another document, or to none. A different document makes it a different
 * consent.
 */
function lostDocuments(
  { before, after }: Versions<Definition>,
  step: string,
  wording: Wording,
): readonly Loss[] {
  const hints = (definition: Definition) => definition.flow.steps[step]?.ui ?? {};
  return Object.entries(hints(before)).flatMap(([field, { document }]): readonly Loss[] => {
    const now = Object.hasOwn(hints(after), field) ? hints(after)[field]?.document : undefined;
    if (document === undefined || document === now || !fieldNames(after, step).includes(field)) return [];
    const params = {
      field: called(wording, `answers.${step}.${field}`),
      from: document,
      to: now ?? ({ key: "none" } as const),
    };
    return [{ kind: "consent", says: { key: "lost.document", params } }];
  });
}
