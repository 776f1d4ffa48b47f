import { useQuery } from "@tanstack/react-query";
import { UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import type { VersionPage } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { DecisionForm } from "./decision-form.tsx";
import "./definitions.css";

type Props = {
  readonly of: VersionPage;
  /** Hash of the evidence on this page. */
  readonly shown: string;
};

/**
 * The form that decides about a waiting version. The version's authors cannot decide. If several versions
 * were submitted together, one decision applies to all of them.
 */
export function DefinitionDecision({ of, shown }: Props) {
  const words = useText();
  const role = useSession()?.user?.role;
  const change = useQuery({
    ...get("/changes/{id}", { path: { id: of.change?.id ?? "none" } }),
    enabled: of.change !== null,
  });
  const others = (of.change?.versions.length ?? 1) - 1;
  if (of.change !== null && others > 0)
    return (
      <Undecidable>
        <p>{words("definition:decide.together", { count: others })}</p>
        <PageLink className="link" to="/studio/changes/$id" params={{ id: of.change.id }}>
          {words("definition:decide.toChange")}
        </PageLink>
      </Undecidable>
    );
  if (change.data?.status === "scheduled")
    return (
      <Undecidable>
        <p>{words("definition:decide.later.waits", { at: formatInstant(change.data.schedule?.at ?? "") })}</p>
        <PageLink className="link" to="/studio/changes/$id" params={{ id: change.data.id }}>
          {words("definition:decide.toChange")}
        </PageLink>
      </Undecidable>
    );
  if (role !== "compliance" || of.wrote)
    return (
      <Undecidable>
        <p className="checkline">
          <UsersRound size={20} aria-hidden="true" />
          {words(of.wrote ? "definition:decide.own" : "definition:decide.others")}
        </p>
      </Undecidable>
    );
  return <VersionDecision of={of} shown={shown} />;
}

/** A form that approves the version, now or later, or sends it back. */
function VersionDecision({ of, shown }: Props) {
  const words = useText();
  const handedIn = of.change?.id ?? null;
  return (
    <DecisionForm
      intro={words("definition:decide.may")}
      covers={words("definition:decide.covers", { hash: shown.slice(0, 12) })}
      labels={{
        approve: words("definition:decide.approve"),
        refuse: words("definition:decide.refuse"),
        approved: words("definition:decide.published"),
        refused: words("definition:decide.refused"),
      }}
      reasonFor={["refuse"]}
      mayApprove={!of.outdated}
      {...(handedIn === null
        ? {}
        : {
            schedule: async (at: string, note: string) =>
              await call("POST", "/changes/{id}/schedule", {
                path: { id: handedIn },
                body: { note, at, evidence: { [of.id]: shown } },
              }),
          })}
      send={async (decision, note) => {
        const said = note === "" ? {} : { note };
        return decision === "approve"
          ? await call("POST", "/definitions/versions/{id}/approve", {
              path: { id: of.id },
              body: { ...said, evidence: shown },
            })
          : await call("POST", "/definitions/versions/{id}/reject", { path: { id: of.id }, body: { note } });
      }}
    />
  );
}

/** A section that says why the person cannot decide about this version. */
function Undecidable({ children }: { readonly children: ReactNode }) {
  const words = useText();
  return (
    <section className="card judged">
      <h2>{words("definition:decide.title")}</h2>
      {children}
    </section>
  );
}
