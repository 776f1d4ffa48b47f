import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SaleCodes } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatDate } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StaffPage } from "../staff-gate.tsx";
import { SaleCodeForm } from "./sale-code-form.tsx";

type SaleCode = SaleCodes["codes"][number];

/** The page of sale codes with owner, validity and number of sign-ups. Administrators can change them. */
export default function SaleCodesScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:saleCodes.title")} at="/staff/sale-codes">
      <div className="screen narrowscreen">
        <div>
          <h1 tabIndex={-1}>{words("staff:saleCodes.title")}</h1>
          <p className="mut">{words("staff:saleCodes.intro")}</p>
        </div>
        <Codes />
      </div>
    </StaffPage>
  );
}

function Codes() {
  const words = useText();
  const mayChange = useSession()?.user?.role === "admin";
  const [edits, setEdits] = useState<SaleCode | "new" | null>(null);
  const codes = useQuery(get("/sale-codes"));
  if (codes.data === undefined)
    return codes.isError ? (
      <ErrorState error={codes.error} retry={() => void codes.refetch()} />
    ) : (
      <LoadingShape rows={4} />
    );
  return (
    <>
      {mayChange ? (
        <Button kind="main" wide onClick={() => setEdits("new")}>
          {words("staff:saleCodes.add")}
        </Button>
      ) : null}
      <section className="card card--pad" aria-label={words("staff:saleCodes.title")}>
        {codes.data.codes.length === 0 ? <p className="mut">{words("staff:saleCodes.none")}</p> : null}
        <ul className="rowlist">
          {codes.data.codes.map((of) => (
            <li key={of.code}>
              <span>
                <b className="num">{of.code}</b>{" "}
                <Badge {...(of.works ? { tone: "gain" as const } : {})}>
                  {words(`staff:saleCodes.${of.works ? "works" : of.active ? "later" : "ended"}`)}
                </Badge>
                <small className="block wrap">
                  {[of.owner, daysOf(of, words), words("staff:saleCodes.used", { count: of.usedBy })]
                    .filter((part) => part !== "")
                    .join(" · ")}
                </small>
              </span>
              {mayChange ? (
                <Button small onClick={() => setEdits(of)}>
                  {words("staff:saleCodes.change")}
                  <span className="sr"> {of.code}</span>
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </section>
      {edits === null ? null : (
        <SaleCodeForm of={edits === "new" ? null : edits} onClose={() => setEdits(null)} />
      )}
    </>
  );
}

function daysOf({ from, until }: SaleCode, words: ReturnType<typeof useText>): string {
  if (from === null && until === null) return words("staff:saleCodes.always");
  return [
    from === null ? "" : words("staff:saleCodes.from", { date: formatDate(from) }),
    until === null ? "" : words("staff:saleCodes.until", { date: formatDate(until) }),
  ]
    .join(" ")
    .trim();
}
