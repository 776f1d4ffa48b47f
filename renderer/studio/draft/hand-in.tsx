import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { ChangePage } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "./use-draft.ts";

/** Files that other flows may share. */
const SHARED = /^(?:flows\/shared|schemas\/common|locales\/(?:th|en))\//;

/** Submits all flows of a change to compliance with a reason; the server checks each again. */
export function HandIn({
  flow,
  change,
  drafting,
  faults,
}: {
  readonly flow: string;
  readonly change: ChangePage | null;
  readonly drafting: Drafting;
  /** Number of errors to fix first. */
  readonly faults: number;
}) {
  const words = useText();
  const lng = useLanguage();
  const { history } = useRouter();
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { changed, slot } = drafting;
  // One press applies changes of shared lists, rules and texts to other flows as well.
  const isShared = changed.some((path) => SHARED.test(path));
  const alongside = useQuery({
    ...get("/changes/{id}/alongside", { path: { id: slot.id ?? "none" }, query: { flow } }),
    enabled: asks && isShared && drafting.kept === "saved" && slot.id !== null,
    staleTime: 0,
  });
  const beside = alongside.data?.flows ?? [];
  const spreading = useAction({
    call: () =>
      call("POST", "/changes/{id}/spread", {
        path: { id: slot.id ?? "none" },
        body: { revision: slot.revision, flow },
      }),
    changes: ["/changes"],
    done: ({ revision }) => {
      slot.revision = revision;
      void alongside.refetch();
    },
    failed: "here",
  });
  const flows = spreading.answer?.flows.map((part) => part.flow) ?? Object.keys(change?.parts ?? {});
  const others = flows.filter((name) => name !== flow).length;
  const handing = useAction({
    call: async () => {
      const saved = await drafting.save();
      if (!saved.ok) return saved;
      const { id, revision } = slot;
      return await call("POST", "/changes/{id}/hand-in", {
        path: { id: id ?? "none" },
        body: { revision, reason: reason.trim() },
      });
    },
    changes: ["/definitions", "/changes"],
    said: () => words("studio:handIn.done"),
    done: ({ id, versions: [first, ...more] }) => {
      drafting.close();
      history.push(more.length === 0 ? `/staff/definitions/${first}` : `/studio/changes/${id}`);
    },
    failed: "here",
  });
  const send = () => {
    const missing = reason.trim() === "";
    setMissing(missing);
    if (missing) document.getElementById("hand-in-reason")?.focus();
    else handing.run(undefined);
  };
  const why =
    drafting.clashes.length > 0
      ? "studio:handIn.clashes"
      : changed.length === 0
        ? "studio:handIn.nothing"
        : faults > 0
          ? "studio:handIn.faults"
          : null;
  return (
    <>
      <Button
        kind="main"
        disabled={why !== null}
        aria-describedby={why === null ? undefined : "hand-in-why"}
        onClick={() => {
          setAsks(true);
          if (isShared) void drafting.save();
        }}
      >
        {words("studio:handIn.open")}
      </Button>
      {why === null ? null : (
        <span id="hand-in-why" className="small">
          {words(why, { count: faults })}
        </span>
      )}
      {asks ? (
        <Sheet
          title={words("studio:handIn.open")}
          onClose={() => setAsks(false)}
          footer={
            <Button kind="main" wide busy={handing.busy} onClick={send}>
              {words("studio:handIn.send")}
            </Button>
          }
        >
          <p>{words("studio:handIn.text")}</p>
          {others > 0 ? <p>{words("studio:handIn.others", { count: others })}</p> : null}
          {beside.length === 0 ? null : (
            <Note tone="warn" role="status">
              <p>
                {words("studio:handIn.alongside", {
                  flows: beside.map(({ title }) => title[lng]).join(", "),
                })}
              </p>
              <Button small id="spread" busy={spreading.busy} onClick={() => spreading.run(undefined)}>
                {words("studio:handIn.spread", { count: beside.length })}
              </Button>
              {spreading.fault === null ? null : <p>{spreading.fault}</p>}
            </Note>
          )}
          <TextAreaField
            id="hand-in-reason"
            label={words("studio:handIn.reason")}
            hint={words("studio:handIn.reasonHint")}
            maxLength={2_000}
            value={reason}
            error={isMissing && reason.trim() === "" ? words("studio:handIn.reasonNeeded") : null}
            onValue={setReason}
          />
          {handing.fault === null ? null : (
            <Note tone="loss" role="alert">
              {handing.fault}
            </Note>
          )}
        </Sheet>
      ) : null}
    </>
  );
}
