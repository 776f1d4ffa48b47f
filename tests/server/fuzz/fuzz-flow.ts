import { trade } from "../../../domain/index.ts";
import type { JsonObject, JsonSchema } from "../../../engine/values/json.ts";
import { load } from "../../../engine/verify/lint/index.ts";
import { readSource } from "../../../server/sources/source.ts";
import type { Answer, Caller, PortalHouse } from "../portal-house.ts";
import type { GoodAnswers } from "./good-answers.ts";

/** Attack on the steps of a flow. */
export type Attack = {
  /** Returns the texts that are posted to this step, unchanged. */
  readonly bodies: (step: string, schema: JsonSchema, good: JsonObject) => readonly string[];
  /** Checks every answer. */
  readonly seen: (step: string, body: string, answer: Answer) => void;
};

export type Route = {
  readonly flow: string;
  readonly who: Caller;
  readonly good: GoodAnswers;
  /** PIN of the person, and e-mail address for the codes. */
  readonly pin?: string;
  readonly email?: string;
  /** Last step of the walk. */
  readonly until?: string;
};

const MOST_STEPS = 90;

/** Walks a flow with valid answers and attacks each of its steps while it is open. Returns the attacked steps. */
export async function fuzzFlow(house: PortalHouse, route: Route, attack: Attack): Promise<readonly string[]> {
  const schemas = await schemasOf(route.flow);
  const attacked = new Set<string>();
  let view = await begin(route);
  for (let turn = 0; turn < MOST_STEPS; turn += 1) {
    const { kind, step } = view.at;
    if (kind === "end" || kind === "wait" || step === undefined) break;
    if (kind === "form" || kind === "review" || (kind === "effect" && view.at.state === "ask")) {
      if (!attacked.has(step)) {
        attacked.add(step);
        const good = kind === "review" ? { values: view.at.values ?? {} } : (route.good[step] ?? {});
        for (const body of attack.bodies(step, schemas[step] ?? {}, good)) {
          const answer = await post(route, view.id, step, body);
          attack.seen(step, body, answer);
          // An accepted body may end this instance, so another one is started and walked to this step.
          if (answer.status === 200 && isOver(answer.body)) view = await forward(house, route, step);
        }
        const now = await route.who.call("GET", `/api/instances/${view.id}`);
        if (isOver(now.body)) view = await forward(house, route, step);
        if (step === route.until) break;
      }
      const next = await pass(house, route, view, step);
      if (next === null) break;
      view = next;
    } else {
      const next = await pass(house, route, view, step);
      if (next === null) break;
      view = next;
    }
  }
  return [...attacked];
}

type View = {
  readonly id: string;
  readonly at: {
    readonly kind: string;
    readonly step: string;
    readonly state?: string;
    readonly values?: JsonObject;
    readonly final?: boolean;
  };
};

async function begin({ who, flow }: Route): Promise<View> {
  const { status, body } = await who.call("POST", `/api/flows/${flow}/instances`, { again: true });
  if (status !== 200) throw new Error(`begin ${flow}: ${status} ${JSON.stringify(body)}`);
  return body as View;
}

/** Continues with a valid answer, code or wait; `null` if no next step exists. */
async function pass(house: PortalHouse, route: Route, view: View, step: string): Promise<View | null> {
  const { who, good, flow } = route;
  // An accepted answer may have started an effect that freezes the answer.
  for (let round = 0; round < 4; round += 1) await house.server.jobs.drain();
  const now = (await who.call("GET", `/api/instances/${view.id}`)).body as View;
  const at = now.at.step === step ? now.at : view.at;
  switch (at.kind) {
    case "challenge": {
      const code = flow === "invest" ? (route.pin ?? "") : await codeFor(house, route, view.id, step);
      return viewOr(await who.submit(view.id, step, { code }));
    }
    case "effect":
      if (at.state === "ask") return viewOr(await who.submit(view.id, step, { answer: good[step] ?? {} }));
      return now;
    case "review":
      return viewOr(await who.submit(view.id, step, { answer: { values: at.values ?? {} } }));
    case "form":
      return (
        viewOr(await who.submit(view.id, step, { answer: good[step] ?? {} })) ??
        (now.at.step === step ? null : now)
      );
    default:
      return null;
  }
}

/** Starts a new instance and walks with valid answers up to a step. */
async function forward(house: PortalHouse, route: Route, target: string): Promise<View> {
  let view = await begin(route);
  for (let turn = 0; turn < MOST_STEPS && view.at.step !== target; turn += 1) {
    const next = await pass(house, route, view, view.at.step);
    if (next === null) break;
    view = next;
  }
  return view;
}

async function codeFor(
  house: PortalHouse,
  { who, email = "" }: Route,
  id: string,
  step: string,
): Promise<string> {
  const sent = await who.call("POST", `/api/instances/${id}/steps/${step}/send`);
  if (sent.status !== 200) throw new Error(`send: ${JSON.stringify(sent.body)}`);
  await house.server.jobs.drain();
  const { messages: mails } = await who.get("/dev/mailbox", { query: { to: email } });
  return /\b\d{6}\b/.exec(mails.find(({ template }) => template === "otp")?.body ?? "")?.[0] ?? "";
}

async function post({ who }: Route, id: string, step: string, text: string): Promise<Answer> {
  return await who.call("POST", `/api/instances/${id}/steps/${step}`, text, {
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  });
}

function viewOr(answer: Answer): View | null {
  return answer.status === 200 ? (answer.body as View) : null;
}

function isOver(body: JsonObject): boolean {
  const { kind, final } = (body as View).at;
  return kind === "end" && final === true;
}

async function schemasOf(flow: string): Promise<{ readonly [step: string]: JsonSchema }> {
  const { source } = await readSource(process.cwd(), flow);
  const loaded = load(source, trade);
  if (!loaded.ok) throw new Error(`schemasOf: ${flow} is unsound`);
  return loaded.value.schemas;
}
