import type { Draft, Operation } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Words } from "../../../engine/values/languages.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import { readFile, textOfDraft } from "../draft/texts-of-draft.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { type Audience, BACK } from "../new-flow-files.ts";
import { constantFor, firstConstant, isDoneBefore, withConstants } from "./constants.ts";
import { flowInDraft, listOf, objectOf, stepsInDraft } from "./step-file.ts";

/** Kinds of steps that can be added. */
export const KINDS = ["form", "review", "challenge", "effect", "wait", "decide", "end"] as const;
export type NewKind = (typeof KINDS)[number];

/** The position of a new step: at the start, on a transition of another step, or behind a new condition. */
export type Spot =
  | { readonly kind: "start" }
  | { readonly kind: "on-way"; readonly after: string; readonly next: number }
  | { readonly kind: "branch"; readonly after: string; readonly when: Json };

export type NewStep = {
  readonly flow: string;
  readonly step: string;
  readonly kind: NewKind;
  readonly title: Words;
  readonly spot: Spot;
  /** Name of the effect that the step runs, or of the event that it waits for. */
  readonly effect?: string;
  readonly challenge?: string;
};

/** Effects that are offered first for a new step. They send the answers to a desk. */
const FIRST = ["cases.open", "cases.openByVisitor"];

/**
 * Returns the names of the server's effects or events that a flow can use, such as `cases.open`. A flow for
 * anyone cannot use effects that need an account. A flow for accounts cannot use the effect with which
 * visitors open cases.
 */
export function effectsIn(
  draft: Draft,
  flow: string,
  of: "effects" | "events" = "effects",
): readonly string[] {
  const folder = `schemas/${of}/`;
  const isAnyone = flowInDraft(draft, flow).subject === "anonymous";
  const all = Object.keys(draft)
    .filter((file) => file.startsWith(folder))
    .filter((file) => !isAnyone || objectOf(readFile(draft, file)).subject !== "account")
    .map((file) => file.slice(folder.length, -".json".length));
  const first = FIRST.filter((one) => all.includes(one) && isAnyone === (one === "cases.openByVisitor"));
  return [...first, ...all.filter((one) => !FIRST.includes(one))];
}

/** Returns the operations that add a complete step: its content, form and texts, and the transition to it. */
export function addedStep(
  draft: Draft,
  places: readonly ReadablePlace[],
  given: NewStep,
): readonly Operation[] {
  const { flow, step, kind, title, spot } = given;
  const steps = stepsInDraft(draft, flow);
  const flowFile = flowInDraft(draft, flow);
  const from = spot.kind === "start" ? null : steps.find(([id]) => id === spot.after)?.[1];
  const ways = listOf(from?.next).map(objectOf);
  const onward =
    spot.kind === "start"
      ? flowFile.start
      : (ways[spot.kind === "on-way" ? spot.next : ways.length - 1]?.to ?? null);
  const { content, more } = contentOf(draft, places, given, steps);
  const next = kind === "end" ? {} : { next: [{ to: String(onward) }] };
  const hasTitle = kind !== "decide" && kind !== "effect";
  const adding: Operation = {
    op: "add-step",
    args: {
      flow,
      step,
      content: { kind, ...content, ...next },
      ...(kind === "form"
        ? { schema: { type: "object", properties: {}, required: [], additionalProperties: false } }
        : {}),
      ...(spot.kind === "on-way" ? { after: spot.after, next: spot.next } : {}),
      ...(hasTitle
        ? {
            texts: {
              title,
              ...(kind === "end" ? { "links.0": backOf(flowFile).words } : {}),
            },
          }
        : {}),
    },
  };
  const after: Operation[] = [...more];
  const file = `flows/${flow}/flow.json`;
  if (spot.kind === "start") after.push({ op: "set-value", args: { file, pointer: "/start", value: step } });
  if (spot.kind === "branch")
    after.push({
      op: "set-next",
      args: {
        flow,
        step: spot.after,
        next: [...ways.slice(0, -1), { when: spot.when, to: step }, ...ways.slice(-1)],
      },
    });
  if (kind === "challenge") after.push(...whatItNeeds(draft, given));
  return [adding, ...after];
}

type Steps = ReturnType<typeof stepsInDraft>;

/** The content of a new step, with further operations that this step needs. */
type Content = { readonly content: JsonObject; readonly more: readonly Operation[] };

function contentOf(draft: Draft, places: readonly ReadablePlace[], given: NewStep, steps: Steps): Content {
  const review = steps.findLast(([, one]) => one.kind === "review")?.[0];
  const alone = (content: JsonObject): Content => ({ content, more: [] });
  switch (given.kind) {
    case "review":
      return alone({ shows: answersOf(places).map((path) => shownPath(draft, given.flow, path)) });
    case "challenge":
      return alone({
        challenge: given.challenge ?? "pin",
        ...(given.challenge === "otp" ? { action: "order", channel: "email" } : {}),
        binds: review ?? "",
        errors: { exhausted: { reopen: review ?? "" } },
      });
    case "effect":
      return effectContent(draft, places, given, steps);
    case "wait": {
      const since = steps.findLast(([, one]) => one.kind === "effect")?.[0] ?? "";
      const end = steps.findLast(([, one]) => one.kind === "end")?.[0] ?? "";
      return alone({ for: given.effect ?? "", since, within: "P7D", onTimeout: { to: end } });
    }
    case "end": {
      const { spot, flow } = given;
      const isDone = spot.kind !== "start" && isDoneBefore(draft, flow, spot.after);
      const outcome = isDone ? "done" : "stopped";
      return alone({ outcome, reason: given.step, links: [backOf(flowInDraft(draft, flow)).to] });
    }
    default:
      return alone({});
  }
}

function backOf({ subject }: JsonObject): (typeof BACK)[Audience] {
  return BACK[subject === "anonymous" ? "anonymous" : "account"];
}

/**
 * Returns the data path with which a screen shows an answer. It ends in `?` if the answer is optional, or if
 * another screen already treats it so.
 */
export function shownPath(draft: Draft, flow: string, path: string): string {
  const isSometimes = stepsInDraft(draft, flow).some(([, one]) => listOf(one.shows).includes(`${path}?`));
  if (isSometimes) return `${path}?`;
  const [, step = "", field = ""] = path.split(".");
  const schema = objectOf(readFile(draft, `schemas/${flow}/${step}.json`));
  return listOf(schema.required).includes(field) ? path : `${path}?`;
}

/** Returns the name of the common schema that a question uses, such as `common/email`. */
function kindOf(draft: Draft, flow: string, path: string): Json | undefined {
  const [, step = "", field = ""] = path.split(".");
  return objectOf(objectOf(objectOf(readFile(draft, `schemas/${flow}/${step}.json`)).properties)[field]).$ref;
}

function answersOf(places: readonly ReadablePlace[]): readonly string[] {
  return places.flatMap(({ path }) => (/^answers\.[^.]+\.[^.]+$/.test(path) ? [path] : []));
}

/**
 * Returns the inputs of an effect. Each input reads the answer with the same name. Inputs for words that the
 * flow defines, such as a topic, become constants. If the effect accepts further inputs, it gets all
 * remaining answers.
 */
function effectContent(
  draft: Draft,
  places: readonly ReadablePlace[],
  { flow, step, effect = "" }: NewStep,
  steps: Steps,
): Content {
  const signature = objectOf(readFile(draft, `schemas/effects/${effect}.json`));
  const inputs = objectOf(objectOf(signature.input).properties);
  const needed = listOf(objectOf(signature.input).required).map(String);
  const input: { [name: string]: string } = {};
  for (const name of Object.keys(inputs)) {
    const found = places.find(({ path }) => path.endsWith(`.${name}`) && /^(answers|derived)\./.test(path));
    if (found !== undefined) input[name] = found.path;
  }
  // If no answer has the same name as the input, the input reads an answer of the same kind, such as an
  // e-mail address.
  for (const name of needed) {
    const kind = objectOf(inputs[name]).$ref;
    const found = answersOf(places).find((path) => kind !== undefined && kindOf(draft, flow, path) === kind);
    if (input[name] === undefined && found !== undefined) input[name] = found;
  }
  const constants: { [name: string]: Json } = {};
  const texts: Operation[] = [];
  for (const name of listOf(signature.spelled).map(String)) {
    if (input[name] !== undefined || !needed.includes(name)) continue;
    const schema = objectOf(inputs[name]);
    const own = constantFor(draft, flow, { step, input: name });
    const value = firstConstant(flow, schema);
    constants[own] = value;
    input[name] = `derived.${own}`;
    // A word that the flow defines, such as a topic, needs a text. Its first text is the name of the flow.
    if (typeof value === "string" && schema.enum === undefined)
      texts.push({
        op: "set-text",
        args: {
          key: `${textRootOf(draft, flow)}.derived.${own}.options.${value}`,
          ...wordsOfDraft(draft, `${textRootOf(draft, flow)}.title`),
        },
      });
  }
  if (signature.open === true)
    for (const path of answersOf(places).filter((one) => !Object.values(input).includes(one))) {
      const name = path.split(".").at(-1) as string;
      const key = shownPath(draft, flow, path).endsWith("?") ? `${name}?` : name;
      if (input[name] === undefined) input[key] = path;
    }
  const end = steps.findLast(([, one]) => one.kind === "end")?.[0] ?? "";
  const errors = Object.fromEntries(
    Object.keys(objectOf(signature.errors)).map((code) => [code, { to: end }]),
  );
  const more = Object.keys(constants).length === 0 ? [] : withConstants(draft, flow, constants);
  return { content: { effect, input, errors }, more: [...more, ...texts] };
}

/** Returns the prefix of the keys of a flow's texts. */
function textRootOf(draft: Draft, flow: string): string {
  return `${flowInDraft(draft, flow).namespace}:${flow}`;
}

function wordsOfDraft(draft: Draft, key: string): Words {
  return { th: textOfDraft(draft, "th", key) ?? "", en: textOfDraft(draft, "en", key) ?? "" };
}

/**
 * Returns the operations that add what a challenge needs, such as an existing PIN. The needed rule becomes an
 * invariant before the challenge.
 */
function whatItNeeds(draft: Draft, { flow, step, challenge = "pin" }: NewStep): readonly Operation[] {
  const needs = (names.challenges as { readonly [kind: string]: { readonly needs: string } })[challenge]
    ?.needs;
  if (needs === undefined) return [];
  const file = `flows/${flow}/flow.json`;
  const flowFile = flowInDraft(draft, flow);
  return [
    {
      op: "set-value",
      args: {
        file,
        pointer: "/invariants",
        value: [...listOf(flowFile.invariants), { before: step, rule: needs }],
        before: "start",
      },
    },
    ...(objectOf(flowFile.facts).investor === undefined
      ? [
          {
            op: "set-value" as const,
            args: {
              file,
              pointer: "/facts",
              value: { ...objectOf(flowFile.facts), investor: {} },
              before: "start",
            },
          },
        ]
      : []),
  ];
}
