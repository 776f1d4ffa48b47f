import { QueryClient, queryOptions } from "@tanstack/react-query";
import { ApiError, load } from "./client.ts";

/** One client for the page. Identical requests within two seconds are one (specification, section 7). */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 2000,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.failure.kind === "offline"),
      refetchOnWindowFocus: true,
    },
  },
});

/** A query of a GET below `/api`: `useQuery(get<Order[]>("/orders"))`. The path is its key. */
export function get<Answer>(path: string) {
  return queryOptions({ queryKey: [path], queryFn: ({ signal }) => load<Answer>(path, { signal }) });
}
