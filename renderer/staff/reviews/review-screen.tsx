import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import type { Review } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge, type Pair, Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FurtherAnswers } from "../further-answers.tsx";
import { StaffPage } from "../staff-gate.tsx";
import { ReviewChanges } from "./review-changes.tsx";
import { ReviewCompare } from "./review-compare.tsx";
import { ReviewQueue } from "./review-queue.tsx";
import { type SentFields, useSentFields } from "./sent-fields.ts";
import { StatusSign } from "./status-sign.tsx";
import { WatchHits } from "./watch-hits.tsx";
import "./reviews.css";
import { TestMark } from "../test-mark.tsx";
import { applicantOf } from "./applicant-of.ts";
import { DecideReview } from "./decide-review.tsx";
import { ReviewDocuments } from "./review-documents.tsx";

/** Fields that the comparison shows, so that the list below leaves them out. */
const COMPARED: ReadonlySet<string> = new Set([
  "firstNameTh",
  "lastNameTh",
  "firstNameEn",
  "lastNameEn",
  "address",
  "nationalIdEnd",
]);

const CHECKS = ["kyc", "onfido", "verifio", "liveness", "suit"] as const;

/**
 * The page of an identity review: documents, entered data, check results, and the decision with its reason.
 */
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

/** The review with field names as the investor saw them. */
function Named({ of }: { readonly of: Review }) {
  const fields = useSentFields(of.sentBy);
  return fields === null ? <LoadingShape rows={5} /> : <Shown of={of} fields={fields} />;
}

function Shown({ of, fields }: { readonly of: Review; readonly fields: SentFields }) {
  const words = useText();
  return (
    <article className="card card--pad gap16">
      <ReviewHead of={of} />
      <ReviewChanges of={of} fields={fields} />
      <div className="reviewcols">
        <ReviewDocuments of={of} fields={fields} />
        <div className="gap16">
          <ReviewCompare of={of} />
          <section>
            <h2>{words("staff:review.given")}</h2>
            <Pairs of={givenOf(of, fields, words)} />
          </section>
          <FurtherAnswers of={of.further} fileUrl={(file) => `/api/files/${file}`} name={of.reference} />
          <Checks of={of} fields={fields} />
        </div>
      </div>
      <WatchHits of={of} />
      <DecideReview of={of} fields={fields} />
    </article>
  );
}

/** Name, reference and age of the application, with badges for everything unusual about it. */
function ReviewHead({ of }: { readonly of: Review }) {
  const words = useText();
  const { standing } = of.screening;
  return (
    <div className="screenhead">
      <div>
        <h1 tabIndex={-1}>{applicantOf(of)}</h1>
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
        {standing === "open" || standing === "confirmed" ? (
          <Badge tone="loss">{words(`staff:review.watch.standing.${standing}`)}</Badge>
        ) : null}
        {of.sameCardElsewhere > 0 ? (
          <Badge tone="loss">{words("staff:review.sameCard", { count: of.sameCardElsewhere })}</Badge>
        ) : null}
      </span>
    </div>
  );
}

/** The checks of the identity, each with its status and findings. */
function Checks({ of, fields }: { readonly of: Review; readonly fields: SentFields }) {
  const words = useText();
  return (
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
  );
}

/**
 * The concerns behind the status of the latest check, and data on the card that differs from the entered
 * data.
 */
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

/** The bank's confirmation of the identity by national digital ID (NDID), with its assurance level. */
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

/**
 * Returns the status of a check. The database stores a correction request and a rejection with the same
 * status. The state of the review tells them apart.
 */
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
