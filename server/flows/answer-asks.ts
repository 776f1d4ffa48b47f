import type { Answering } from "./asks.ts";
import type { FlowsDeps } from "./deps.ts";
import { factsFrom } from "./facts.ts";
import type { InTransaction } from "./load.ts";
import { runLocal } from "./run-local.ts";
import { verifyCode } from "./verify-code.ts";
import { write } from "./write.ts";

/** Answers the questions of a decision, in the transaction that has locked the instance. */
export function answering(deps: FlowsDeps, within: InTransaction): Answering {
  const { tx, facts, share } = within;
  return {
    ...factsFrom(facts),
    files: async ({ story, files }) => {
      const { subject } = story.stored;
      share.needAlone();
      const may: boolean[] = [];
      for (const { id, purpose } of files)
        may.push((await deps.mayAttach?.(tx, { id, subject, purpose })) ?? false);
      return may;
    },
    code: async (given) => {
      const verdict = await verifyCode(deps, within, given);
      // Too many wrong codes lock the PIN. This can change facts, so the facts read so far are discarded.
      if (verdict.kind === "exhausted") facts.forget();
      return verdict;
    },
    effect: async (due) => {
      await write(deps, within, due.story);
      const ran = await runLocal(deps, within, due);
      // The effect may have changed facts that were read before it, so all facts are discarded and read
      // again.
      facts.forget();
      return ran;
    },
  };
}
