import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { parseTypedDate } from "../../engine/values/local-date.ts";
import { get } from "../kit/api/query.ts";
import { useSession } from "../kit/api/session.ts";
import { placesOf } from "../kit/api/staff-places.ts";
import { TextField } from "../kit/parts/fields.tsx";
import { PageLink } from "../kit/parts/page-link.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { formatDate, formatInstant } from "../kit/text/format.ts";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { StaffPage } from "./staff-gate.tsx";

/** The page that shows what was in force at the end of a day: flow versions and legal documents. */
export default function AsOfScreen() {
  const words = useText();
  const [typed, setTyped] = useState("");
  const parsed = parseTypedDate(typed.trim());
  const day = parsed.ok ? parsed.value : null;
  return (
    <StaffPage title={words("staff:asOf.title")} at="/staff/as-of">
      <div className="screen narrowscreen">
        <div>
          <h1 tabIndex={-1}>{words("staff:asOf.title")}</h1>
          <p className="mut">{words("staff:asOf.intro")}</p>
        </div>
        <TextField
          id="as-of-day"
          label={words("staff:asOf.day")}
          inputMode="numeric"
          placeholder={words("staff:asOf.dayHint")}
          value={typed}
          error={typed.length >= 10 && day === null ? words("staff:asOf.dayWrong") : null}
          onValue={setTyped}
        />
        {day === null ? null : <InForce day={day} />}
        <Elsewhere />
      </div>
    </StaffPage>
  );
}

function InForce({ day }: { readonly day: string }) {
  const words = useText();
  const lng = useLanguage();
  const { data, error, refetch } = useQuery(get("/as-of", { query: { on: day } }));
  if (data === undefined)
    return error === null ? (
      <LoadingShape rows={4} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  const date = formatDate(day);
  return (
    <>
      <section className="card card--pad" aria-labelledby="versions">
        <h2 id="versions">{words("staff:asOf.versions", { date })}</h2>
        {data.versions.length === 0 ? <p className="mut">{words("staff:asOf.none")}</p> : null}
        <ul className="rowlist">
          {data.versions.map((version) => (
            <li key={version.id}>
              <span>
                <PageLink className="link" to="/staff/definitions/$id" params={{ id: version.id }}>
                  {version.title?.[lng] ?? version.flow}
                </PageLink>
                <small className="block">
                  {words("staff:asOf.version", {
                    number: version.number ?? "–",
                    at: formatInstant(version.publishedAt),
                  })}
                  {version.approvedBy === null
                    ? null
                    : ` · ${words("staff:asOf.approvedBy", { who: version.approvedBy })}`}
                </small>
              </span>
              <span className="small code">{version.hash?.slice(0, 12)}</span>
            </li>
          ))}
        </ul>
      </section>
      <section className="card card--pad" aria-labelledby="legal">
        <h2 id="legal">{words("staff:asOf.legal", { date })}</h2>
        {data.legal.length === 0 ? <p className="mut">{words("staff:asOf.none")}</p> : null}
        <ul className="rowlist">
          {data.legal.map(({ document, version, from }) => (
            <li key={document}>
              <span>{words(`staff:asOf.document.${document}`)}</span>
              <span className="small">{words("staff:asOf.from", { version, from: formatDate(from) })}</span>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Links to staff pages that show their own data as of a chosen day. */
function Elsewhere() {
  const words = useText();
  const places = placesOf(useSession()?.user?.role);
  return (
    <p className="rowwrap">
      {(["roles", "books"] as const).map((key) => {
        const place = places.find((one) => one.key === key);
        return place === undefined ? null : (
          <a key={key} className="link" href={place.href}>
            {words(`staff:asOf.${key}`)}
          </a>
        );
      })}
    </p>
  );
}
