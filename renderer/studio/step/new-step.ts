import type { Draft, Operation } from "../../../engine/edits/index.ts";
import type { Json, JsonObject } from "../../../engine/values/json.ts";
import type { Words } from "../../../engine/values/languages.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import { readFile } from "../draft/texts-of-draft.ts";
import type { ReadablePlace } from "../engine/messages.ts";
import { flowInDraft, listOf, objectOf, stepsInDraft } from "./step-file.ts";

/** Kinds of steps that can be added. */
export const KINDS = ["form", "review", "challenge", "effect", "wait", "decide", "end"] as const;
export type NewKind = (typeof KINDS)[number];

/** The position of a new step: first, on a way of a step, or behind a new condition. */
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
  /** The effect of the step, or the event it waits for. */
  readonly effect?: string;
  readonly challenge?: string;
};

/** The effects or events of the server: `cases.open`. */
export function effectsIn(draft: Draft, of: "effects" | "events" = "effects"): readonly string[] {
  const folder = `schemas/${of}/`;
  return Object.keys(draft)
    .filter((file) => file.startsWith(folder))
    .map((file) => file.slice(folder.length, -".json".length));
}

/** The operations that add a complete step: content, form, texts, and the way to it. */
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
  const content = contentOf(draft, places, given, steps);
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
              ...(kind === "end" ? { "links.0": { th: "กลับหน้าภาพรวม", en: "Back to overview" } } : {}),
            },
          }
        : {}),
    },
  };
  const after: Operation[] = [];
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

function contentOf(draft: Draft, places: readonly ReadablePlace[], given: NewStep, steps: Steps): JsonObject {
  const review = steps.findLast(([, one]) => one.kind === "review")?.[0];
  switch (given.kind) {
    case "review":
      return { shows: answersOf(places).map((path) => shownPath(draft, given.flow, path)) };
    case "challenge":
      return {
        challenge: given.challenge ?? "pin",
        ...(given.challenge === "otp" ? { action: "order", channel: "email" } : {}),
        binds: review ?? "",
        errors: { exhausted: { reopen: review ?? "" } },
      };
    case "effect":
      return effectContent(draft, places, given, steps);
    case "wait": {
      const since = steps.findLast(([, one]) => one.kind === "effect")?.[0] ?? "";
      const end = steps.findLast(([, one]) => one.kind === "end")?.[0] ?? "";
      return { for: given.effect ?? "", since, within: "P7D", onTimeout: { to: end } };
    }
    case "end":
      return { outcome: "done", reason: given.step, links: ["/overview"] };
    default:
      return {};
  }
}

/** The path that shows an answer; `?` if it is optional or its review shows it only when present. */
export function shownPath(draft: Draft, flow: string, path: string): string {
  const isSometimes = stepsInDraft(draft, flow).some(([, one]) => listOf(one.shows).includes(`${path}?`));
  if (isSometimes) return `${path}?`;
  const [, step = "", field = ""] = path.split(".");
  const schema = objectOf(readFile(draft, `schemas/${flow}/${step}.json`));
  return listOf(schema.required).includes(field) ? path : `${path}?`;
}

function answersOf(places: readonly ReadablePlace[]): readonly string[] {
  return places.flatMap(({ path }) => (/^answers\.[^.]+\.[^.]+$/.test(path) ? [path] : []));
}

/** The inputs of an effect: answers with an input's name, or, if it takes more, every answer. */
function effectContent(
  draft: Draft,
  places: readonly ReadablePlace[],
  { flow, effect = "" }: NewStep,
  steps: Steps,
): JsonObject {
  const signature = objectOf(readFile(draft, `schemas/effects/${effect}.json`));
  const inputs = objectOf(objectOf(signature.input).properties);
  const input: { [name: string]: string } = {};
  for (const name of Object.keys(inputs)) {
    const found = places.find(({ path }) => path.endsWith(`.${name}`) && /^(answers|derived)\./.test(path));
    if (found !== undefined) input[name] = found.path;
  }
  if (signature.open === true)
    for (const path of answersOf(places)) {
      const name = path.split(".").at(-1) as string;
      const key = shownPath(draft, flow, path).endsWith("?") ? `${name}?` : name;
      if (input[name] === undefined) input[key] = path;
    }
  const end = steps.findLast(([, one]) => one.kind === "end")?.[0] ?? "";
  const errors = Object.fromEntries(
    Object.keys(objectOf(signature.errors)).map((code) => [code, { to: end }]),
  );
  return { effect, input, errors };
}

/** A challenge needs its means, such as a PIN: adds that rule as an invariant before it. */
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
