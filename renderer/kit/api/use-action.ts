import { useMutation } from "@tanstack/react-query";
import type { Result } from "../../../engine/values/result.ts";
import { t, useText } from "../text/i18n.ts";
import { ApiError, type ApiFailure, failureText, isSessionOver } from "./client.ts";
import { outdate } from "./query.ts";
import { sayWrongCode } from "./say-wrong-code.ts";
import { toast } from "./toast-store.ts";

/** An action that a button starts: its call, the answers that it makes out of date, and its messages. */
export type Action<Given, Answer> = {
  readonly call: (given: Given) => Promise<Result<Answer, ApiFailure>>;
  /** Paths whose answers the call may change, even if it fails. `/reviews` includes all paths below it. */
  readonly changes?: readonly string[];
  /** Returns the text of the toast shown on success. */
  readonly said?: (given: Given) => string;
  /** Runs after success, when the outdated answers have been reloaded. */
  readonly done?: (answer: Answer, given: Given) => unknown;
  /** Handles a failure. By default a toast shows the failure. With `here`, the screen shows it as `fault`. */
  readonly failed?: "here" | ((failure: ApiFailure) => void);
};

/**
 * Returns the state and functions of a screen's action.
 * - `run` starts the action; only one runs at a time.
 * - `doing` is the argument of the running action, and `busy` says whether one runs.
 * - `fault` is the failure as text, and `failed` the same as data.
 * - `answer` is the result.
 * - `forget` clears the failure and the answer.
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
      // The toast for a wrong code appears even if the screen handles the failure itself.
      if (failed !== undefined && failure !== null) sayWrongCode(failure);
    },
    // The reload is not awaited, so the button may be pressed again while answers reload.
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
