import { useState } from "react";
import type { Result } from "../../../engine/values/result.ts";
import type { NavDay } from "../../kit/api/answers.ts";
import { type ApiFailure, call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

/** A strategy as the page of a day's NAVs shows it. */
export type NavStrategy = NavDay["strategies"][number];
/** A NAV that a person has entered. */
export type NavEntry = NonNullable<NavStrategy["entry"]>;

/** An action of finance on a strategy's NAV, with its message on success. */
type Act = { readonly send: () => Promise<Result<unknown, ApiFailure>>; readonly said: string };

/** The input and actions of finance for one strategy's NAV. */
export type NavDesk = ReturnType<typeof useNavEntry>;

/** Holds the typed NAV of a strategy with its reason, and makes the calls about it, one at a time. */
export function useNavEntry({ date, code }: { readonly date: string; readonly code: string }) {
  const words = useText();
  const lng = useLanguage();
  const [nav, setNav] = useState("");
  const [reason, setReason] = useState("");
  const acting = useAction({
    call: ({ send }: Act) => send(),
    changes: ["/nav", "/nav-corrections", "/strategies", "/overview", "/orders"],
    said: ({ said }) => words(said),
    done: () => {
      setNav("");
      setReason("");
    },
    failed: "here",
  });
  const { busy, failed } = acting;
  const field = failed?.kind === "refused" ? failed.fields[0]?.message?.[lng] : undefined;
  return {
    ...{ nav, setNav, reason, setReason, busy },
    fault: field ?? acting.fault,
    enter: () => {
      const given = { strategy: code, date, nav: nav.trim() };
      const body = reason.trim() === "" ? given : { ...given, reason: reason.trim() };
      acting.run({ send: () => call("POST", "/nav", { body }), said: "staff:nav.entered" });
    },
    approve: (id: string) =>
      acting.run({
        send: () => call("POST", "/nav/{id}/approve", { path: { id }, body: {} }),
        said: "staff:nav.approved",
      }),
  };
}
