import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { LegalVersion } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { LegalForm } from "./legal-form.tsx";
import { LegalWaiting } from "./legal-waiting.tsx";

/** The page of legal documents: the version in force, waiting versions, and earlier ones. */
export default function LegalScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:legal.title")} at="/staff/legal">
      <Documents />
    </StaffPage>
  );
}

function Documents() {
  const words = useText();
  const list = useQuery({ ...get("/legal"), refetchInterval: 10_000 });
  const all = list.data?.versions ?? [];
  const inForce = all.filter((one) => one.inForce);
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:legal.title")}</h1>
          <p className="mut">{words("staff:legal.intro")}</p>
        </div>
      </div>
      {list.isPending ? <LoadingShape rows={6} /> : null}
      {list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {inForce.map((current) => (
        <Document
          key={current.document}
          current={current}
          others={all.filter((one) => one.document === current.document && one.id !== current.id)}
        />
      ))}
    </div>
  );
}

function Document({
  current,
  others,
}: {
  readonly current: LegalVersion;
  readonly others: readonly LegalVersion[];
}) {
  const words = useText();
  const lng = useLanguage();
  const [writing, setWriting] = useState(false);
  const waiting = others.find(({ state }) => state === "PROPOSED");
  const earlier = others.filter(({ state }) => state !== "PROPOSED");
  const since = ({ version, effectiveFrom }: LegalVersion) =>
    words("staff:legal.since", { version, date: formatDate(effectiveFrom) });
  return (
    <section className="card judged">
      <div className="screenhead">
        <div>
          <h2>{current.content[lng].title}</h2>
          <p className="small">
            {words("staff:legal.inForce")}: {since(current)}
          </p>
        </div>
        {waiting ? <Badge tone="warn">{words("staff:legal.waiting")}</Badge> : null}
        {waiting || writing ? null : (
          <Button small onClick={() => setWriting(true)}>
            {words("staff:legal.propose")}
          </Button>
        )}
      </div>
      <p className="small wrap">
        {words("staff:legal.hash")}: <code>{current.hash[lng]}</code>
      </p>
      {waiting ? <LegalWaiting of={waiting} before={current} /> : null}
      {writing && !waiting ? <LegalForm from={current} onClose={() => setWriting(false)} /> : null}
      {earlier.length === 0 ? null : (
        <details>
          <summary>{words("staff:legal.earlier")}</summary>
          <ul className="bullets small">
            {earlier.map((one) => (
              <li key={one.id}>
                {since(one)} · {words(`staff:legal.state.${one.state}`)} · {one.note}
                {one.decisionNote === null ? "" : ` · ${one.decisionNote}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
