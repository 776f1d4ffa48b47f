import { QueryClient, queryOptions } from "@tanstack/react-query";
import { addressOf, type PathOf, type Sent } from "./calls.ts";
import { ApiError, type CallOptions, load } from "./client.ts";
import { answersAreOf } from "./session.ts";

/** The page's query client. Identical requests within two seconds are merged (specification, section 7). */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A call that does not reach the server fails at once and is reported; it does not wait for the network.
    mutations: { networkMode: "always" },
    queries: {
      staleTime: 2000,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.failure.kind === "offline"),
      refetchOnWindowFocus: true,
    },
  },
});

// Answers about another person are dropped.
answersAreOf.subscribe(() => queryClient.removeQueries());

/**
 * The query of a GET below `/api`: `useQuery(get("/orders/{id}", { path: { id } }))`. Its key is the address, split into
 * parts.
 */
export function get<Path extends PathOf<"GET">>(path: Path, ...[options]: Sent<"GET", Path>) {
  return queryOptions({
    queryKey: keyOf(addressOf(path, options)),
    queryFn: ({ signal }) => load(path, ...([{ ...options, signal }] as Sent<"GET", Path, CallOptions>)),
  });
}

/**
 * Invalidates the answers of these paths and of all below them: shown ones are reloaded, others dropped. `/` is
 * everything.
 */
export async function outdate(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: keyOf(path) })));
}

/** `/reviews/7?full=1` → `["reviews", "7", "?full=1"]`, so that `/reviews` is a prefix. */
function keyOf(path: string): readonly string[] {
  return path.split(/\/|(?=\?)/).filter((part) => part !== "");
}
