import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import type { Words } from "../../../engine/values/languages.ts";
import type { VersionPage } from "../../kit/api/answers.ts";
import { ApiError } from "../../kit/api/client.ts";
import { published } from "../../kit/api/events.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useStore } from "../../kit/text/store.ts";
import { type BaseVersion, NEW, type WithFiles } from "./base-version.ts";
import { keptEdits } from "./kept-edits.ts";
import { ownOf } from "./saved-change.ts";

/**
 * Returns the version that a flow's draft is based on, and the change that contains the draft. The base is
 * `null` while it loads, if a query `failed`, or if the flow `isUnknown`. With `begins`, the person starts
 * viewing the flow on this page, so a change viewed earlier is forgotten.
 */
export function useBaseVersion(flow: string, begins: boolean) {
  const mayWrite = useSession()?.user?.role === "operations";
  const list = useQuery(get("/definitions"));
  useReloadOnPublication(flow, list.refetch);
  const { chosen, changes, change } = useViewedChange(flow, begins);
  const part = change.data?.parts[flow];
  const id = list.data?.current.find((one) => one?.flow === flow)?.id;
  const isReady = chosen === null || change.data !== undefined;
  const isNew = part?.base === null;
  const mayEdit = mayWrite && (!change.data || (change.data.own && change.data.status === "open"));
  const live = part === undefined ? id : (part.base ?? undefined);
  const { baseId, on } = usePinnedVersion({ flow, change: chosen, live, mayEdit, isReady });
  const title = change.data?.flows.find((one) => one.flow === flow)?.title ?? { th: flow, en: flow };
  const { ofNew, shared } = useNewFlow({ flow, title, isNew });
  const isNewer = baseId !== undefined && id !== undefined && baseId !== id;
  const newer = useVersion(isNewer ? id : undefined);
  const failed = [list, changes, change, on, newer, shared].find(({ error }) => error !== null);
  const base = ofNew ?? filesOf(on.data);
  const since = filesOf(newer.data);
  // Once the editor is shown, it stays. A newer version that still loads, or a failed reload, must not remove
  // it.
  const shown = useRef(false);
  if (base !== null && isReady && (shown.current || (!failed && (!isNewer || since !== null)))) {
    shown.current = true;
    const whole: BaseVersion = { ...base, change: change.data ?? null, newer: since, mayEdit };
    return { base: whole, failed, isUnknown: false };
  }
  const isUnknown = list.data !== undefined && id === undefined && isReady && !isNew;
  return { base: null, failed, isUnknown };
}

/** Reloads when a version is published while the page is open, so that the version is offered at once. */
function useReloadOnPublication(flow: string, reload: () => unknown): void {
  const heard = useStore(published)[flow];
  useEffect(() => {
    if (heard !== undefined) void reload();
  }, [heard, reload]);
}

/**
 * Ids of the changes that the person is viewing, by flow. They stay the same when the person goes to another
 * page.
 */
const looksAt = new Map<string, string>();

/**
 * Returns the change whose edits of a flow the page shows. It is the change that the address names, or the
 * one that the person viewed last, or else the person's own open change. `chosen` is `null` if there is no
 * such change.
 */
function useViewedChange(flow: string, begins: boolean) {
  const { change: named } = useSearch({ strict: false }) as { change?: string };
  const [wanted] = useState(() => {
    if (named !== undefined) looksAt.set(flow, named);
    else if (begins) looksAt.delete(flow);
    return looksAt.get(flow);
  });
  const changes = useQuery({ ...get("/changes"), enabled: wanted === undefined });
  // The change is chosen only once. A change that appears later, because edits start on this page, must not
  // replace the choice.
  const [chosen, setChosen] = useState<string | null | undefined>(wanted);
  const found = changes.data?.changes;
  useEffect(() => {
    if (chosen === undefined && found !== undefined) setChosen(ownOf(found, flow)?.id ?? null);
  }, [chosen, found, flow]);
  const change = useQuery({
    ...get("/changes/{id}", { path: { id: chosen || "none" } }),
    ...ONCE,
    enabled: Boolean(chosen),
  });
  return { chosen, changes, change };
}

/**
 * Returns the version that edits are based on. Existing edits stay on the version they started from. On a
 * later version, they would undo the changes of that version.
 */
function usePinnedVersion({
  flow,
  change,
  live,
  mayEdit,
  isReady,
}: {
  readonly flow: string;
  readonly change: string | null | undefined;
  /** Version that a new edit would be based on. */
  readonly live: string | undefined;
  readonly mayEdit: boolean;
  /** Whether the change is loaded, or no change was chosen. */
  readonly isReady: boolean;
}) {
  const [pinned, setPinned] = useState<{ readonly flow: string; readonly id: string } | null>(null);
  if (mayEdit && isReady && change !== undefined && live !== undefined && pinned?.flow !== flow)
    setPinned({ flow, id: keptEdits({ flow, change })?.base ?? live });
  const baseId = mayEdit && pinned?.flow === flow ? pinned.id : live;
  const on = useVersion(isReady ? baseId : undefined);
  // Edits stored in this browser may name a version that this installation never had.
  if (isMissing(on.error) && live !== undefined && pinned !== null && pinned.id !== live)
    setPinned({ flow, id: live });
  return { baseId, on };
}

/** Returns the base of a new flow. It has no version and starts with the files that all flows share. */
function useNewFlow({
  flow,
  title,
  isNew,
}: {
  readonly flow: string;
  readonly title: Words;
  readonly isNew: boolean;
}) {
  const shared = useQuery({
    ...get("/definitions/flows/{name}/shared", { path: { name: flow } }),
    enabled: isNew,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const ofNew: WithFiles | null =
    isNew && shared.data
      ? { of: { id: NEW, flow, title, number: null }, files: shared.data.files as WithFiles["files"] }
      : null;
  return { ofNew, shared };
}

/** Query options for data that is being edited, which must not reload automatically. */
const ONCE = { staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false } as const;

function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.failure.kind === "refused" && error.failure.status === 404;
}

function useVersion(id: string | undefined) {
  return useQuery({
    ...get("/definitions/versions/{id}", { path: { id: id ?? "none" } }),
    enabled: id !== undefined,
    // A version never changes, so it never becomes stale.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function filesOf(page: VersionPage | undefined): WithFiles | null {
  return page?.files ? { of: page, files: page.files } : null;
}
