import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Pages } from "../../flow/addresses.ts";
import type { FlowPages } from "../../kit/api/answers.ts";
import { get, queryClient } from "../../kit/api/query.ts";

const query = queryOptions({ ...get<FlowPages>("/flows"), staleTime: 60_000 });

/** Where flows run, as each says it; nothing where the server does not answer: any flow also runs under `/flows/`. */
export async function loadFlowPages(): Promise<Pages> {
  return tableOf(await queryClient.ensureQueryData(query).catch(() => []));
}

/** The same inside a component; none before they are known. */
export function useFlowPages(): Pages {
  return tableOf(useQuery(query).data ?? []);
}

/** One flow; `null` until it is known, and `unknown` where no such flow is published, or nobody answers. */
export function useFlowPage(flow: string): FlowPages[number] | "unknown" | null {
  // What was published a moment ago is among them.
  const { data, isPending } = useQuery({ ...query, staleTime: 0 });
  return isPending ? null : (data?.find((one) => one.flow === flow) ?? "unknown");
}

function tableOf(pages: FlowPages): Pages {
  return Object.fromEntries(pages.map(({ flow, address }) => [flow, address]));
}
