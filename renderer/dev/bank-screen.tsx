import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BodyOf } from "../kit/api/calls.ts";
import { call } from "../kit/api/client.ts";
import { get } from "../kit/api/query.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextField } from "../kit/parts/fields.tsx";
import { Note } from "../kit/parts/note.tsx";
import { InsidePage } from "../kit/parts/pages.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import "../kit/parts/screens.css";

/**
 * The page of the simulated bank, for development. The bank either pays every order immediately or pays
 * nothing. If it pays nothing, a developer can see how orders wait for payment, accept payment slips and
 * expire.
 */
export default function BankScreen() {
  const words = useText();
  const bank = useQuery(get("/dev/bank"));
  const [order, setOrder] = useState("");
  const [amount, setAmount] = useState("");
  const telling = useAction({
    call: (silent: boolean) => call("POST", "/dev/bank", { body: { silent } }),
    changes: ["/dev/bank"],
  });
  const sending = useAction({
    call: (body: BodyOf<"POST", "/dev/bank/transfers">) => call("POST", "/dev/bank/transfers", { body }),
    changes: ["/"],
    said: () => words("dev:bank.sent"),
  });
  const id = /[0-9a-f-]{36}/.exec(order)?.[0] ?? "";
  return (
    <InsidePage title={words("dev:bank.title")}>
      <div className="screen narrowscreen">
        <h1 tabIndex={-1}>{words("dev:bank.title")}</h1>
        {bank.isPending ? <LoadingShape /> : null}
        {bank.isError ? <ErrorState error={bank.error} retry={() => void bank.refetch()} /> : null}
        {bank.data ? <BankMode isSilent={bank.data.silent} busy={telling.busy} onTurn={telling.run} /> : null}
        <form
          className="card card--pad gap16"
          onSubmit={(event) => {
            event.preventDefault();
            sending.run({
              order: id,
              ...(amount.trim() === "" ? {} : { amount: amount.trim(), again: "1" }),
            });
          }}
        >
          <TextField
            id="order"
            label={words("dev:bank.order")}
            hint={words("dev:bank.orderHint")}
            value={order}
            onValue={setOrder}
          />
          <TextField
            id="amount"
            label={words("dev:bank.amount")}
            placeholder="10000.00"
            inputMode="decimal"
            value={amount}
            onValue={setAmount}
          />
          <Button type="submit" busy={sending.busy} disabled={id === ""}>
            {words("dev:bank.send")}
          </Button>
        </form>
      </div>
    </InsidePage>
  );
}

/** Shows whether the simulated bank pays orders, with a button that changes this. */
function BankMode({
  isSilent,
  busy,
  onTurn,
}: {
  readonly isSilent: boolean;
  readonly busy: boolean;
  readonly onTurn: (silent: boolean) => void;
}) {
  const words = useText();
  return (
    <section className="card card--pad gap16">
      <Note tone={isSilent ? "warn" : "info"}>{words(isSilent ? "dev:bank.silent" : "dev:bank.pays")}</Note>
      <Button busy={busy} onClick={() => onTurn(!isSilent)}>
        {words(isSilent ? "dev:bank.pay" : "dev:bank.beSilent")}
      </Button>
    </section>
  );
}
