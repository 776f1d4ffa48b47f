import { useSearch } from "@tanstack/react-router";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import { RequireSession } from "../parts/require-session.tsx";

/**
 * The page that places an investment. `?strategy=` comes from a strategy's page and only preselects that
 * strategy. An existing order has its own page, so on this page the person can always place another one.
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
