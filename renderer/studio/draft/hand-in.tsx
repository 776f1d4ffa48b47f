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

/** Matches files that several flows may share. */
const SHARED = /^(?:flows\/shared|schemas\/common|locales\/(?:th|en))\//;

type Given = {
  readonly flow: string;
  readonly change: ChangePage | null;
  readonly drafting: Drafting;
};

/**
 * A form that submits all flows of a change to compliance with a reason. The server checks every flow again.
 */
export function HandIn({
  faults,
  ...given
}: Given & {
  /** Number of errors that must be fixed first. */
  readonly faults: number;
}) {
  const words = useText();
  const { drafting } = given;
  const [asks, setAsks] = useState(false);
  const spreading = useSpreading(given, asks);
  const handing = useHanding(given);
  const why = whyNot(drafting, faults);
  return (
    <>
      <Button
        kind="main"
        disabled={why !== null}
        aria-describedby={why === null ? undefined : "hand-in-why"}
        onClick={() => {
          setAsks(true);
          if (isShared(drafting)) void drafting.save();
        }}
      >
        {words("studio:handIn.open")}
      </Button>
      {why === null ? null : (
        <span id="hand-in-why" className="small">
          {words(why, { count: faults })}
        </span>
      )}
      {asks ? <HandInSheet handing={handing} spreading={spreading} onClose={() => setAsks(false)} /> : null}
    </>
  );
}

/** Returns why a draft cannot be submitted yet, as a text key; `null` if it can be submitted. */
function whyNot({ clashes, changed }: Drafting, faults: number): string | null {
  if (clashes.length > 0) return "studio:handIn.clashes";
  if (changed.length === 0) return "studio:handIn.nothing";
  return faults > 0 ? "studio:handIn.faults" : null;
}

/** Whether the draft changed files that other flows may share. */
function isShared({ changed }: Drafting): boolean {
  return changed.some((path) => SHARED.test(path));
}

/**
 * Finds the other flows that use the shared lists, rules and texts that the draft changed. `spread` applies
 * the changes to all these flows.
 */
function useSpreading({ flow, change, drafting }: Given, asks: boolean) {
  const { slot } = drafting;
  const alongside = useQuery({
    ...get("/changes/{id}/alongside", { path: { id: slot.id ?? "none" }, query: { flow } }),
    enabled: asks && isShared(drafting) && drafting.kept === "saved" && slot.id !== null,
    staleTime: 0,
  });
  const { run, busy, fault, answer } = useAction({
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
  const flows = answer?.flows.map((part) => part.flow) ?? Object.keys(change?.parts ?? {});
  return {
    /** Flows to which the changes are not applied yet. */
    beside: alongside.data?.flows ?? [],
    /** Number of other flows in the change. */
    others: flows.filter((name) => name !== flow).length,
    spread: () => run(undefined),
    busy,
    fault,
  };
}

/** Holds the reason of a submission. Before the submission, the draft is saved. */
function useHanding({ drafting }: Given) {
  const words = useText();
  const { history } = useRouter();
  const [reason, setReason] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { slot } = drafting;
  const { run, busy, fault } = useAction({
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
    else run(undefined);
  };
  return { reason, setReason, isMissing: isMissing && reason.trim() === "", send, busy, fault };
}

function HandInSheet({
  handing,
  spreading,
  onClose,
}: {
  readonly handing: ReturnType<typeof useHanding>;
  readonly spreading: ReturnType<typeof useSpreading>;
  readonly onClose: () => void;
}) {
  const words = useText();
  const { others } = spreading;
  return (
    <Sheet
      title={words("studio:handIn.open")}
      onClose={onClose}
      footer={
        <Button kind="main" wide busy={handing.busy} onClick={handing.send}>
          {words("studio:handIn.send")}
        </Button>
      }
    >
      <p>{words("studio:handIn.text")}</p>
      {others > 0 ? <p>{words("studio:handIn.others", { count: others })}</p> : null}
      <Alongside of={spreading} />
      <TextAreaField
        id="hand-in-reason"
        label={words("studio:handIn.reason")}
        hint={words("studio:handIn.reasonHint")}
        maxLength={2_000}
        value={handing.reason}
        error={handing.isMissing ? words("studio:handIn.reasonNeeded") : null}
        onValue={handing.setReason}
      />
      {handing.fault === null ? null : (
        <Note tone="loss" role="alert">
          {handing.fault}
        </Note>
      )}
    </Sheet>
  );
}

/** Offers to apply the changes to the other flows that share the changed files. */
function Alongside({
  of: { beside, spread, busy, fault },
}: {
  readonly of: ReturnType<typeof useSpreading>;
}) {
  const words = useText();
  const lng = useLanguage();
  if (beside.length === 0) return null;
  return (
    <Note tone="warn" role="status">
      <p>{words("studio:handIn.alongside", { flows: beside.map(({ title }) => title[lng]).join(", ") })}</p>
      <Button small id="spread" busy={busy} onClick={spread}>
        {words("studio:handIn.spread", { count: beside.length })}
      </Button>
      {fault === null ? null : <p>{fault}</p>}
    </Note>
  );
}
