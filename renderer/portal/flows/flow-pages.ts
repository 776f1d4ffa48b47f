import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Pages } from "../../flow/addresses.ts";
import type { FlowPages } from "../../kit/api/answers.ts";
import { get, queryClient } from "../../kit/api/query.ts";

const query = queryOptions({ ...get("/flows"), staleTime: 60_000 });

/** Pages declared by flows; empty if the server does not answer. Any flow also runs under `/flows/`. */
export async function loadFlowPages(): Promise<Pages> {
  return tableOf(await queryClient.ensureQueryData(query).catch(() => []));
}

/** The same inside a component; empty until loaded. */
export function useFlowPages(): Pages {
  return tableOf(useQuery(query).data ?? []);
}

/** One flow; `null` until loaded, `unknown` if it is not published or the call failed. */
export function useFlowPage(flow: string): FlowPages[number] | "unknown" | null {
  // Includes flows published a moment ago.
  const { data, isPending } = useQuery({ ...query, staleTime: 0 });
  return isPending ? null : (data?.find((one) => one.flow === flow) ?? "unknown");
}

function tableOf(pages: FlowPages): Pages {
  return Object.fromEntries(pages.map(({ flow, address }) => [flow, address]));
}
