import { useMutation } from "@tanstack/react-query";
import type { Result } from "../../../engine/values/result.ts";
import { t, useText } from "../text/i18n.ts";
import { ApiError, type ApiFailure, failureText, isSessionOver } from "./client.ts";
import { outdate } from "./query.ts";
import { sayWrongCode } from "./say-wrong-code.ts";
import { toast } from "./toast-store.ts";

/** An action behind a button: its call, what it outdates, and its messages. */
export type Action<Given, Answer> = {
  readonly call: (given: Given) => Promise<Result<Answer, ApiFailure>>;
  /** Paths whose answers may change, even on failure; `/reviews` includes all below it. */
  readonly changes?: readonly string[];
  /** The toast on success. */
  readonly said?: (given: Given) => string;
  /** Runs after success, once the outdated answers are being reloaded. */
  readonly done?: (answer: Answer, given: Given) => unknown;
  /** Handles a failure; `here`: the screen shows `fault`. The default is a toast. */
  readonly failed?: "here" | ((failure: ApiFailure) => void);
};

/**
 * An action of a screen. `run` starts it, one at a time; `doing` is its running argument (`busy`: whether there is
 * one); `fault` is the failure as text (`failed` as data); `answer` is the result; `forget` clears fault and answer.
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
      // Shown regardless of how the screen handles the failure.
      if (failed !== undefined && failure !== null) sayWrongCode(failure);
    },
    // Not awaited: the button may be pressed again while answers reload.
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
