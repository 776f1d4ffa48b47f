import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { VersionPage } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { useText } from "../../kit/text/i18n.ts";
import {
  asEdited,
  dropProposal,
  type Edits,
  keepPlace,
  keepProposal,
  keptProposal,
  NEW_FLOW,
} from "./kept-proposal.ts";
import { jsonFault, proposableFiles } from "./proposable-files.ts";

/** What a proposal starts from: the files of a version, or the first files of a new flow. */
export type ProposalBase = {
  readonly flow: string;
  readonly files: NonNullable<VersionPage["files"]>;
  readonly begun?: Edits;
  /** Identifier of the version that the files come from; `null` for a new flow. */
  readonly on: string | null;
};

/** The state and functions of a proposal that is being edited. */
export type ProposalDraft = ReturnType<typeof useProposalDraft>;

/** Holds the edited files of a flow. The browser stores the files during the visit, until they are sent. */
export function useProposalDraft({ flow, files, begun, on }: ProposalBase) {
  const [kept] = useState(() => keptProposal(flow));
  const [edits, setEdits] = useState<Edits>(kept?.edits ?? begun ?? {});
  const [note, setNote] = useState(kept?.note ?? "");
  const [sent, setSent] = useState(false);
  const original = (path: string) => (files[path] === undefined ? undefined : asEdited(files[path]));
  const changed = Object.keys(edits).filter((path) => edits[path] !== original(path));
  const isNotJson = (path: string) => jsonFault(edits[path] ?? "") !== null;
  useLeaveWarning(changed.length > 0 && !sent);
  useEffect(() => {
    if (sent) dropProposal(flow);
    else keepProposal(flow, { edits, note, on: kept === null ? on : kept.on });
  }, [flow, edits, note, on, kept, sent]);
  const sending = useSending({
    flow,
    isNew: begun !== undefined,
    body: () => ({
      files: Object.fromEntries(changed.map((path) => [path, JSON.parse(edits[path] ?? "null")])),
      ...(note.trim() === "" ? {} : { note: note.trim() }),
    }),
    onSent: () => setSent(true),
  });
  return {
    flow,
    /** Paths of the flow's files, including added ones. */
    paths: proposableFiles([...new Set([...Object.keys(files), ...Object.keys(edits)])], flow),
    changed,
    isNotJson,
    isNewFile: (path: string) => original(path) === undefined,
    /** Whether the flow has a newer version than the version that these edits started from. */
    hasMoved: kept !== null && kept.on !== on,
    textOf: (path: string) => edits[path] ?? original(path) ?? "",
    edit: (path: string, text: string) => setEdits({ ...edits, [path]: text }),
    add: (path: string) => setEdits({ [path]: "{}", ...edits }),
    undo: (path: string) =>
      setEdits(Object.fromEntries(Object.entries(edits).filter(([one]) => one !== path))),
    note,
    setNote,
    sending,
  };
}

/** Sends the proposal and then opens its page. */
function useSending({
  flow,
  isNew,
  body,
  onSent,
}: {
  readonly flow: string;
  readonly isNew: boolean;
  readonly body: () => { readonly files: Record<string, unknown>; readonly note?: string };
  readonly onSent: () => void;
}) {
  const words = useText();
  const { history } = useRouter();
  return useAction({
    call: () =>
      isNew
        ? call("POST", "/definitions/flows", { body: { flow, ...body() } })
        : call("POST", "/definitions/{flow}/versions", { path: { flow }, body: body() }),
    changes: ["/definitions"],
    said: () => words("definition:propose.done"),
    done: ({ id }) => {
      flushSync(onSent);
      keepPlace({ flow: isNew ? NEW_FLOW : flow });
      history.push(`/staff/definitions/${id}`);
    },
    failed: "here",
  });
}

/** Warns before the browser closes a page with unsent changes. */
function useLeaveWarning(changed: boolean): void {
  useEffect(() => {
    if (!changed) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [changed]);
}
