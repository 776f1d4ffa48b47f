import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { Paths, VersionRecord } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { language } from "../../kit/text/i18n.ts";

/**
 * Returns the versions of a flow, the chosen version, and the paths of that version. The address names the
 * version by the start of its hash. Without a name in the address, it is the current version.
 */
export function usePaths(flow: string) {
  const { version: wanted } = useSearch({ strict: false }) as { version?: string };
  const list = useQuery(get("/definitions", { query: { flow } }));
  const versions = list.data?.versions ?? [];
  const current = list.data?.current.find((one) => one?.flow === flow)?.id;
  const chosen =
    versions.find((one) => wanted !== undefined && wanted !== "" && addressOf(one).startsWith(wanted)) ??
    versions.find(({ id }) => id === current);
  const paths = useQuery({
    ...get("/definitions/versions/{id}/paths", { path: { id: chosen?.id ?? "none" } }),
    enabled: chosen !== undefined,
    // A version never changes, so its paths never become stale.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return {
    versions,
    chosen: chosen ?? null,
    paths: paths.data ?? null,
    error: list.error ?? paths.error,
    isMissing: list.data !== undefined && chosen === undefined,
    retry: () => void (list.isError ? list.refetch() : paths.refetch()),
  };
}

/** The parts of a version that its address needs. */
type NamedVersion = Pick<VersionRecord, "id" | "hash">;

/** Returns the text that represents a version in an address. */
export function addressOf({ id, hash }: NamedVersion): string {
  return hash?.slice(0, 12) ?? id;
}

/** Returns the address of a flow's paths, or of one path. */
export function pathsAddress(of: {
  readonly flow: string;
  readonly version?: NamedVersion | null;
  readonly path?: string;
}): string {
  const search = new URLSearchParams();
  if (of.version) search.set("version", addressOf(of.version));
  if (of.path !== undefined) search.set("path", of.path);
  const query = search.toString();
  return `/staff/flows/${of.flow}/paths${query === "" ? "" : `?${query}`}`;
}

/** Returns the title of a step. A step without a screen is named by its id. */
export function stepTitle(paths: Paths, step: string): string {
  return paths.titles[step]?.[language()] ?? step;
}
