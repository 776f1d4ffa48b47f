import type { Json, JsonObject } from "../../engine/values/json.ts";
import { LANGUAGES, type Language, type Words } from "../../engine/values/languages.ts";
import { objectOf } from "./step/step-file.ts";

/** The people who may use a flow: those who are logged in, or anyone. */
export type Audience = "account" | "anonymous";

type Wanted = { readonly title: Words; readonly entry: string };
type Files = { readonly [path: string]: Json };

const REVIEW: Words = { th: "ตรวจอีกครั้ง", en: "Check before sending" };
const DONE: Words = { th: "เราได้รับเรื่องแล้ว", en: "We have received it" };
/** Page that the end of a flow leads back to. A visitor has no overview page. */
export const BACK: { readonly [audience in Audience]: { readonly to: string; readonly words: Words } } = {
  account: { to: "/overview", words: { th: "กลับหน้าภาพรวม", en: "Back to overview" } },
  anonymous: { to: "/", words: { th: "กลับหน้าแรก", en: "Back to the start page" } },
};

/**
 * Returns the files of a minimal flow: a form, a review and an end, with a link from one place of the portal.
 */
export function newFlowFiles(
  flow: string,
  { title, entry, subject }: Wanted & { readonly subject: Audience },
): Files {
  const back = BACK[subject];
  const texts = (lng: Language): Json => ({
    [flow]: {
      title: title[lng],
      entries: { [entry]: { label: title[lng] } },
      ask: { title: title[lng] },
      review: { title: REVIEW[lng] },
      done: { title: DONE[lng], links: { "0": back.words[lng] } },
    },
  });
  return {
    [`flows/${flow}/flow.json`]: {
      format: 2,
      id: flow,
      namespace: flow,
      subject,
      inFlight: "follow",
      entries: [{ place: entry }],
      start: "ask",
      steps: {
        ask: { kind: "form", next: [{ to: "review" }] },
        review: { kind: "review", shows: [], next: [{ to: "done" }] },
        done: { kind: "end", outcome: "done", reason: `${flow}-done`, links: [back.to] },
      },
    },
    [`schemas/${flow}/ask.json`]: {
      $id: `${flow}/ask`,
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    },
    ...Object.fromEntries(LANGUAGES.map((lng) => [`locales/${lng}/${flow}.json`, texts(lng)])),
  };
}

/** Returns a copy of a flow with its own title and link. */
export function withTitle(files: Files, flow: string, { title, entry }: Wanted): Files {
  const path = `flows/${flow}/flow.json`;
  const { start, steps, ...head } = objectOf(files[path]);
  const next: { [path: string]: Json } = {
    ...files,
    [path]: { ...head, entries: [{ place: entry }], start: start ?? "", steps: steps ?? {} },
  };
  for (const lng of LANGUAGES) {
    const texts = `locales/${lng}/${flow}.json`;
    const own: JsonObject = objectOf(objectOf(files[texts])[flow]);
    next[texts] = {
      [flow]: { ...own, title: title[lng], entries: { [entry]: { label: title[lng] } } },
    };
  }
  return next;
}
