import { useEffect, useRef, useState } from "react";
import { type Definition, type Trade, withTrade } from "../../../engine/flow/index.ts";
import type { Atlas } from "../../../engine/verify/paths/index.ts";
import type { RulePage } from "../../../engine/verify/rule-book/index.ts";
import type { SpokenFinding, Words } from "../../../engine/verify/words/index.ts";
import { loadTradeParts } from "../../flow/trade-parts.ts";
import { useLanguage } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { AffectedPeople, Answer, Question, ReadablePlace, SuggestedCase, WayOn } from "./messages.ts";

/** The engine's result for a draft. If the draft cannot be parsed now, it is the last valid result. */
export type Studied = {
  readonly definition: Definition | null;
  readonly ways: readonly WayOn[];
  readonly findings: readonly SpokenFinding[];
  readonly places: readonly ReadablePlace[];
  readonly sentences: { readonly [place: string]: Words };
  readonly classes: Atlas["classes"];
  readonly rules: readonly RulePage[];
  /** Test cases that the shown rule lacks. */
  readonly suggested: readonly SuggestedCase[];
  /** People affected by the draft; `null` until they are known. */
  readonly affected: readonly AffectedPeople[] | null;
  /** Whether the result belongs to exactly the current files. */
  readonly isCurrent: boolean;
  /** Progress of the engine for the latest files. */
  readonly stage: "reading" | "proving" | "walking" | "done" | "unsound" | "failed";
  /** Duration of the proof in milliseconds; `null` before the proof has ended. */
  readonly provedInMs: number | null;
};

/** The result before the worker's first answer. */
export const NOTHING: Studied = {
  definition: null,
  ways: [],
  findings: [],
  places: [],
  sentences: {},
  classes: [],
  rules: [],
  suggested: [],
  affected: null,
  isCurrent: false,
  stage: "reading",
  provedInMs: null,
};

/** Pause in typing, in milliseconds, after which the draft is checked. */
const REST_MS = 150;

/** Checks a draft in the worker after each change, when the person pauses typing. */
export function useEngine(
  flow: string,
  { draft: files, base: stands, changed }: Pick<Drafting, "draft" | "base" | "changed">,
  { wants = "paths", rule }: { readonly wants?: Question["wants"]; readonly rule?: string } = {},
): Studied {
  const base = changed.length > 0 ? stands : undefined;
  const language = useLanguage();
  const [studied, setStudied] = useState(NOTHING);
  const worker = useRef<Worker | null>(null);
  const asked = useRef(0);
  useEffect(() => {
    const own = new Worker(new URL("./engine-worker.ts", import.meta.url), { type: "module" });
    worker.current = own;
    const parts = loadTradeParts();
    own.onmessage = async ({ data }: MessageEvent<Answer>) => {
      const { trade } = await parts;
      if (data.id === asked.current) setStudied((before) => after(before, data, trade));
    };
    own.onerror = () => setStudied((before) => ({ ...before, stage: "failed" }));
    return () => own.terminate();
  }, []);
  useEffect(() => {
    const isFirst = asked.current === 0;
    asked.current += 1;
    const question: Question = { id: asked.current, flow, language, files, wants, rule, base };
    setStudied((before) => ({
      ...before,
      isCurrent: false,
      stage: "reading",
      affected: base === undefined ? null : before.affected,
    }));
    const resting = setTimeout(() => worker.current?.postMessage(question), isFirst ? 0 : REST_MS);
    return () => clearTimeout(resting);
  }, [flow, language, files, wants, rule, base]);
  return studied;
}

/**
 * Returns the result after the worker has answered. The worker cannot send the functions of the definition's
 * `trade` module, so these functions are added here.
 */
export function after(before: Studied, answer: Answer, trade: Trade): Studied {
  switch (answer.stage) {
    case "read":
      return {
        ...before,
        definition: answer.definition === null ? before.definition : withTrade(answer.definition, trade),
        ways: answer.definition === null ? before.ways : answer.ways,
        findings: answer.findings,
        ...(answer.definition === null ? {} : { places: answer.places, sentences: answer.sentences }),
        isCurrent: answer.definition !== null,
        stage: answer.sound ? "proving" : "unsound",
      };
    case "proof":
      return {
        ...before,
        findings: answer.findings,
        provedInMs: answer.ms,
        stage: answer.isLast ? "done" : "walking",
      };
    case "paths":
      return { ...before, classes: answer.classes, stage: "done" };
    case "rules":
      return { ...before, rules: answer.rules };
    case "cases":
      return { ...before, suggested: answer.suggested };
    case "affected":
      return { ...before, affected: answer.affected };
    case "failed":
      return { ...before, stage: "failed" };
  }
}
