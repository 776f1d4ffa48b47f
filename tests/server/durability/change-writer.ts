import type { JsonObject } from "../../../engine/values/json.ts";
import { type Colleague, colleaguesAt } from "./colleagues.ts";

/**
 * Two colleagues at a portal that is killed repeatedly: one saves a draft in a loop, the other gets a change
 * published.
 */
export type ChangeWriter = {
  readonly begin: () => Promise<void>;
  /** Saves the draft again with another text. */
  readonly save: () => Promise<void>;
  /** Returns the draft's id and every text that was acknowledged or may have been saved, in order. */
  readonly written: () => {
    readonly id: string;
    readonly acknowledged: number;
    readonly texts: readonly string[];
  };
  /** Submits a change of two flows and approves it, with retries; returns its versions. */
  readonly publish: () => Promise<readonly string[]>;
};

/** Creates the writer, which sends each request again until a living portal answers. */
export function createChangeWriter(address: () => string): ChangeWriter {
  const logIn = colleaguesAt(address);
  let author: Colleague | null = null;
  const asAuthor: Colleague = async (path, body) => {
    author ??= await logIn("operations");
    return await author(path, body);
  };

  /** Returns a part of a change that sets a flow's `minutes`. */
  const minutes = async (flow: string, to: number) => {
    const list = await asAuthor(`/definitions?flow=${flow}`);
    const current = (list.json.current as { id: string; flow: string }[]).find((one) => one?.flow === flow);
    const { json } = await asAuthor(`/definitions/versions/${current?.id}`);
    const path = `flows/${flow}/flow.json`;
    const file = { ...((json.files as JsonObject)[path] as JsonObject), minutes: to };
    const files = { [path]: `${JSON.stringify(file, null, 2)}\n` };
    return { flow, part: { base: current?.id ?? null, files, done: [], undone: [] } };
  };

  let id = "";
  let revision = 1;
  let acknowledged = 0;
  let first: Awaited<ReturnType<typeof minutes>> | null = null;
  const texts: string[] = [];
  return {
    begin: async () => {
      first = await minutes("email", 1);
      const { json } = await asAuthor("/changes", { title: "Written while the portal dies" });
      id = String(json.id);
    },
    save: async () => {
      if (first === null) throw new Error("changeWriter: nothing was begun");
      const [[path = "", text = ""] = []] = Object.entries(first.part.files);
      const next = text.replace(/"minutes": \d+/, `"minutes": ${texts.length + 2}`);
      texts.push(next);
      const part = { ...first.part, files: { [path]: next } };
      const { status } = await asAuthor(`/changes/${id}/save`, { revision, flow: "email", part });
      if (status === 200) revision += 1;
      else {
        // The earlier answer was lost, but the draft was saved completely.
        const { json } = await asAuthor(`/changes/${id}`);
        const now = (json.parts as { email: { files: { [path: string]: string } } }).email.files[path];
        if (status !== 409 || now !== next) throw new Error(`saved: ${status}, and ${now} is there`);
        revision = Number(json.revision);
      }
      acknowledged = texts.length;
    },
    written: () => ({ id, acknowledged, texts }),
    publish: async () => {
      const { json: begun } = await asAuthor("/changes", { title: "Published while the portal dies" });
      let at = Number(begun.revision);
      for (const flow of ["contact-back", "complaint"]) {
        const part = await minutes(flow, 9);
        const { status } = await asAuthor(`/changes/${begun.id}/save`, { revision: at, ...part });
        if (status !== 200 && status !== 409) throw new Error(`saved: ${status}`);
        at = Number((await asAuthor(`/changes/${begun.id}`)).json.revision);
      }
      await asAuthor(`/changes/${begun.id}/hand-in`, { revision: at, reason: "Measured" });
      const { json: handed } = await asAuthor(`/changes/${begun.id}`);
      const versions = handed.versions as readonly string[];
      const compliance = await logIn("compliance");
      const evidence: { [id: string]: string } = {};
      for (const one of versions)
        evidence[one] = String((await compliance(`/definitions/versions/${one}?files=false`)).json.evidence);
      const approved = await compliance(`/changes/${begun.id}/approve`, { note: "Read", evidence });
      const { json } = await asAuthor(`/changes/${begun.id}`);
      // The call was interrupted after the change was published, so the repeated call finds it already
      // decided.
      if (json.status !== "published") throw new Error(`${approved.status}, and it is ${json.status}`);
      return versions;
    },
  };
}
