import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { endsAccount } from "../../../domain/ends-account.ts";
import type { Case } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { CheckField } from "../../kit/parts/check-field.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { SaveAs } from "../../kit/parts/save-as.tsx";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { type Translate, useLanguage, useText } from "../../kit/text/i18n.ts";
import { ErasureOutlook } from "../erasure-outlook.tsx";
import { PrivateDocument } from "../private-document.tsx";
import { SentAnswers } from "../sent-answers.tsx";
import { StaffPage } from "../staff-gate.tsx";
import { TestMark } from "../test-mark.tsx";
import { CaseSheet } from "./case-sheet.tsx";
import { CaseBadge } from "./cases-screen.tsx";
import "./cases.css";
import type { SheetStep } from "./use-case-answer.ts";

/** The page of a case: submitted data, history, checklist and possible actions. */
export default function CaseScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:cases.one")} at="/staff/cases">
      <div className="screen">
        <PageLink className="link" to="/staff/cases">
          <ArrowLeft size={18} aria-hidden="true" /> {words("staff:cases.back")}
        </PageLink>
        <One />
      </div>
    </StaffPage>
  );
}

function One() {
  const { id = "" } = useParams({ strict: false });
  const found = useQuery(get("/cases/{id}", { path: { id } }));
  if (found.data === undefined)
    return found.isError ? (
      <ErrorState error={found.error} retry={() => void found.refetch()} />
    ) : (
      <LoadingShape rows={6} />
    );
  return <Shown of={found.data} />;
}

function Shown({ of }: { readonly of: Case }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <>
      <header className="gap8">
        <h1 tabIndex={-1} className="wrap">
          {of.topicSays[lng]}
        </h1>
        <p className="rowwrap">
          <CaseBadge of={of} />
          <span className="num small">{of.reference}</span>
          {of.deciders === 2 ? <Badge>{words("staff:cases.twoDecide")}</Badge> : null}
        </p>
        {of.follows === null || of.state === "closed" ? null : (
          <p className="mut">{words(`staff:cases.follows.${of.follows}`)}</p>
        )}
      </header>
      {of.about === null ? null : <Warnings of={of.about} />}
      {endsAccount(of.follows) && of.person !== null ? <ErasureOutlook person={of.person} /> : null}
      <Deeds of={of} />
      <div className="casecols">
        <div className="gap16">
          <Said of={of} />
          <History of={of} />
        </div>
        <div className="gap16">
          <About of={of} />
          {of.about === null ? null : <ComparedWith of={of.about} />}
          <SaveAs
            small
            from={`/api/cases/${of.id}/file`}
            name={of.reference}
            label={(format) => words("staff:cases.saveAs", { format })}
          />
          <Checklist of={of} />
        </div>
      </div>
    </>
  );
}

/** The possible actions on a case. The action that comes next is first. */
function Deeds({ of }: { readonly of: Case }) {
  const words = useText();
  const [asks, setAsks] = useState<SheetStep | null>(null);
  const direct = useAction({
    call: (step: "take" | "acknowledge") =>
      call("POST", `/cases/{id}/${step}`, { path: { id: of.id }, body: {} }),
    changes: ["/cases"],
    said: (step) => words(`staff:cases.done.${step}`),
  });
  const { may } = of;
  const sheet = (step: SheetStep, kind: "main" | "line" = "line") => (
    <Button kind={kind} onClick={() => setAsks(step)}>
      {words(`staff:cases.do.${step}`)}
    </Button>
  );
  if (!Object.values(may).some(Boolean)) return null;
  return (
    <>
      {of.state === "proposed" ? <Proposed of={of} /> : null}
      <div className="rowwrap">
        {may.decide ? (
          <Button kind="main" onClick={() => setAsks("approve")}>
            {words("staff:cases.do.approve")}
          </Button>
        ) : null}
        {may.decide ? sheet("send-back") : null}
        {may.take ? (
          <Button
            kind={of.owner === null ? "main" : "line"}
            busy={direct.busy}
            onClick={() => direct.run("take")}
          >
            {words("staff:cases.do.take")}
          </Button>
        ) : null}
        {may.acknowledge ? (
          <Button kind="line" busy={direct.busy} onClick={() => direct.run("acknowledge")}>
            {words("staff:cases.do.acknowledge")}
          </Button>
        ) : null}
        {may.answer ? (
          <Button kind="main" onClick={() => setAsks("answer")}>
            {words(`staff:cases.do.${of.outcomes[0] === "done" ? "done" : "answer"}`)}
          </Button>
        ) : null}
        {may.ask ? sheet("ask") : null}
        {may.takeUp ? sheet("take-up") : null}
        {may.close ? sheet("close") : null}
        {may.handOn ? sheet("hand-on") : null}
        {may.note ? sheet("note") : null}
      </div>
      {asks === null ? null : <CaseSheet of={of} step={asks} onClose={() => setAsks(null)} />}
    </>
  );
}

/** A proposed answer that waits for approval by a second person. */
function Proposed({ of }: { readonly of: Case }) {
  const words = useText();
  const last = of.entries.findLast(({ kind }) => kind === "proposed");
  return (
    <section className="card card--pad gap8" aria-labelledby="proposed">
      <h2 id="proposed">{words("staff:cases.proposed", { who: of.proposedBy ?? "" })}</h2>
      {of.outcome === null ? null : <p>{words(`staff:cases.outcome.${of.outcome}`)}</p>}
      <p className="written">{last?.text}</p>
    </section>
  );
}

/** The submitted data, with the labels that the applicant saw, and the documents. */
function Said({ of }: { readonly of: Case }) {
  const words = useText();
  return (
    <section className="card card--pad gap16" aria-labelledby="said">
      <h2 id="said">{words("staff:cases.said")}</h2>
      {of.given.length === 0 ? <p className="mut">{words("staff:cases.gone")}</p> : null}
      <SentAnswers
        module={of.module}
        answers={of.given}
        before={of.before === null ? null : { ...of.before, answers: of.before.given }}
        fileUrl={(file) => `/api/cases/${of.id}/files/${file}`}
        saveAs={({ name }, at) => `${of.reference}-${name}${at === 0 ? "" : `-${at + 1}`}`}
      />
      {of.before === null || of.before.case === null ? null : (
        <PageLink className="link" to="/staff/cases/$id" params={{ id: of.before.case }}>
          {words("staff:cases.earlier")}
        </PageLink>
      )}
    </section>
  );
}

function About({ of }: { readonly of: Case }) {
  const words = useText();
  return (
    <section className="card card--pad gap12" aria-labelledby="about">
      <h2 id="about">{words("staff:cases.about")}</h2>
      <Pairs of={factsOf(of, words)} />
    </section>
  );
}

/** Returns the facts of a case: who sent it, the date by which it must be answered, and who answers it. */
function factsOf(of: Case, words: Translate): readonly Pair[] {
  return [
    ...(of.fromName === null ? [] : [{ key: "name", label: words("staff:cases.name"), value: of.fromName }]),
    {
      key: "from",
      label: words("staff:cases.from"),
      value: (
        <>
          <span className="wrap">{of.from === "" ? words("staff:erased") : of.from}</span>{" "}
          <TestMark who={of.from} />
        </>
      ),
    },
    {
      key: "account",
      label: words("staff:cases.account"),
      value:
        of.person === null ? (
          words("staff:cases.visitor")
        ) : (
          <PageLink className="link" to="/staff/people/$id" params={{ id: of.person }}>
            {words("staff:cases.toPerson")}
          </PageLink>
        ),
    },
    { key: "opened", label: words("staff:cases.opened"), value: formatInstant(of.openedAt) },
    ...acknowledgementOf(of, words),
    {
      key: "due",
      label: words("staff:cases.answerBy"),
      value: formatDate(of.dueOn),
      ...(of.overdue ? { look: "strong" as const } : {}),
    },
    { key: "desk", label: words("staff:cases.deskName"), value: words(`staff:cases.desk.${of.desk}`) },
    {
      key: "owner",
      label: words("staff:cases.owner"),
      value: of.owner?.email ?? words("staff:cases.nobody"),
    },
    {
      key: "language",
      label: words("staff:cases.language"),
      value: words(`staff:cases.speaks.${of.language}`),
    },
  ];
}

/**
 * Returns the date by which the case must be acknowledged, or who acknowledged it and when. Empty if the case
 * needs no acknowledgement.
 */
function acknowledgementOf({ acknowledgeBy, acknowledged }: Case, words: Translate): readonly Pair[] {
  if (acknowledgeBy === null) return [];
  return acknowledged === null
    ? [{ key: "acknowledge", label: words("staff:cases.acknowledgeBy"), value: formatDate(acknowledgeBy) }]
    : [
        {
          key: "acknowledge",
          label: words("staff:cases.entry.acknowledged"),
          value: words("staff:cases.tickedBy", { who: acknowledged.by, at: formatInstant(acknowledged.at) }),
        },
      ];
}

type ComparedCase = NonNullable<Case["about"]>;

/** The reasons why a request about an account is not granted. */
function Warnings({ of: { locked, objectedAt } }: { readonly of: ComparedCase }) {
  const words = useText();
  return (
    <>
      {objectedAt === null ? null : (
        <Note tone="loss">{words("staff:cases.compared.objected", { at: formatInstant(objectedAt) })}</Note>
      )}
      {locked ? <Note tone="loss">{words("staff:cases.compared.locked")}</Note> : null}
    </>
  );
}

/** The data that a visitor sent, beside the data of the account. */
function ComparedWith({ of: { same } }: { readonly of: ComparedCase }) {
  const words = useText();
  const said = (is: boolean | null) =>
    words(`staff:cases.compared.${is === null ? "none" : is ? "same" : "differs"}`);
  return (
    <section className="card card--pad gap12" aria-labelledby="compared">
      <h2 id="compared">{words("staff:cases.compared.title")}</h2>
      <Pairs
        of={(["name", "nationalId", "phone"] as const).map((key) => ({
          key,
          label: words(`staff:cases.compared.${key}`),
          value: <Badge tone={TONES[String(same[key])] ?? "info"}>{said(same[key])}</Badge>,
        }))}
      />
    </section>
  );
}

const TONES: { readonly [same: string]: "gain" | "loss" } = { true: "gain", false: "loss" };

/** The checklist that must be complete before the request can be granted. */
function Checklist({ of }: { readonly of: Case }) {
  const words = useText();
  const lng = useLanguage();
  const [lacks, setLacks] = useState<number | null>(null);
  const ticking = useAction({
    call: (given: Ticked) => call("POST", "/cases/{id}/tick", { path: { id: of.id }, body: given }),
    changes: ["/cases"],
    done: () => setLacks(null),
  });
  if (of.checklist.length === 0) return null;
  const left = of.checklist.filter(({ done }) => done === null).length;
  return (
    <section className="card card--pad gap8" aria-labelledby="checklist">
      <h2 id="checklist">{words("staff:cases.checklist")}</h2>
      <p className="small">
        {left === 0 ? words("staff:cases.allTicked") : words("staff:cases.left", { count: left })}
      </p>
      {of.checklist.map(({ item, says, done, lacking }) => (
        <div key={item} className="gap4">
          <CheckField
            id={`tick-${item}`}
            label={says[lng]}
            value={ticking.doing?.item === item ? ticking.doing.done : done !== null}
            disabled={!of.may.tick || ticking.busy}
            onValue={(value) => ticking.run({ item, done: value })}
          />
          {done === null ? null : (
            <small className="mut">
              {words("staff:cases.tickedBy", { who: done.by, at: formatInstant(done.at) })}
            </small>
          )}
          {lacking === null ? null : (
            <Note tone="warn">
              {lacking.text}
              <br />
              <small>
                {words("staff:cases.tickedBy", { who: lacking.by, at: formatInstant(lacking.at) })}
              </small>
            </Note>
          )}
          {of.may.tick && done === null && lacks !== item ? (
            <Button kind="line" small onClick={() => setLacks(item)}>
              {words(lacking === null ? "staff:cases.lacks" : "staff:cases.lacksAnew")}
            </Button>
          ) : null}
          {lacks === item ? (
            <Lacking
              item={item}
              busy={ticking.busy}
              onSend={(text) => ticking.run({ item, done: false, lacking: text })}
            />
          ) : null}
        </div>
      ))}
      {of.may.take ? <p className="small">{words("staff:cases.takeToTick")}</p> : null}
    </section>
  );
}

type Ticked = { readonly item: number; readonly done: boolean; readonly lacking?: string };

/** A field that asks why a document is not accepted. */
function Lacking({
  item,
  busy,
  onSend,
}: {
  readonly item: number;
  readonly busy: boolean;
  readonly onSend: (text: string) => void;
}) {
  const words = useText();
  const [text, setText] = useState("");
  const [tried, setTried] = useState(false);
  const isShort = text.trim().length < 3;
  return (
    <div className="gap8">
      <TextAreaField
        id={`lacking-${item}`}
        label={words("staff:cases.whatLacks")}
        value={text}
        maxLength={500}
        rows={2}
        error={tried && isShort ? words("staff:cases.writeSomething") : null}
        onValue={setText}
      />
      <Button
        kind="line"
        busy={busy}
        onClick={() => {
          setTried(true);
          if (!isShort) onSend(text.trim());
        }}
      >
        {words("staff:cases.keepLack")}
      </Button>
    </div>
  );
}

/**
 * Authors of history entries that no colleague wrote, by the kind of the entry. If the kind is not listed,
 * the applicant wrote the entry.
 */
const BY: { readonly [kind: string]: "portal" | "owner" } = { closed: "portal", objected: "owner" };

/** The history of the case, oldest entry first. */
function History({ of }: { readonly of: Case }) {
  const words = useText();
  return (
    <section className="card card--pad gap16" aria-labelledby="history">
      <h2 id="history">{words("staff:cases.history")}</h2>
      <ol className="casehistory">
        {of.entries.map((entry) => (
          <li key={entry.seq} className="gap8">
            <div>
              <b>
                {words(`staff:cases.entry.${entry.kind}`)}
                {entry.to === null
                  ? ""
                  : ` → ${[words(`staff:cases.desk.${entry.to.desk}`), entry.to.colleague].filter(Boolean).join(" · ")}`}
              </b>
              <br />
              <small className="mut wrap">
                {formatInstant(entry.at)} · {entry.by ?? words(`staff:cases.by.${BY[entry.kind] ?? "them"}`)}
              </small>
            </div>
            {entry.text === null ? null : <p className="written">{entry.text}</p>}
            {entry.files.map((file, at) => (
              <PrivateDocument
                key={file}
                url={`/api/cases/${of.id}/files/${file}`}
                label={words("staff:cases.paper", { number: at + 1 })}
                name={`${of.reference}-${entry.seq}-${at + 1}`}
              />
            ))}
          </li>
        ))}
      </ol>
    </section>
  );
}
