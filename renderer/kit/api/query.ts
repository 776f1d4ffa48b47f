import { QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, load } from "./client.ts";
import { answersAreOf } from "./session.ts";

/** One client for the page. Identical requests within two seconds are one (specification, section 7). */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A call that does not reach the server fails at once and says so; it does not wait for the network.
    mutations: { networkMode: "always" },
    queries: {
      staleTime: 2000,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.failure.kind === "offline"),
      refetchOnWindowFocus: true,
    },
  },
});

// Whoever is here now gets nothing that was answered about somebody else.
answersAreOf.subscribe(() => queryClient.removeQueries());

/** A query of a GET below `/api`: `useQuery(get<Order[]>("/orders"))`. The path is its key, part by part. */
export function get<Answer>(path: string) {
  return queryOptions({ queryKey: keyOf(path), queryFn: ({ signal }) => load<Answer>(path, { signal }) });
}

/** Asks anew, where it is shown, and forgets otherwise, what these paths and all below them answered; `/` is everything. */
export async function outdate(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: keyOf(path) })));
}

/** `/reviews/7?full=1` → `["reviews", "7", "?full=1"]`, so that `/reviews` is the beginning of it. */
function keyOf(path: string): readonly string[] {
  return path.split(/\/|(?=\?)/).filter((part) => part !== "");
}
