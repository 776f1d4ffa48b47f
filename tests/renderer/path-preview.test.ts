import { beforeAll, describe, expect, test } from "vitest";
import { compileInProcess } from "../../engine/flow/loading.ts";
import { atlasOf, type PathClass } from "../../engine/verify/paths/index.ts";
import { readOrdinary } from "../../engine/verify/witness/index.ts";
import type { LoadedFlow } from "../../renderer/flow/module.ts";
import { previewBackend, screensOf } from "../../renderer/flow/preview-backend.ts";
import type { OrderWithTimeline } from "../../renderer/kit/api/answers.ts";
import { madeUp } from "../../renderer/portal/trade/made-up.ts";
import { flowNames, loadFlow, readJson } from "../definitions/definition-files.ts";

const ordinary = readOrdinary({ "flows/shared/ordinary.json": readJson("flows/shared/ordinary.json") });

async function previewed(flow: string) {
  const definition = await loadFlow(flow);
  const compiled = compileInProcess(definition, "hash");
  const loaded: LoadedFlow = { compiled, validateFns: {} as LoadedFlow["validateFns"] };
  return { definition, loaded, classes: atlasOf(definition, { compiled, ordinary }).classes };
}

describe.each(flowNames())("a preview of %s", (flow) => {
  let made: Awaited<ReturnType<typeof previewed>>;
  beforeAll(async () => {
    made = await previewed(flow);
  }, 240_000);

  test("shows each screen of a path, and skips steps without a screen", () => {
    const { definition, loaded, classes } = made;
    const unseen = (step: string): boolean => {
      const file = definition.flow.steps[step];
      if (file?.kind === "decide") return true;
      return file?.kind === "effect" && !file.form && definition.effects[file.effect]?.mode === "local";
    };
    for (const { name, steps, traveller } of classes) {
      const screens = screensOf(loaded, traveller, "preview-1").map(({ step }) => step);
      expect([name, screens.filter(unseen)]).toEqual([name, []]);
      expect([name, [...new Set(screens)]]).toEqual([name, steps.filter((step) => !unseen(step))]);
    }
  });

  test("starts no effect, and shows a due effect as running", () => {
    const { loaded, classes } = made;
    const states = classes.flatMap(({ traveller }) =>
      screensOf(loaded, traveller, "preview-1").flatMap(({ view: { at } }) =>
        at.kind === "effect" ? [at.state] : [],
      ),
    );
    expect(states.filter((state) => state === "due")).toEqual([]);
  });
});

test("a preview moves from screen to screen with a stand-in server, without the network", async () => {
  const { loaded, classes } = await previewed("invest");
  const path = classes.find(({ name }) => name === "paid:otp") as PathClass;
  const screens = screensOf(loaded, path.traveller, "preview-1");
  const shown: number[] = [];
  const backend = previewBackend({ flow: loaded, screens, shown: 0, onShown: (at) => shown.push(at) });
  const network = globalThis.fetch;
  globalThis.fetch = () => {
    throw new Error("the network was asked");
  };
  try {
    const opened = await backend.open("invest", "go-on");
    expect(opened).toMatchObject({ ok: true, value: { at: { kind: "form", step: "choose" } } });
    for (const { step } of screens) {
      const given = { instance: "preview-1", step, body: { answer: {} }, seen: 0, idempotencyKey: "k" };
      expect((await backend.submit(given)).ok).toBe(true);
    }
    expect(shown.at(-1)).toBe(screens.length - 1);
    expect(await backend.look("preview-1")).toMatchObject({
      ok: true,
      value: { at: { kind: "end", step: "paid" } },
    });
    // An answer to an earlier step leaves the current position unchanged.
    const again = {
      instance: "preview-1",
      step: "choose",
      body: { answer: {} },
      seen: 0,
      idempotencyKey: "k",
    };
    expect(await backend.submit(again)).toMatchObject({ ok: true, value: { at: { step: "paid" } } });
    expect((await backend.sendCode("preview-1", "otp")).ok).toBe(true);
    expect(await backend.picture("any")).toBeNull();
    const file = new Blob(["x"], { type: "image/jpeg" });
    const signal = new AbortController().signal;
    const sent = await backend.sendFile({
      file,
      name: "a.jpg",
      purpose: "card-front",
      onProgress: () => {},
      signal,
    });
    expect(sent.ok).toBe(true);
    expect(await backend.open("invest", "again")).toMatchObject({
      ok: true,
      value: { at: { step: "choose" } },
    });
  } finally {
    globalThis.fetch = network;
  }
});

test("a preview invents a placed order from the answers on the path", async () => {
  const { loaded, classes } = await previewed("invest");
  const path = classes.find(({ name }) => name === "paid:otp") as PathClass;
  const seen = screensOf(loaded, path.traveller, "preview-1").flatMap(({ view }) => {
    const { order = null } = (view.effects.place ?? {}) as { readonly order?: string | null };
    return order === null ? [] : [madeUp(`/orders/${order}`, view) as OrderWithTimeline];
  });
  const { choose, amount } = path.traveller.answers as Record<string, Record<string, string>>;
  expect(seen.length).toBeGreaterThan(0);
  for (const order of seen)
    expect(order).toMatchObject({ strategy: choose?.strategy, amount: amount?.amount });
  expect(seen.at(-1)).toMatchObject({ status: "WAITING", payIn: null });
});
