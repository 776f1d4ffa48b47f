import { useNavigate, useSearch } from "@tanstack/react-router";
import { useContext, useEffect, useEffectEvent, useState } from "react";
import { Embedded } from "../kit/parts/pages.tsx";
import type { OpenFlow } from "./use-flow.ts";
import { isForm, openSteps } from "./view.ts";

/**
 * Returns the step that a flow shows: the step in the address if it may be viewed, or else the current
 * position. `shown` is `null` before the flow is open. `steps` are the earlier steps that may be viewed and
 * changed.
 */
export function useShownStep(open: OpenFlow | null, { wanted, go, embedded }: StepAddress) {
  const steps = open ? openSteps(open.view, (step) => isForm(open.flow, step)) : [];
  const at = open?.view.at.step ?? null;
  const shown = open === null ? null : wanted !== undefined && steps.includes(wanted) ? wanted : at;

  // Writes the position into the address, so that every screen is an entry in the browser's history.
  const follow = useEffectEvent((position: string) =>
    go(position, { replace: wanted === undefined || !steps.includes(wanted) }),
  );
  useEffect(() => {
    if (at !== null && shown === at && wanted !== at) follow(at);
  }, [at, shown, wanted]);
  // Every new screen starts scrolled to its top.
  const begin = useEffectEvent((_step: string | null) => {
    if (embedded) return;
    scrollTo(0, 0);
    const heading = document.querySelector<HTMLElement>("h1");
    if (!document.activeElement?.matches("#code")) heading?.focus({ preventScroll: true });
  });
  useEffect(() => begin(shown), [shown]);
  return { steps, shown };
}

/**
 * The step named in the address, whether it is opened only to be changed, and a function that goes to another
 * step.
 */
export type StepAddress = {
  readonly wanted: string | undefined;
  readonly change: string | undefined;
  /** Whether the flow is embedded in another page. It then has no address, heading or focus of its own. */
  readonly embedded: boolean;
  readonly go: (
    step: string | undefined,
    options?: { readonly replace?: boolean; readonly change?: string },
  ) => void;
};

/**
 * Returns the address of a flow's steps: the page's `?step=` and `?change=`, or a state in memory if the flow
 * is embedded.
 */
export function useStepAddress(): StepAddress {
  const address = useSearch({ strict: false }) as { step?: string; change?: string };
  const embedded = useContext(Embedded);
  const [inside, setInside] = useState<{ step?: string | undefined; change?: string | undefined }>({});
  const { step: wanted, change } = embedded ? inside : address;
  const navigate = useNavigate();
  const [own] = useState(() => location.pathname);
  const go: StepAddress["go"] = (step, options = {}) => {
    // This page is still mounted while the next page loads. It must not change the address of the next page.
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
