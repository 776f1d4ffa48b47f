import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Pages } from "../../flow/addresses.ts";
import type { FlowPages } from "../../kit/api/answers.ts";
import { get, queryClient } from "../../kit/api/query.ts";

const query = queryOptions({ ...get("/flows"), staleTime: 60_000 });

/**
 * Loads the pages that flows declare. Returns an empty object if the server does not answer; every flow also
 * has a page under `/flows/`.
 */
export async function loadFlowPages(): Promise<Pages> {
  return tableOf(await queryClient.ensureQueryData(query).catch(() => []));
}

/** Returns the pages that flows declare, inside a component; empty until they are loaded. */
export function useFlowPages(): Pages {
  return tableOf(useQuery(query).data ?? []);
}

/**
 * Returns one flow. The result is `null` until it is loaded, and `unknown` if the flow is not published or
 * the call failed.
 */
export function useFlowPage(flow: string): FlowPages[number] | "unknown" | null {
  // A stale time of 0 reloads the list, so that it includes flows published a moment ago.
  const { data, isPending } = useQuery({ ...query, staleTime: 0 });
  return isPending ? null : (data?.find((one) => one.flow === flow) ?? "unknown");
}

function tableOf(pages: FlowPages): Pages {
  return Object.fromEntries(pages.map(({ flow, address }) => [flow, address]));
}
