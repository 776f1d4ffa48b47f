import { Navigate, useParams, useSearch } from "@tanstack/react-router";
import { FlowRunner } from "../../flow/flow-runner.tsx";
import type { FlowPages } from "../../kit/api/answers.ts";
import { RequireSession } from "../parts/require-session.tsx";
import { useFlowPage } from "./flow-pages.ts";

/**
 * The page that runs any flow, so that a new flow works as soon as it is published. A flow with a page of its
 * own redirects to that page. `?strategy=` comes from a strategy's page and only preselects that strategy.
 */
export default function AnyFlow() {
  const { flow } = useParams({ strict: false }) as { flow: string };
  const { strategy } = useSearch({ strict: false }) as { strategy?: string };
  const page = useFlowPage(flow);
  if (page === null) return null;
  // The runner itself shows an error if the flow's name is unknown.
  const runner = (
    <FlowRunner
      key={flow}
      flow={flow}
      home={page === "unknown" ? "/" : homeOf(page)}
      {...(strategy ? { initial: { choose: { strategy } } } : {})}
    />
  );
  if (page === "unknown") return runner;
  if (page.address !== `/flows/${flow}`) return <Navigate to={page.address} replace />;
  return page.subject === "account" ? <RequireSession>{runner}</RequireSession> : runner;
}

/** Returns the address that Back leads to from the first screen: the page that links to the flow. */
function homeOf({ subject, places }: Pick<FlowPages[number], "subject" | "places">): string {
  if (places.includes("security")) return "/me/security";
  if (places.includes("me")) return "/me";
  return subject === "account" ? "/overview" : "/";
}
