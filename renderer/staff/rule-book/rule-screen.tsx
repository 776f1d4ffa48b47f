import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { ArrowLeft, Printer } from "lucide-react";
import { get } from "../../kit/api/query.ts";
import { Button } from "../../kit/parts/button.tsx";
import { PageLink } from "../../kit/parts/page-link.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
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
          <Button small onClick={() => print()}>
            <Printer size={18} aria-hidden="true" /> {words("rule-book:list.print")}
          </Button>
        ) : null}
      </div>
      {rule.isPending ? <LoadingShape rows={6} /> : null}
      {rule.isError ? <ErrorState error={rule.error} retry={() => void rule.refetch()} /> : null}
      {rule.data ? <RuleSheet of={rule.data} heading="h1" /> : null}
    </div>
  );
}
