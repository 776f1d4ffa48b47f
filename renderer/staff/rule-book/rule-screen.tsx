import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowLeft, PencilRuler, Printer } from "lucide-react";
import type { WholeRule } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { RuleSheet } from "./rule-sheet.tsx";
import "./rule-book.css";

/** The page of one rule as text: logic, test cases with coverage, versions and approvers. */
export default function RuleScreen() {
  const words = useText();
  return (
    <StaffPage title={words("rule-book:title")} at="/staff/rules">
      <One />
    </StaffPage>
  );
}

function One() {
  const words = useText();
  const { id = "" } = useParams({ strict: false });
  const rule = useQuery(get("/rule-book/{id}", { path: { id } }));
  return (
    <div className="screen rulebook">
      <div className="screenhead noprint">
        <PageLink className="link" to="/staff/rules">
          <ArrowLeft size={18} aria-hidden="true" /> {words("rule-book:list.back")}
        </PageLink>
        {rule.data ? (
          <span className="rowwrap">
            <ToStudio of={rule.data} />
            <Button small onClick={() => print()}>
              <Printer size={18} aria-hidden="true" /> {words("rule-book:list.print")}
            </Button>
          </span>
        ) : null}
      </div>
      {rule.isPending ? <LoadingShape rows={6} /> : null}
      {rule.isError ? <ErrorState error={rule.error} retry={() => void rule.refetch()} /> : null}
      {rule.data ? <RuleSheet of={rule.data} heading="h1" /> : null}
    </div>
  );
}

/** For operations, a link to each flow's page of the studio on which the rule can be changed. */
function ToStudio({ of: { rule, uses } }: { readonly of: WholeRule }) {
  const words = useText();
  const lng = useLanguage();
  const mayEdit = useSession()?.user?.role === "operations";
  if (!mayEdit) return null;
  return uses.map(({ flow, title }) => (
    <PageLink key={flow} className="link" to="/studio/flows/$flow/rules/$rule" params={{ flow, rule }}>
      <PencilRuler size={18} aria-hidden="true" />{" "}
      {uses.length === 1
        ? words("rule-book:change.one")
        : words("rule-book:change.inFlow", { flow: title[lng] })}
    </PageLink>
  ));
}
