import { QueryClient, queryOptions } from "@tanstack/react-query";
import { addressOf, type PathOf, type Sent } from "./calls.ts";
import { ApiError, type CallOptions, load } from "./client.ts";
import { answersAreOf } from "./session.ts";

/**
 * The query client of the page. It merges identical requests within two seconds (specification, section 7).
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network, a changing call fails at once and reports the failure. It does not wait until the
    // network returns.
    mutations: { networkMode: "always" },
    queries: {
      staleTime: 2000,
      retry: (failures, error) =>
        failures < 2 && (!(error instanceof ApiError) || error.failure.kind === "offline"),
      refetchOnWindowFocus: true,
    },
  },
});

// Answers about the previous person are dropped when another person logs in.
answersAreOf.subscribe(() => queryClient.removeQueries());

/**
 * Returns the query of a GET below `/api`: `useQuery(get("/orders/{id}", { path: { id } }))`. The query key
 * is the address, split into segments.
 */
export function get<Path extends PathOf<"GET">>(path: Path, ...[options]: Sent<"GET", Path>) {
  return queryOptions({
    queryKey: keyOf(addressOf(path, options)),
    queryFn: ({ signal }) => load(path, ...([{ ...options, signal }] as Sent<"GET", Path, CallOptions>)),
  });
}

/**
 * Invalidates the answers of these paths and of all paths below them. Answers on screen are reloaded; all
 * others are dropped. The path `/` invalidates everything.
 */
export async function outdate(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: keyOf(path) })));
}

/**
 * Returns the query key of an address: `/reviews/7?full=1` → `["reviews", "7", "?full=1"]`. With segments,
 * `/reviews` is a prefix.
 */
function keyOf(path: string): readonly string[] {
  return path.split(/\/|(?=\?)/).filter((part) => part !== "");
}
