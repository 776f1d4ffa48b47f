import { useSearch } from "@tanstack/react-router";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import { RequireSession } from "../parts/require-session.tsx";

/**
 * An order; `?strategy=` comes from a strategy's page and is only a suggestion. One that waits for its money, or is over, has
 * its own page and never stands in the way of the next.
 */
export default function Invest() {
  const { strategy } = useSearch({ strict: false }) as { strategy?: string };
  return (
    <RequireSession>
      <FlowRunner
        flow="invest"
        home="/overview"
        manyAtOnce
        {...(strategy ? { initial: { choose: { strategy } } } : {})}
      />
    </RequireSession>
  );
}
