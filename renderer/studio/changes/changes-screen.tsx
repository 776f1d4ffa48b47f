import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import type { ChangeLine } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../../staff/staff-gate.tsx";
import { ImportPatch } from "../patches.tsx";
import { titleOfChange, toneOf } from "./change-tone.ts";
import "../studio.css";

/** The page of changes that are being written or were submitted. The person's own changes come first. */
export default function ChangesScreen() {
  const words = useText();
  return (
    <StaffPage title={words("studio:changes.title")} at="/studio">
      <Changes />
    </StaffPage>
  );
}

function Changes() {
  const words = useText();
  const role = useSession()?.user?.role;
  const list = useQuery({ ...get("/changes"), refetchInterval: 30_000 });
  // A change whose edits were all removed is not listed.
  const shown = (list.data?.changes ?? []).filter(({ flows }) => flows.length > 0);
  const open = shown.filter(({ status }) => status !== "published" && status !== "withdrawn");
  const parts = [
    { key: "mine", of: open.filter(({ own }) => own) },
    { key: "others", of: open.filter(({ own }) => !own) },
    { key: "over", of: shown.filter((one) => !open.includes(one)).slice(0, 30) },
  ].filter(({ of }) => of.length > 0);
  return (
    <div className="screen">
      <div>
        <PageLink className="link small" to="/studio">
          {words("studio:home.title")}
        </PageLink>
        <h1 tabIndex={-1}>{words("studio:changes.title")}</h1>
        <p className="mut">{words("studio:changes.intro")}</p>
        {role === "operations" ? <ImportPatch /> : null}
      </div>
      {list.isPending ? <LoadingShape rows={5} /> : null}
      {list.isError ? <ErrorState error={list.error} retry={() => void list.refetch()} /> : null}
      {list.data && shown.length === 0 ? (
        <EmptyState title={words("studio:changes.none")}>{words("studio:changes.noneText")}</EmptyState>
      ) : null}
      {parts.map(({ key, of }) => (
        <section key={key} className="gap12">
          <h2>{words(`studio:changes.${key}`)}</h2>
          <ul className="card list">
            {of.map((change) => (
              <Row key={change.id} of={change} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Row({ of }: { readonly of: ChangeLine }) {
  const words = useText();
  const lng = useLanguage();
  const flows = of.flows.map(({ title }) => title[lng]).join(" · ");
  const title = titleOfChange(of, lng);
  return (
    <li>
      <PageLink className="studiorow" to="/studio/changes/$id" params={{ id: of.id }}>
        <span>
          <b>{title}</b>
          {flows === title ? null : <small>{flows}</small>}
          <small className="num">
            {formatInstant(of.savedAt)} · {of.owner}
          </small>
        </span>
        <Badge {...toneOf(of)}>{words(`studio:changes.status.${of.status}`)}</Badge>
        <ChevronRight size={20} aria-hidden="true" />
      </PageLink>
    </li>
  );
}
