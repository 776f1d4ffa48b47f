import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { get } from "../../kit/api/query.ts";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { ComplaintCard } from "./complaint-card.tsx";
import { ContactCard } from "./contact-card.tsx";
import "./service.css";

/** Complaints and contact requests: open ones by promised date, and recently finished ones. */
export default function ServiceScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:service.title")} at="/staff/service">
      <Desk />
    </StaffPage>
  );
}

function Desk() {
  const words = useText();
  const desk = useQuery({ ...get("/service-desk"), refetchInterval: 30_000 });
  const [finished, setFinished] = useState(false);
  const complaints = desk.data?.complaints.filter(({ state }) => (state === "answered") === finished) ?? [];
  const contacts = desk.data?.contacts.filter(({ state }) => (state === "done") === finished) ?? [];
  return (
    <div className="screen">
      <div className="screenhead">
        <div>
          <h1 tabIndex={-1}>{words("staff:service.title")}</h1>
          <p className="mut">{words("staff:service.intro")}</p>
        </div>
        <label className="row">
          <input type="checkbox" checked={finished} onChange={(event) => setFinished(event.target.checked)} />
          {words("staff:service.finished")}
        </label>
      </div>
      {desk.isPending ? <LoadingShape rows={6} /> : null}
      {desk.isError ? <ErrorState error={desk.error} retry={() => void desk.refetch()} /> : null}
      {desk.data === undefined ? null : complaints.length + contacts.length === 0 ? (
        <EmptyState title={words(finished ? "staff:service.noneFinished" : "staff:service.none.title")}>
          {words("staff:service.none.text")}
        </EmptyState>
      ) : (
        <div className="servicedesk">
          <section className="gap16" aria-labelledby="complaints">
            <h2 id="complaints">{words("staff:service.complaints", { count: complaints.length })}</h2>
            {complaints.map((of) => (
              <ComplaintCard key={of.id} of={of} />
            ))}
          </section>
          <section className="gap16" aria-labelledby="contacts">
            <h2 id="contacts">{words("staff:service.contacts", { count: contacts.length })}</h2>
            {contacts.map((of) => (
              <ContactCard key={of.id} of={of} />
            ))}
          </section>
        </div>
      )}
    </div>
  );
}
