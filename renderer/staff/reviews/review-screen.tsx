import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowLeft, Check } from "lucide-react";
import { useState } from "react";
import type { Review } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { PrivateImage } from "../../kit/parts/private-image.tsx";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { FurtherAnswers } from "../further-answers.tsx";
import { PrivateDocument } from "../private-document.tsx";
import { StaffPage } from "../staff-gate.tsx";
import { AskAgain, type Asked, askedItems } from "./ask-again.tsx";
import { RejectSheet } from "./reject-sheet.tsx";
import { ReviewChanges } from "./review-changes.tsx";
import { ReviewCompare } from "./review-compare.tsx";
import { ReviewQueue } from "./review-queue.tsx";
import { type SentFields, useSentFields } from "./sent-fields.ts";
import { StatusSign } from "./status-sign.tsx";
import { WatchHits } from "./watch-hits.tsx";
import "./reviews.css";
import { TestMark } from "../test-mark.tsx";

type Decision = "approve" | "reject" | "ask-again";

/** Documents that are pictures; all others may be PDFs. */
const PICTURES: readonly string[] = ["cardFront", "cardBack", "selfie"];

/** Fields shown in the comparison, so not again in the list. */
const COMPARED: ReadonlySet<string> = new Set([
  "firstNameTh",
  "lastNameTh",
  "firstNameEn",
  "lastNameEn",
  "address",
  "nationalIdEnd",
]);

const CHECKS = ["kyc", "onfido", "verifio", "liveness", "suit"] as const;

/** An identity: documents, entered data, check results, and the decision with its reason. */
export default function ReviewScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:reviews.title")} at="/staff/reviews">
      <One />
    </StaffPage>
  );
}

function One() {
  const words = useText();
  const { id = "" } = useParams({ strict: false });
  const review = useQuery(get("/reviews/{id}", { path: { id } }));
  return (
    <div className="screen">
      <PageLink className="link onlyphone" to="/staff/reviews">
        <ArrowLeft size={18} aria-hidden="true" /> {words("staff:review.back")}
      </PageLink>
      <div className="staffcols">
        <div className="onlywide">
          <ReviewQueue current={id} />
        </div>
        <div>
          {review.isPending ? <LoadingShape rows={5} /> : null}
          {review.isError ? <ErrorState error={review.error} retry={() => void review.refetch()} /> : null}
          {review.data ? <Named of={review.data} /> : null}
        </div>
      </div>
    </div>
  );
}

/** Field names are always those that the investor saw. */
function Named({ of }: { readonly of: Review }) {
  const fields = useSentFields(of.sentBy);
  return fields === null ? <LoadingShape rows={5} /> : <Shown of={of} fields={fields} />;
}

/** The result of the virus scan, unless it is clean. */
function ScanSign({ scanned }: { readonly scanned: Review["documents"][number]["scanned"] }) {
  const words = useText();
  if (scanned === "clean") return null;
  return (
    <Badge tone={scanned === "infected" ? "loss" : "warn"}>{words(`staff:review.scanned.${scanned}`)}</Badge>
  );
}

function Shown({ of, fields }: { readonly of: Review; readonly fields: SentFields }) {
  const words = useText();
  const plate = (kind: Review["documents"][number]["kind"]) => {
    const document = of.documents.find((one) => one.kind === kind);
    return document ? (
      <figure className="darkplate">
        <PrivateImage url={document.preview} alt={words(`staff:review.${kind}`)} />
        <figcaption className="s14">
          <span>{words(`staff:review.${kind}`)}</span> <ScanSign scanned={document.scanned} />
        </figcaption>
      </figure>
    ) : null;
  };
  return (
    <article className="card card--pad gap16">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{nameOf(of)}</h1>
          <p className="small">
            {words("staff:review.reference", { reference: of.reference })} ·{" "}
            {words(`my-account:me.type.${of.person.customerType}`)} · {formatInstant(of.openedAt)}
          </p>
        </div>
        <span className="rowwrap">
          <TestMark who={of.person.email} />
          {of.highRisk ? <Badge tone="warn">{words("staff:review.highRisk")}</Badge> : null}
          {of.changed.length > 0 ? (
            <Badge tone="info">{words("staff:review.changed", { count: of.changed.length })}</Badge>
          ) : null}
          {of.screening.standing === "open" || of.screening.standing === "confirmed" ? (
            <Badge tone="loss">{words(`staff:review.watch.standing.${of.screening.standing}`)}</Badge>
          ) : null}
          {of.sameCardElsewhere > 0 ? (
            <Badge tone="loss">{words("staff:review.sameCard", { count: of.sameCardElsewhere })}</Badge>
          ) : null}
        </span>
      </div>
      <ReviewChanges of={of} fields={fields} />
      <div className="reviewcols">
        <section className="gap12" aria-label={words("staff:review.documents")}>
          {plate("cardFront")}
          <div className="facepair">
            {plate("cardBack")}
            {plate("selfie")}
          </div>
          {of.documents
            .filter(({ kind }) => !PICTURES.includes(kind))
            .map(({ kind, url, scanned }) => (
              <div className="rowwrap" key={kind}>
                <PrivateDocument url={url} label={fields.label(kind)} name={`${of.reference}-${kind}`} />
                <ScanSign scanned={scanned} />
              </div>
            ))}
        </section>
        <div className="gap16">
          <ReviewCompare of={of} />
          <section>
            <h2>{words("staff:review.given")}</h2>
            <Pairs of={givenOf(of, fields, words)} />
          </section>
          <FurtherAnswers of={of.further} fileUrl={(file) => `/api/files/${file}`} name={of.reference} />
          <section>
            <h2>{words("staff:review.checks")}</h2>
            <ul className="checklist">
              {[...CHECKS, "dopa" as const].map((check) => (
                <li key={check}>
                  {words(`staff:review.check.${check}`)}
                  <StatusSign
                    status={check === "dopa" ? (of.passDopa ? "VERIFIED" : "NONE") : statusOf(of, check)}
                  />
                  <Findings of={of} check={check} />
                </li>
              ))}
              {of.digitalId === null ? null : (
                <li data-check="ndid">
                  {words("staff:review.check.ndid")}
                  <DigitalId of={of.digitalId} fields={fields} />
                </li>
              )}
            </ul>
          </section>
        </div>
      </div>
      <WatchHits of={of} />
      <Decide of={of} fields={fields} />
    </article>
  );
}

/** The concerns of the latest check behind a status, and data on the card that differs from the entered data. */
function Findings({ of, check }: { readonly of: Review; readonly check: string }) {
  const words = useText();
  const found = of.checks.find(({ kind, vendor }) => (kind === "liveness" ? kind : vendor) === check);
  if (found === undefined || found.concerns.length + found.differs.length === 0) return null;
  const { read } = found;
  const values = { name: read?.name, birthDate: read?.birthDate, nationalId: `•••• ${read?.nationalIdEnd}` };
  return (
    <span className="findings">
      {found.concerns.map((concern) => (
        <Badge tone="warn" key={concern}>
          {words(`staff:review.concern.${concern}`)}
        </Badge>
      ))}
      {found.differs.map((part) => (
        <span className="small" key={part}>
          {words(`staff:review.onCard.${part}`, { value: values[part] ?? "–" })}
        </span>
      ))}
    </span>
  );
}

/** The bank's confirmation by national digital ID, with its assurance level. */
function DigitalId({
  of,
  fields,
}: {
  readonly of: NonNullable<Review["digitalId"]>;
  readonly fields: SentFields;
}) {
  const words = useText();
  const good = of.state === "accepted" && of.sameCard;
  const open = of.state === "asking" || of.state === "asked";
  return (
    <span className="rowwrap">
      <Badge tone={good ? "gain" : open ? "info" : "warn"}>
        {words(`staff:review.ndid.${of.state === "accepted" && !of.sameCard ? "otherCard" : of.state}`)}
      </Badge>
      <span className="small">
        {fields.value("bank", of.bank)}
        {of.ial === null ? "" : ` · IAL ${of.ial} · AAL ${of.aal ?? "–"}`}
      </span>
    </span>
  );
}

function nameOf({ identity, person }: Review): string {
  return (
    [identity?.firstNameTh, identity?.lastNameTh].filter((part) => part && part !== "-").join(" ") ||
    person.email
  );
}

/** A correction request has the same stored status as a rejection, but is not one. */
function statusOf(of: Review, check: (typeof CHECKS)[number]): string | undefined {
  const status = of.statuses[check];
  return check === "kyc" && status === "REJECTED" && of.state === "asked-again" ? "ASKED_AGAIN" : status;
}

function givenOf(of: Review, fields: SentFields, words: ReturnType<typeof useText>): readonly Pair[] {
  const pairs: Pair[] = [{ key: "email", label: words("staff:review.email"), value: of.person.email }];
  const given = { ...of.identity, ...of.interests };
  const changed = new Set(of.changed.map(({ name }) => name));
  for (const [field, value] of Object.entries(given)) {
    if (COMPARED.has(field) || value === undefined || value === null) continue;
    pairs.push({
      key: field,
      label: fields.label(field),
      value: fields.value(field, value),
      ...(changed.has(field) ? { look: "strong" as const } : {}),
    });
  }
  if (of.suitability)
    pairs.push({
      key: "suitability",
      label: words("staff:review.check.suit"),
      value: words("staff:review.suitability", { score: of.suitability.score, level: of.suitability.level }),
      look: "sum",
    });
  if (of.fatca)
    pairs.push({ key: "fatca", label: "FATCA", value: words(`staff:review.fatca.${of.fatca.form}`) });
  return pairs;
}

function Decide({ of, fields }: { readonly of: Review; readonly fields: SentFields }) {
  const words = useText();
  const [reason, setReason] = useState("");
  const [asked, setAsked] = useState<Asked>({});
  const [missing, setMissing] = useState(false);
  const [rejects, setRejects] = useState(false);
  const deciding = useAction({
    call: ({ decision, given }: { readonly decision: Decision; readonly given: string }) =>
      call("POST", "/reviews/{id}/decision", {
        path: { id: of.id },
        body: { decision, reason: given, asked: decision === "ask-again" ? askedItems(asked, given) : [] },
      }).finally(() => setRejects(false)),
    changes: ["/reviews"],
    done: ({ state }) =>
      toast({
        tone: "gain",
        text: words(state === "proposed" ? "staff:review.byTwo.saved" : "staff:review.decided"),
      }),
    failed: "here",
  });
  const reopens = of.state === "rejected";
  if (of.state === "asked-again")
    return (
      <Note tone="warn">
        <b>{words("staff:review.status.ASKED_AGAIN")}</b>
        <p>{of.reason ?? words("staff:erased")}</p>
      </Note>
    );
  if (of.state !== "open" && !reopens) return <Note tone="gain">{words("staff:review.alreadyDecided")}</Note>;
  const askReason = () => {
    setMissing(true);
    document.getElementById("reason")?.focus();
  };
  const decide = (decision: Decision) => {
    const given =
      reason.trim() === "" && decision === "approve" ? words("staff:review.approvedReason") : reason.trim();
    if (given === "") return askReason();
    setMissing(false);
    deciding.run({ decision, given });
  };
  const busy = deciding.doing?.decision;
  return (
    <section className="gap12 decision">
      {reopens ? (
        <Note tone="warn">
          <b>{words("staff:review.status.REJECTED")}</b>
          <p>{of.reason ?? words("staff:erased")}</p>
        </Note>
      ) : null}
      {of.approval.byTwo ? (
        <Note tone="info">
          <b>{words(`staff:review.byTwo.${of.approval.first === null ? "needed" : "first"}`)}</b>
          {of.approval.first === null ? null : (
            <>
              <p>{of.approval.first.reason || words("staff:erased")}</p>
              <p className="small">
                {words(`staff:review.watch.${of.approval.first.own ? "waitsForOther" : "waitsForYou"}`)}
              </p>
            </>
          )}
        </Note>
      ) : null}
      <TextAreaField
        id="reason"
        label={words("staff:review.reason")}
        hint={words("staff:review.reasonHint")}
        maxLength={1000}
        value={reason}
        error={missing ? words("staff:review.reasonNeeded") : null}
        onValue={setReason}
      />
      <AskAgain of={of} fields={fields} asked={asked} onAsked={setAsked} />
      <FaultNote fault={missing ? null : deciding.fault} />
      <div className="decide">
        {reopens ? null : (
          <Button
            kind="main"
            busy={busy === "approve"}
            disabled={of.approval.byTwo && of.approval.first?.own === true}
            onClick={() => decide("approve")}
          >
            <Check size={18} aria-hidden="true" /> {words("staff:review.approve")}
          </Button>
        )}
        <Button busy={busy === "ask-again"} onClick={() => decide("ask-again")}>
          {words(reopens ? "staff:review.reopen" : "staff:review.askAgain")}
        </Button>
        {reopens ? null : (
          <Button
            kind="danger"
            onClick={() => {
              if (reason.trim() === "") return askReason();
              setMissing(false);
              deciding.forget();
              setRejects(true);
            }}
          >
            {words("staff:review.reject")}
          </Button>
        )}
      </div>
      <p className="small">{words("staff:review.note")}</p>
      {rejects ? (
        <RejectSheet
          name={nameOf(of)}
          email={of.person.email}
          reason={reason.trim()}
          busy={busy === "reject"}
          onReject={() => decide("reject")}
          onClose={() => setRejects(false)}
        />
      ) : null}
    </section>
  );
}
