import { useSearch } from "@tanstack/react-router";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import { RequireSession } from "../parts/require-session.tsx";

/**
 * Places an investment; `?strategy=` comes from a strategy's page and only preselects. An order that is unpaid or
 * finished has its own page, so it does not block the next one.
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
