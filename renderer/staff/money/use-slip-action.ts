import type { Result } from "../../../engine/values/result.ts";
import type { ApiFailure } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { SlipField } from "./use-slip-reading.ts";

type Act = { readonly send: () => Promise<Result<unknown, ApiFailure>>; readonly said: string };

/**
 * The actions of finance on a slip. `faultOf` returns the error of a field; `common` is an error that belongs
 * to no field.
 */
export type SlipAction = ReturnType<typeof useSlipAction>;

/** Confirms or refuses a slip. Only one action runs at a time. */
export function useSlipAction() {
  const words = useText();
  const lng = useLanguage();
  const acting = useAction({
    call: ({ send }: Act) => send(),
    changes: ["/money-in", "/orders"],
    said: ({ said }) => words(said),
    failed: "here",
  });
  const { failed, fault } = acting;
  const wrong = failed?.kind === "refused" ? failed.fields[0] : undefined;
  const place = wrong?.pointer === "/at" ? "date" : wrong?.pointer.slice(1);
  return {
    ...acting,
    faultOf: (field: SlipField) => (place === field ? (wrong?.message?.[lng] ?? fault) : null),
    common: wrong === undefined ? fault : null,
  };
}
