import { LANGUAGES, type Language, languageFacts } from "../../../engine/values/languages.ts";
import type { LegalVersion } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatDate, formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import "./legal.css";
import { useReason } from "../use-reason.ts";

/**
 * A waiting version beside the version in force, the people who would be asked for consent again, and the
 * decision.
 */
export function LegalWaiting({ of, before }: { readonly of: LegalVersion; readonly before: LegalVersion }) {
  const words = useText();
  const who = of.proposedByName ?? words("staff:legal.files");
  const asks = !of.renew
    ? words("staff:legal.keeps")
    : of.graceUntil === null
      ? words("staff:legal.renewsAtOnce")
      : words("staff:legal.renews", { date: formatDate(of.graceUntil) });
  return (
    <div className="gap12">
      <h3>{words("staff:legal.since", { version: of.version, date: formatDate(of.effectiveFrom) })}</h3>
      <p className="small">{words("staff:legal.by", { who, at: formatInstant(of.proposedAt) })}</p>
      <p>{of.note}</p>
      <Note tone={of.renew ? "warn" : "info"}>{asks}</Note>
      {LANGUAGES.map((language) => (
        <Changes key={language} of={of} before={before} language={language} />
      ))}
      <Decision of={of} />
    </div>
  );
}

/** The changed sections, side by side. */
function Changes({
  of,
  before,
  language,
}: {
  readonly of: LegalVersion;
  readonly before: LegalVersion;
  readonly language: Language;
}) {
  const words = useText();
  const [was, is] = [before.content[language].sections, of.content[language].sections];
  const places = Array.from({ length: Math.max(was.length, is.length) }, (_, at) => at);
  const spelled = (section: (typeof was)[number] | undefined) =>
    section === undefined ? "" : `${section.heading}\n${section.text}`;
  const changed = places.filter((at) => spelled(was[at]) !== spelled(is[at]));
  return (
    <div lang={language}>
      <h4>{languageFacts(language).name}</h4>
      {changed.length === 0 ? <p className="small">{words("staff:legal.same")}</p> : null}
      {changed.map((at) => (
        <dl key={at} className="beforeafter">
          <div>
            <dt>{words("staff:legal.before")}</dt>
            <dd>
              <del className="block prewrap">{spelled(was[at])}</del>
            </dd>
          </div>
          <div className="now">
            <dt>{words("staff:legal.after")}</dt>
            <dd>
              <ins className="block prewrap">{spelled(is[at])}</ins>
            </dd>
          </div>
        </dl>
      ))}
    </div>
  );
}

function Decision({ of }: { readonly of: LegalVersion }) {
  const words = useText();
  const role = useSession()?.user?.role;
  const reason = useReason({ id: `legal-note-${of.id}` });
  const deciding = useAction({
    call: (decision: "approve" | "reject") =>
      call("POST", `/legal/versions/{id}/${decision}`, { path: { id: of.id }, body: { note: reason.given } }),
    changes: ["/legal"],
    said: (decision) => words(`staff:legal.${decision === "approve" ? "published" : "refused"}`),
    failed: "here",
  });
  if (role !== "compliance" || of.own)
    return <Note>{words(of.own ? "staff:legal.own" : "staff:legal.others")}</Note>;
  const decide = (decision: "approve" | "reject") => reason.demand(() => deciding.run(decision));
  return (
    <div className="gap12">
      <TextAreaField
        {...reason.field}
        label={words("staff:legal.reason")}
        maxLength={1_000}
        error={reason.isMissing ? words("staff:legal.reasonNeeded") : null}
      />
      <FaultNote fault={deciding.fault} />
      <div className="row wraps">
        <Button
          kind="main"
          busy={deciding.doing === "approve"}
          disabled={deciding.doing === "reject"}
          onClick={() => decide("approve")}
        >
          {words("staff:legal.approve")}
        </Button>
        <Button
          busy={deciding.doing === "reject"}
          disabled={deciding.doing === "approve"}
          onClick={() => decide("reject")}
        >
          {words("staff:legal.refuse")}
        </Button>
      </div>
    </div>
  );
}
