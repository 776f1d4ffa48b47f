import { useQueries, useQuery } from "@tanstack/react-query";
import type { VersionRecord } from "../../kit/api/answers.ts";
import { load } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { ConsequencesOfOne } from "../../staff/definitions/definition-consequences.tsx";
import type { Drafting } from "./use-draft.ts";

/**
 * The versions that were published since the draft's base version, oldest first. Each shows its author, time
 * and reason, and what changed for investors.
 */
export function NewerNotice({ flow, drafting }: { readonly flow: string; readonly drafting: Drafting }) {
  const words = useText();
  const list = useQuery(get("/definitions"));
  const { on, rebase, clashes } = drafting;
  const versions = rebase === null ? [] : publishedSince(list.data?.versions ?? [], { flow, on });
  const evidence = useQueries({
    queries: versions.map(({ id }) => ({
      queryKey: ["evidence", id],
      // The evidence about a published version never changes, so it never becomes stale.
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        load("/definitions/versions/{id}/evidence", { path: { id }, signal }),
    })),
  });
  if (rebase === null) return null;
  return (
    <Note tone="warn">
      {versions.length === 0 ? <p>{words("studio:change.newer")}</p> : null}
      {versions.map((version, index) => {
        const { id, number, note, approvedByName, proposedByName } = version;
        const found = evidence[index]?.data;
        const judged = found && "proposal" in found ? found.proposal.content.judged : null;
        return (
          <div key={id} className="newer">
            <p>
              {words("studio:change.newerOne", {
                number,
                by: approvedByName ?? proposedByName ?? words("definition:list.filesOnDisk"),
                at: formatInstant(publishedAt(version)),
              })}
            </p>
            {note === null ? null : <p>{words("studio:change.newerWhy", { note })}</p>}
            <ConsequencesOfOne of={judged?.differences ?? null} />
          </div>
        );
      })}
      <p>{words(clashes.length > 0 ? "studio:change.clashesFirst" : "studio:change.stays")}</p>
      <Button small disabled={clashes.length > 0} onClick={rebase}>
        {words("studio:change.rebase")}
      </Button>
    </Note>
  );
}

/** Returns the flow's versions that were published after the draft's base version, oldest first. */
export function publishedSince<One extends Pick<VersionRecord, "id" | "flow" | "state" | "number">>(
  versions: readonly One[],
  { flow, on }: { readonly flow: string; readonly on: string },
): readonly One[] {
  const base = versions.find(({ id }) => id === on)?.number ?? null;
  if (base === null) return [];
  return versions
    .filter((one) => one.flow === flow && one.state === "published" && (one.number ?? 0) > base)
    .sort((one, other) => (one.number ?? 0) - (other.number ?? 0));
}

function publishedAt({ publishedAt, decidedAt, proposedAt }: VersionRecord): string {
  return publishedAt ?? decidedAt ?? proposedAt;
}
