import type { Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { useText } from "../../kit/text/i18n.ts";

/** An action of finance, with its messages. */
type Act = {
  readonly send: () => Promise<Result<unknown, ApiFailure>>;
  readonly said: string;
};

/** Runs the actions of finance on payouts and payment files, one at a time. */
export function usePayoutAction() {
  const words = useText();
  return useAction({
    call: ({ send }: Act) => send(),
    changes: ["/payouts", "/trial-balance"],
    said: ({ said }) => words(`staff:payouts.said.${said}`),
    failed: "here",
  });
}
