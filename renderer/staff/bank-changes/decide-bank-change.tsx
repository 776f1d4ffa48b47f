import { useQuery } from "@tanstack/react-query";
import type { BankChange, BankChangeSheet } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";
import { useReason } from "../use-reason.ts";

/** A dialog with both bank accounts in full, the verified name, and the decision with its reason. */
export function DecideBankChange({ of, onClose }: { readonly of: BankChange; readonly onClose: () => void }) {
  const words = useText();
  const reason = useReason({ id: "bank-change-reason" });
  const sheet = useQuery(get("/bank-changes/{id}", { path: { id: of.id } }));
  const { run, doing, busy, fault } = useAction({
    call: (decision: "approve" | "reject") =>
      call("POST", "/bank-changes/{id}/decision", {
        path: { id: of.id },
        body: { decision, reason: reason.given },
      }),
    changes: ["/bank-changes"],
    said: (decision) => words(`staff:bankChanges.said.${decision}`, { reference: of.reference }),
    done: onClose,
    failed: "here",
  });
  const decide = (decision: "approve" | "reject") => reason.demand(() => run(decision));
  return (
    <Sheet
      title={words("staff:bankChanges.deciding", { reference: of.reference })}
      onClose={onClose}
      footer={
        <>
          <Button
            kind="main"
            wide
            busy={busy && doing === "approve"}
            disabled={!sheet.data}
            onClick={() => decide("approve")}
          >
            {words("staff:bankChanges.approve")}
          </Button>
          <Button
            kind="danger"
            wide
            busy={busy && doing === "reject"}
            disabled={!sheet.data}
            onClick={() => decide("reject")}
          >
            {words("staff:bankChanges.reject")}
          </Button>
        </>
      }
    >
      {sheet.isPending ? <LoadingShape rows={3} /> : null}
      {sheet.isError ? <ErrorState error={sheet.error} retry={() => void sheet.refetch()} /> : null}
      {sheet.data ? <Accounts of={sheet.data} /> : null}
      <TextAreaField
        {...reason.field}
        label={words("staff:bankChanges.reason")}
        hint={words("staff:bankChanges.reasonHint")}
        maxLength={1000}
        error={reason.isMissing ? words("staff:people.reasonMissing") : null}
      />
      <FaultNote fault={fault} />
    </Sheet>
  );
}

function Accounts({ of }: { readonly of: BankChangeSheet }) {
  const words = useText();
  const line = (key: string, value: string) => ({ key, label: words(`staff:bankChanges.${key}`), value });
  const account = (given: BankChangeSheet["asked"]) =>
    given === null
      ? words("staff:bankChanges.nothing")
      : `${words(`form:common.bank-code.options.${given.bank}`)} ${given.accountNumber} · ${given.accountName}`;
  return (
    <Pairs
      of={[
        line(
          "verifiedName",
          of.names === null ? words("staff:bankChanges.nothing") : `${of.names.th} · ${of.names.en}`,
        ),
        line("asked", account(of.asked)),
        line("before", account(of.before)),
      ]}
    />
  );
}
