import { useEffect, useRef, useState } from "react";
import type { OtpSent, Security } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { askFactorWith } from "../../kit/api/factor.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { t, useText } from "../../kit/text/i18n.ts";

type Asked = { readonly proof: Security["proof"]; readonly answer: (proved: boolean) => void };

/**
 * Asks whoever is logged in to prove that the account is theirs, where a call wants it; what was pressed goes on once it is proved.
 * Stands on the pages whose calls may want it.
 */
export function OwnerDialog() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(
    () =>
      askFactorWith(async () => {
        const security = await call<Security>("GET", "/security");
        if (!security.ok) {
          toast({ tone: "loss", text: failureText(security.error, t) });
          return false;
        }
        return await new Promise<boolean>((done) => {
          setAsked({
            proof: security.value.proof,
            answer: (proved) => {
              setAsked(null);
              done(proved);
            },
          });
        });
      }),
    [],
  );
  // Whoever leaves the page has not proved it.
  useEffect(() => () => asked?.answer(false), [asked]);
  return asked === null ? null : <Proof {...asked} />;
}

function Proof({ proof, answer }: Asked) {
  const words = useText();
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const sending = useAction<undefined, OtpSent>({
    call: () => call("POST", "/auth/send-otp", { body: { channel: "email", action: "change-wallet" } }),
    failed: "here",
  });
  const proving = useAction({
    call: (typed: string) => call("POST", "/security/factor", { body: { code: typed } }),
    done: () => answer(true),
    failed: "here",
  });
  const send = useRef(sending.run);
  useEffect(() => {
    if (proof === "email") send.current(undefined);
  }, [proof]);
  const fault = isMissing ? words("my-account:security.proof.missing") : (proving.fault ?? sending.fault);
  return (
    <Sheet title={words("my-account:security.proof.title")} onClose={() => answer(false)}>
      <form
        className="gap16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = code.trim();
          setMissing(typed === "");
          if (typed !== "") proving.run(typed);
        }}
      >
        <p>{words(`my-account:security.proof.${proof}`)}</p>
        <TextField
          id="owner-code"
          label={words(`my-account:security.proof.code.${proof}`)}
          hint={
            sending.answer === null
              ? null
              : words("my-account:security.proof.sent", {
                  to: sending.answer.to,
                  reference: sending.answer.reference,
                })
          }
          type={proof === "pin" ? "password" : "text"}
          inputMode={proof === "two-factor" ? "text" : "numeric"}
          autoComplete={proof === "pin" ? "off" : "one-time-code"}
          autoFocus
          value={code}
          error={fault}
          onValue={setCode}
        />
        {proof === "email" ? (
          <Button small busy={sending.busy} onClick={() => sending.run(undefined)}>
            {words("my-account:security.proof.again")}
          </Button>
        ) : null}
        <Button kind="main" type="submit" wide busy={proving.busy}>
          {words("my-account:security.proof.go")}
        </Button>
      </form>
    </Sheet>
  );
}
