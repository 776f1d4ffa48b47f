import { useEffect, useState } from "react";
import { LETTER_BLANK } from "../../../domain/letter-blank.ts";
import type { Case } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { useText } from "../../kit/text/i18n.ts";

/**
 * An action on a case for which a dialog opens. The dialog asks for a text, or asks the colleague to check a
 * letter before it is sent.
 */
export type SheetStep = "answer" | "approve" | "ask" | "take-up" | "hand-on" | "note" | "send-back" | "close";

/** The decision that an answer contains. */
export type Outcome = Case["outcomes"][number];

/**
 * The recipient of a handover: a desk, and one of its colleagues. If `colleague` is empty, any colleague at
 * the desk may take the case.
 */
export type Recipient = { readonly desk: Case["desk"]; readonly colleague: string };

/** The typed and chosen input for an action on a case. */
export type CaseAnswer = ReturnType<typeof useCaseAnswer>;

/**
 * Holds the input for an action on a case: a text, with an outcome or a recipient. Sends the input once
 * nothing is missing.
 */
export function useCaseAnswer({
  of,
  step,
  onClose,
}: {
  readonly of: Case;
  readonly step: SheetStep;
  readonly onClose: () => void;
}) {
  const words = useText();
  const { text, setText, drop } = useKeptText(of, step);
  const [outcome, setOutcome] = useState<Outcome | "">(
    of.outcomes.length === 1 ? (of.outcomes[0] ?? "") : "",
  );
  // A prepared answer in the box that was not edited. Another prepared answer may replace it without asking.
  const [filled, setFilled] = useState("");
  const [to, setTo] = useState<Recipient>({ desk: of.desk, colleague: "" });
  const [tried, setTried] = useState(false);
  const sending = useAction({
    call: () => takeStep(of, step, { text, outcome, to }),
    changes: ["/cases"],
    said: () => words(`staff:cases.done.${doneOf(of, step, outcome)}`),
    done: () => {
      drop();
      onClose();
    },
    failed: "here",
  });
  const prepared = of.prepared.filter(
    ({ use }) => use === (step === "answer" ? outcome : step === "ask" ? "ask" : null),
  );
  const isShort = step !== "approve" && text.trim().length < 3;
  const isBlank = prepared.length > 0 && text.includes(LETTER_BLANK);
  const noOutcome = step === "answer" && outcome === "";
  return {
    ...{ text, write: setText, outcome, filled, to, setTo, tried, sending },
    ...{ prepared, isShort, isBlank, noOutcome },
    /** Returns a text of the dialog. */
    said: (part: string, params = {}) => words(`staff:cases.sheet.${textsOf(step, outcome)}.${part}`, params),
    choose: (chosen: Outcome | "") => {
      setOutcome(chosen);
      if (text === filled) setText("");
      setFilled("");
    },
    fill: (whole: string, part: string) => {
      setText(whole);
      setFilled(whole === part ? part : "");
    },
    send: () => {
      setTried(true);
      if (noOutcome) document.getElementById("case-outcome")?.focus();
      else if (isShort || isBlank) document.getElementById("case-text")?.focus();
      else sending.run(undefined);
    },
  };
}

/** Sends an action on a case, with the text, outcome or recipient that this action needs. */
function takeStep(
  of: Case,
  step: SheetStep,
  { text, outcome, to }: { readonly text: string; readonly outcome: Outcome | ""; readonly to: Recipient },
) {
  return step === "approve"
    ? call("POST", "/cases/{id}/approve", { path: { id: of.id }, body: {} })
    : call("POST", `/cases/{id}/${step}`, {
        path: { id: of.id },
        body: {
          text: text.trim(),
          ...(step === "answer" && outcome !== "" ? { outcome } : {}),
          ...(step === "hand-on"
            ? { desk: to.desk, colleague: to.colleague === "" ? null : to.colleague }
            : {}),
        },
      });
}

/** Holds the text for an action on a case. Typed text survives a reload and "Cancel". */
function useKeptText(of: Case, step: SheetStep) {
  const draft = `draft:case:${of.id}:${step}`;
  const [text, setText] = useState(() =>
    String(keptForVisit(draft)?.text ?? (step === "ask" ? whatLacks(of) : "")),
  );
  useEffect(() => {
    if (text === "") dropForVisit(draft);
    else keepForVisit(draft, { text });
  }, [draft, text]);
  return { text, setText, drop: () => dropForVisit(draft) };
}

/** Returns the key of a dialog's texts. An answer that contains no decision has separate texts. */
function textsOf(step: SheetStep, outcome: string): string {
  if (step !== "answer") return step;
  return outcome === "answered" ? "letter" : outcome === "done" ? "done" : "answer";
}

function doneOf(of: Case, step: SheetStep, outcome: string): string {
  if (step !== "answer") return step;
  return of.deciders === 2 ? "propose" : outcome === "done" ? "done" : "answer";
}

/** Returns the noted deficiencies. A desk's request for more documents starts with this text. */
function whatLacks({ checklist }: Case): string {
  const lacks = checklist.flatMap(({ lacking }) => (lacking === null ? [] : [lacking.text]));
  return lacks.length < 2 ? lacks.join("") : lacks.map((text, at) => `${at + 1}. ${text}`).join("\n");
}
