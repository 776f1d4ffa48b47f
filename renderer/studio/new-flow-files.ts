import type { Json, JsonObject } from "../../engine/values/json.ts";
import { objectOf } from "./step/step-file.ts";

type Wanted = { readonly title: { readonly th: string; readonly en: string }; readonly entry: string };
type Files = { readonly [path: string]: Json };

/** A minimal flow: a form, a review, an end; linked at one place. */
export function newFlowFiles(flow: string, { title, entry }: Wanted): Files {
  const texts = (lng: "th" | "en"): Json => ({
    [flow]: {
      title: title[lng],
      entries: { [entry]: { label: title[lng] } },
      ask: { title: title[lng] },
      review: { title: lng === "th" ? "ตรวจอีกครั้ง" : "Check before sending" },
      done: {
        title: lng === "th" ? "เราได้รับเรื่องแล้ว" : "We have received it",
        links: { "0": lng === "th" ? "กลับหน้าภาพรวม" : "Back to overview" },
      },
    },
  });
  return {
    [`flows/${flow}/flow.json`]: {
      format: 2,
      id: flow,
      namespace: flow,
      subject: "account",
      inFlight: "follow",
      entries: [{ place: entry }],
      start: "ask",
      steps: {
        ask: { kind: "form", next: [{ to: "review" }] },
        review: { kind: "review", shows: [], next: [{ to: "done" }] },
        done: { kind: "end", outcome: "done", reason: `${flow}-done`, links: ["/overview"] },
      },
    },
    [`schemas/${flow}/ask.json`]: {
      $id: `${flow}/ask`,
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    },
    [`locales/th/${flow}.json`]: texts("th"),
    [`locales/en/${flow}.json`]: texts("en"),
  };
}

/** A copy of a flow with its own title and link place. */
export function withTitle(files: Files, flow: string, { title, entry }: Wanted): Files {
  const path = `flows/${flow}/flow.json`;
  const { start, steps, ...head } = objectOf(files[path]);
  const next: { [path: string]: Json } = {
    ...files,
    [path]: { ...head, entries: [{ place: entry }], start: start ?? "", steps: steps ?? {} },
  };
  for (const lng of ["th", "en"] as const) {
    const texts = `locales/${lng}/${flow}.json`;
    const own: JsonObject = objectOf(objectOf(files[texts])[flow]);
    next[texts] = {
      [flow]: { ...own, title: title[lng], entries: { [entry]: { label: title[lng] } } },
    };
  }
  return next;
}
