import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LETTER_BLANK } from "../../../domain/letter-blank.ts";
import type { Case } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { dropForVisit, keepForVisit, keptForVisit } from "../../kit/api/drafts.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { PreparedAnswers } from "./prepared-answers.tsx";

/** A step that needs a text, or a second look before a letter is sent. */
export type SheetStep = "answer" | "approve" | "ask" | "take-up" | "hand-on" | "note" | "send-back" | "close";

type Outcome = Case["outcomes"][number];

/** Asks for what a step needs: a text, the outcome of an answer, the recipient of a handover. */
export function CaseSheet({
  of,
  step,
  onClose,
}: {
  readonly of: Case;
  readonly step: SheetStep;
  readonly onClose: () => void;
}) {
  const words = useText();
  const lng = useLanguage();
  const draft = `draft:case:${of.id}:${step}`;
  // What was typed stays over a reload and over "Cancel".
  const [text, setText] = useState(() =>
    String(keptForVisit(draft)?.text ?? (step === "ask" ? whatLacks(of) : "")),
  );
  useEffect(() => {
    if (text === "") dropForVisit(draft);
    else keepForVisit(draft, { text });
  }, [draft, text]);
  const [outcome, setOutcome] = useState<Outcome | "">(
    of.outcomes.length === 1 ? (of.outcomes[0] ?? "") : "",
  );
  // A prepared answer that was not edited; it is replaced without asking.
  const [filled, setFilled] = useState("");
  const [desk, setDesk] = useState<Case["desk"]>(of.desk);
  const [colleague, setColleague] = useState("");
  const [tried, setTried] = useState(false);
  const said = (part: string, params = {}) =>
    words(`staff:cases.sheet.${textsOf(step, outcome)}.${part}`, params);
  const sending = useAction({
    call: () =>
      step === "approve"
        ? call("POST", "/cases/{id}/approve", { path: { id: of.id }, body: {} })
        : call("POST", `/cases/{id}/${step}`, {
            path: { id: of.id },
            body: {
              text: text.trim(),
              ...(step === "answer" && outcome !== "" ? { outcome } : {}),
              ...(step === "hand-on" ? { desk, colleague: colleague === "" ? null : colleague } : {}),
            },
          }),
    changes: ["/cases"],
    said: () => words(`staff:cases.done.${doneOf(of, step, outcome)}`),
    done: () => {
      dropForVisit(draft);
      onClose();
    },
    failed: "here",
  });
  const isShort = step !== "approve" && text.trim().length < 3;
  const prepared = of.prepared.filter(
    ({ use }) => use === (step === "answer" ? outcome : step === "ask" ? "ask" : null),
  );
  const isBlank = prepared.length > 0 && text.includes(LETTER_BLANK);
  const noOutcome = step === "answer" && outcome === "";
  const unticked = of.checklist.some(({ done }) => done === null);
  const send = () => {
    setTried(true);
    if (noOutcome) document.getElementById("case-outcome")?.focus();
    else if (isShort || isBlank) document.getElementById("case-text")?.focus();
    else sending.run(undefined);
  };
  return (
    <Sheet
      title={said("title", { reference: of.reference })}
      onClose={onClose}
      footer={
        <>
          <Button kind="main" wide busy={sending.busy} onClick={send}>
            {step === "answer" && of.deciders === 2 ? words("staff:cases.do.propose") : said("send")}
          </Button>
          <Button kind="soft" wide onClick={onClose}>
            {words("button:cancel")}
          </Button>
        </>
      }
    >
      <p>{said("text")}</p>
      {step === "answer" && of.outcomes.length > 1 ? (
        <SelectField
          id="case-outcome"
          label={words("staff:cases.sheet.answer.outcome")}
          value={outcome}
          error={tried && noOutcome ? words("staff:cases.sheet.answer.outcomeMissing") : null}
          onValue={(value) => {
            setOutcome(value as typeof outcome);
            if (text === filled) setText("");
            setFilled("");
          }}
        >
          <option value="" />
          <option value="granted" disabled={unticked}>
            {words(unticked ? "staff:cases.sheet.answer.notTicked" : "staff:cases.outcome.granted")}
          </option>
          <option value="refused">{words("staff:cases.outcome.refused")}</option>
        </SelectField>
      ) : null}
      {step === "hand-on" ? (
        <To desks={of.desks} desk={desk} colleague={colleague} onDesk={setDesk} onColleague={setColleague} />
      ) : null}
      {(step === "answer" && outcome !== "done") || step === "ask" ? (
        <p className="small">{words(`staff:cases.sheet.in.${of.language}`)}</p>
      ) : null}
      {prepared.length === 0 ? null : (
        <PreparedAnswers
          key={outcome}
          of={prepared}
          language={outcome === "done" ? lng : of.language}
          text={text}
          filled={filled}
          onFill={(whole, part) => {
            setText(whole);
            setFilled(whole === part ? part : "");
          }}
        />
      )}
      {step === "approve" ? (
        <p className="written">{of.entries.findLast(({ kind }) => kind === "proposed")?.text}</p>
      ) : (
        <TextAreaField
          id="case-text"
          label={said("label")}
          value={text}
          maxLength={4000}
          rows={8}
          hint={isBlank && !tried ? words("staff:cases.prepared.fillIn", { blank: LETTER_BLANK }) : undefined}
          error={
            tried && isShort
              ? words("staff:cases.writeSomething")
              : tried && isBlank
                ? words("staff:cases.prepared.fillIn", { blank: LETTER_BLANK })
                : null
          }
          onValue={setText}
        />
      )}
      {of.follows !== null && (step === "approve" ? of.outcome : outcome) === "granted" ? (
        <Note tone="warn">{words(`staff:cases.follows.${of.follows}`)}</Note>
      ) : null}
      <FaultNote fault={sending.fault} />
    </Sheet>
  );
}

/** The texts of a sheet: an answer that decides nothing has its own. */
function textsOf(step: SheetStep, outcome: string): string {
  if (step !== "answer") return step;
  return outcome === "answered" ? "letter" : outcome === "done" ? "done" : "answer";
}

function doneOf(of: Case, step: SheetStep, outcome: string): string {
  if (step !== "answer") return step;
  return of.deciders === 2 ? "propose" : outcome === "done" ? "done" : "answer";
}

/** The noted deficiencies, as the initial text when asking for more. */
function whatLacks({ checklist }: Case): string {
  const lacks = checklist.flatMap(({ lacking }) => (lacking === null ? [] : [lacking.text]));
  return lacks.length < 2 ? lacks.join("") : lacks.map((text, at) => `${at + 1}. ${text}`).join("\n");
}

/** A desk, and a colleague of it. */
function To({
  desk,
  colleague,
  onDesk,
  onColleague,
  desks,
}: {
  readonly desks: Case["desks"];
  readonly desk: Case["desk"];
  readonly colleague: string;
  readonly onDesk: (desk: Case["desk"]) => void;
  readonly onColleague: (colleague: string) => void;
}) {
  const words = useText();
  const { data } = useQuery(get("/cases"));
  return (
    <>
      <SelectField
        id="case-desk"
        label={words("staff:cases.sheet.hand-on.desk")}
        value={desk}
        onValue={(value) => {
          onDesk(value as typeof desk);
          onColleague("");
        }}
      >
        {desks.map((one) => (
          <option key={one} value={one}>
            {words(`staff:cases.desk.${one}`)}
          </option>
        ))}
      </SelectField>
      <SelectField
        id="case-colleague"
        label={words("staff:cases.sheet.hand-on.colleague")}
        value={colleague}
        onValue={onColleague}
      >
        <option value="">{words("staff:cases.sheet.hand-on.anybody")}</option>
        {(data?.colleagues ?? [])
          .filter((one) => one.desk === desk)
          .map((one) => (
            <option key={one.id} value={one.id}>
              {one.email}
            </option>
          ))}
      </SelectField>
    </>
  );
}
