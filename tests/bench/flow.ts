import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { assign, initialTransition, setup, transition } from "xstate";
import { trade } from "../../domain/index.ts";
import {
  type Compiled,
  derive,
  type FlowModule,
  fromModule,
  type Instance,
  submit,
} from "../../engine/flow/index.ts";
import type { JsonObject } from "../../engine/values/json.ts";
import { load } from "../../engine/verify/lint/index.ts";
import { compileModule } from "../../server/sources/compile.ts";
import { sourceOf } from "../engine/flow/fixtures/source-of.ts";

/**
 * Measures figure 2. One contender is a flow of forms, each with its own schema (three fields) and two
 * guards, published as a module. The other is the same flow as an xstate machine whose guards call the same
 * validators. Rates are the best of several rounds in which both alternate.
 */
export async function bench(): Promise<{
  readonly name: string;
  readonly figures: { readonly [figure: string]: number };
}> {
  const ten = await flowOf(10);
  const complete = instanceOf(10);
  const machine = machineOf(ten);
  const walked = derive(ten, complete, {}, {});
  if (walked.at.kind !== "end" || walked.trail.length !== 10) throw new Error("bench: the walk does not end");

  const fresh = () => ({ ...complete, answers: { ...complete.answers } });
  const last = { step: "s9", answer: answerOf(9) };
  const before = { ...complete, answers: Object.fromEntries(Object.entries(complete.answers).slice(0, 9)) };
  let salt = 0;
  const measured = inTurn({
    walks: () => {
      derive(ten, fresh(), {}, {});
    },
    walksValidating: () => {
      derive(ten, instanceOf(10), {}, {});
    },
    actions: () => {
      salt += 1;
      const decision = submit(
        ten,
        before,
        {},
        {},
        { ...last, answer: { ...last.answer, amount: salt % 1000 } },
      );
      if (decision.kind !== "accepted") throw new Error(`bench: ${decision.kind}`);
    },
    machines: () => {
      let [state] = initialTransition(machine);
      for (let step = 0; step < 10; step += 1)
        [state] = transition(machine, state, { type: "ANSWER", value: answerOf(step) });
      if (state.status !== "done") throw new Error("bench: the machine does not end");
    },
  });
  const transitionsPerSecond = measured.machines * 10;
  const hundred = await walkMs(100);
  const thousand = await walkMs(1000);
  return {
    name: "flow",
    figures: {
      stepsPerSecond: Math.round(measured.walks * 10),
      stepsPerSecondValidatingAnew: Math.round(measured.walksValidating * 10),
      xstateTransitionsPerSecond: Math.round(transitionsPerSecond),
      walkedStepsToTransitions: rounded((measured.walks * 10) / transitionsPerSecond),
      walkedStepsValidatingAnewToTransitions: rounded((measured.walksValidating * 10) / transitionsPerSecond),
      actionsToTransitions: rounded(measured.actions / transitionsPerSecond),
      walkOf1000StepsMs: rounded(thousand),
      costPerStep1000To100: rounded(thousand / 10 / hundred),
    },
  };
}

/**
 * Returns the runs per second of each contender: the best of some rounds in which all alternate, so that a
 * busy machine affects all equally.
 */
function inTurn<Name extends string>(
  runs: { readonly [name in Name]: () => void },
): { readonly [name in Name]: number } {
  const best = Object.fromEntries(Object.keys(runs).map((name) => [name, 0])) as { [name in Name]: number };
  for (let round = 0; round < 8; round += 1)
    for (const name of Object.keys(runs) as Name[]) {
      const run = runs[name];
      const began = performance.now();
      let count = 0;
      let spent = 0;
      for (; spent < 120; spent = performance.now() - began) {
        for (let index = 0; index < 50; index += 1) run();
        count += 50;
      }
      best[name] = Math.max(best[name], (count / spent) * 1000);
    }
  return best;
}

async function walkMs(steps: number): Promise<number> {
  const compiled = await flowOf(steps);
  const instance = instanceOf(steps);
  const { walk } = inTurn({
    walk: () => {
      derive(compiled, { ...instance }, {}, {});
    },
  });
  return 1000 / walk;
}

async function flowOf(steps: number): Promise<Compiled> {
  const names = Array.from({ length: steps }, (_, index) => `s${index}`);
  const loaded = load(
    sourceOf({
      flow: {
        id: "long",
        namespace: "long",
        subject: "account",
        inFlight: "follow",
        start: "s0",
        steps: {
          ...Object.fromEntries(
            names.map((name, index) => [
              name,
              {
                kind: "form",
                next: [
                  { when: { "<": [{ var: `answers.${name}.amount` }, 0] }, to: "refused" },
                  {
                    when: {
                      and: [
                        { var: `answers.${name}.agreed` },
                        { "!=": [{ var: `answers.${name}.word` }, "stop"] },
                      ],
                    },
                    to: names[index + 1] ?? "done",
                  },
                  { to: "refused" },
                ],
              },
            ]),
          ),
          done: { kind: "end", outcome: "done", reason: "done" },
          refused: { kind: "end", outcome: "stopped", reason: "refused" },
        },
      },
      schemas: Object.fromEntries(
        names.map((name) => [
          name,
          {
            $id: `long/${name}`,
            type: "object",
            properties: {
              amount: { type: "integer", maximum: 1000000 },
              agreed: { type: "boolean" },
              word: { type: "string", minLength: 1, maxLength: 40 },
            },
            required: ["amount", "agreed", "word"],
          },
        ]),
      ),
    }),
    trade,
  );
  if (!loaded.ok) throw new Error(`bench: ${JSON.stringify(loaded.error.slice(0, 3))}`);
  const { source } = await compileModule(loaded.value);
  const folder = await mkdtemp(join(tmpdir(), "saphan-bench-"));
  try {
    const path = join(folder, "long.mjs");
    await writeFile(path, source);
    return fromModule((await import(pathToFileURL(path).href)) as FlowModule, trade);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function instanceOf(steps: number): Instance {
  const answers: { [step: string]: Instance["answers"][string] } = {};
  for (let step = 0; step < steps; step += 1) answers[nameOf(step)] = { value: answerOf(step), revision: 1 };
  return { id: "i", flow: "long", version: "", answers, receipts: [] };
}

const names = Array.from({ length: 1000 }, (_, step) => `s${step}`);

function nameOf(step: number): string {
  return names[step] as string;
}

function answerOf(step: number): JsonObject {
  return { amount: step, agreed: true, word: "go" };
}

type Answer = { readonly type: "ANSWER"; readonly value: JsonObject };
type Given = { readonly answers: { readonly [step: string]: JsonObject } };

/**
 * Returns the same flow as a state machine: one state per step, with the same validators and conditions in
 * its guards.
 */
function machineOf(compiled: Compiled) {
  const forms = compiled.plan.nodes.filter((node) => node.kind === "form");
  const valid = (index: number, { value }: Answer): boolean => forms[index]?.form?.validate(value) === true;
  const states = Object.fromEntries(
    forms.map((node, index) => {
      const keep = assign(({ context, event }: { context: Given; event: Answer }) => ({
        answers: { ...context.answers, [node.id]: event.value },
      }));
      return [
        node.id,
        {
          on: {
            ANSWER: [
              {
                guard: ({ event }: { event: Answer }) =>
                  valid(index, event) && (event.value.amount as number) < 0,
                target: "refused",
                actions: keep,
              },
              {
                guard: ({ event }: { event: Answer }) =>
                  valid(index, event) && event.value.agreed === true && event.value.word !== "stop",
                target: forms[index + 1]?.id ?? "done",
                actions: keep,
              },
            ],
          },
        },
      ];
    }),
  );
  return setup({ types: {} as { context: Given; events: Answer } }).createMachine({
    initial: "s0",
    context: { answers: {} },
    states: { ...states, done: { type: "final" }, refused: { type: "final" } },
  } as never);
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
