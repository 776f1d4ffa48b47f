import { useEffect, useRef } from "react";
import type { OtpSent, Security } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { toast } from "../../kit/api/toast-store.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { ProofSheet, useProofAsked } from "../../kit/parts/proof-sheet.tsx";
import { t, useText } from "../../kit/text/i18n.ts";

/**
 * Asks a logged-in person to confirm their identity when a call requires it. The action that the person
 * started then continues. Every page with such calls renders this dialog.
 */
export function OwnerDialog() {
  const asked = useProofAsked(async () => {
    const security = await call("GET", "/security");
    if (security.ok) return security.value.proof;
    toast({ tone: "loss", text: failureText(security.error, t) });
    return null;
  });
  return asked === null ? null : <Proof proof={asked.about} answer={asked.answer} />;
}

function Proof({
  proof,
  answer,
}: {
  readonly proof: Security["proof"];
  readonly answer: (proved: boolean) => void;
}) {
  const words = useText();
  const sending = useAction<undefined, OtpSent>({
    call: () => call("POST", "/auth/send-otp", { body: { channel: "email", action: "change-wallet" } }),
    failed: "here",
  });
  const send = useRef(sending.run);
  useEffect(() => {
    if (proof === "email") send.current(undefined);
  }, [proof]);
  const { answer: sent } = sending;
  return (
    <ProofSheet
      title={words("my-account:security.proof.title")}
      text={words(`my-account:security.proof.${proof}`)}
      missing={words("my-account:security.proof.missing")}
      field={{
        id: "owner-code",
        label: words(`my-account:security.proof.code.${proof}`),
        hint:
          sent === null
            ? null
            : words("my-account:security.proof.sent", { to: sent.to, reference: sent.reference }),
        type: proof === "pin" ? "password" : "text",
        inputMode: proof === "two-factor" ? "text" : "numeric",
        autoComplete: proof === "pin" ? "off" : "one-time-code",
      }}
      fault={sending.fault}
      above={
        proof === "email" ? (
          <Button small busy={sending.busy} onClick={() => sending.run(undefined)}>
            {words("my-account:security.proof.again")}
          </Button>
        ) : null
      }
      go={words("my-account:security.proof.go")}
      answer={answer}
    />
  );
}
