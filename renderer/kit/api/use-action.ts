import { useMutation } from "@tanstack/react-query";
import type { Result } from "../../../engine/values/result.ts";
import { t, useText } from "../text/i18n.ts";
import { ApiError, type ApiFailure, failureText, isSessionOver } from "./client.ts";
import { outdate } from "./query.ts";
import { sayWrongCode } from "./say-wrong-code.ts";
import { toast } from "./toast-store.ts";

/** Something that a person does by a press: the call, what it makes out of date, and what is said of it. */
export type Action<Given, Answer> = {
  readonly call: (given: Given) => Promise<Result<Answer, ApiFailure>>;
  /** Paths that may answer otherwise now, whatever came of it: `/reviews` means all below it as well. */
  readonly changes?: readonly string[];
  /** What a toast says of its success. */
  readonly said?: (given: Given) => string;
  /** What follows its success; what it changed is asked anew by then. */
  readonly done?: (answer: Answer, given: Given) => unknown;
  /** Says its failure; or `here`: it stands on the screen, by `fault`. Otherwise a toast says it. */
  readonly failed?: "here" | ((failure: ApiFailure) => void);
};

/**
 * An action of a screen: `run` does it once at a time, `doing` is what it is busy with (`busy`: whether it is), `fault`
 * says in words why it failed (`failed` as data), `answer` is what came of it, `forget` takes fault and answer away.
 */
export function useAction<Given, Answer>(action: Action<Given, Answer>) {
  const words = useText();
  const after = async (answer: Answer | undefined, given: Given) => {
    await outdate(action.changes ?? []);
    if (answer !== undefined) action.done?.(answer, given);
  };
  const mutation = useMutation({
    mutationFn: async (given: Given) => {
      const answer = await action.call(given);
      if (!answer.ok) throw new ApiError(answer.error);
      return answer.value;
    },
    onSuccess: (_, given) => {
      if (action.said) toast({ tone: "gain", text: action.said(given) });
    },
    onError: (error) => {
      const { failed } = action;
      const failure = error instanceof ApiError ? error.failure : null;
      if (typeof failed === "function" && failure !== null) failed(failure);
      else if (failed !== "here" && (failure === null || !isSessionOver(failure)))
        toast({ tone: "loss", text: textOf(error) });
      // Whatever its screen says of it.
      if (failed !== undefined && failure !== null) sayWrongCode(failure);
    },
    // Not awaited: whoever pressed may press again while what is shown is asked anew.
    onSettled: (answer, _, given) => void after(answer, given),
  });
  const { error } = mutation;
  return {
    run: (given: Given) => {
      if (!mutation.isPending) mutation.mutate(given);
    },
    busy: mutation.isPending,
    doing: mutation.isPending ? mutation.variables : null,
    failed: error instanceof ApiError ? error.failure : null,
    fault: error === null ? null : textOf(error, words),
    answer: mutation.data ?? null,
    given: mutation.variables ?? null,
    forget: mutation.reset,
  };
}

function textOf(error: Error, words = t): string {
  return error instanceof ApiError ? failureText(error.failure, words) : words("common:error.generic");
}
