import { useNavigate, useSearch } from "@tanstack/react-router";
import { useContext, useEffect, useEffectEvent, useState } from "react";
import { Embedded } from "../kit/parts/pages.tsx";
import type { OpenFlow } from "./use-flow.ts";
import { isForm, openSteps } from "./view.ts";

/**
 * The step that a flow shows: the one in the address if it may be viewed, else the position. `shown` is `null` before
 * the flow is open; `steps` may be viewed again and changed.
 */
export function useShownStep(open: OpenFlow | null, { wanted, go, embedded }: StepAddress) {
  const steps = open ? openSteps(open.view, (step) => isForm(open.flow, step)) : [];
  const at = open?.view.at.step ?? null;
  const shown = open === null ? null : wanted !== undefined && steps.includes(wanted) ? wanted : at;

  // The address follows the position, so that every screen is an entry in the browser's history.
  const follow = useEffectEvent((position: string) =>
    go(position, { replace: wanted === undefined || !steps.includes(wanted) }),
  );
  useEffect(() => {
    if (at !== null && shown === at && wanted !== at) follow(at);
  }, [at, shown, wanted]);
  // A new screen begins at its top.
  const begin = useEffectEvent((_step: string | null) => {
    if (embedded) return;
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>("h1");
    if (!document.activeElement?.matches("#code")) heading?.focus({ preventScroll: true });
  });
  useEffect(() => begin(shown), [shown]);
  return { steps, shown };
}

/** The step named in the address, whether it is opened only to change it, and the way to another step. */
export type StepAddress = {
  readonly wanted: string | undefined;
  readonly change: string | undefined;
  /** Whether the flow is a part of another page: then it has no address, heading or focus of its own. */
  readonly embedded: boolean;
  readonly go: (
    step: string | undefined,
    options?: { readonly replace?: boolean; readonly change?: string },
  ) => void;
};

/** The address of a flow's steps: `?step=` and `?change=` of the page, or memory inside another page. */
export function useStepAddress(): StepAddress {
  const address = useSearch({ strict: false }) as { step?: string; change?: string };
  const embedded = useContext(Embedded);
  const [inside, setInside] = useState<{ step?: string | undefined; change?: string | undefined }>({});
  const { step: wanted, change } = embedded ? inside : address;
  const navigate = useNavigate();
  const [own] = useState(() => location.pathname);
  const go: StepAddress["go"] = (step, options = {}) => {
    // While the next page loads, this one is still mounted; it must not write into the other's address.
    if (location.pathname !== own) return;
    if (embedded) return setInside({ step, change: options.change });
    void navigate({
      to: ".",
      search: (before: Record<string, string | undefined>) => ({ ...before, step, change: options.change }),
      replace: options.replace ?? false,
      resetScroll: true,
    } as never);
  };
  return { wanted, change, embedded, go };
}
