import { ShieldCheck } from "lucide-react";
import { ProofSheet, useProofAsked } from "../kit/parts/proof-sheet.tsx";
import { useText } from "../kit/text/i18n.ts";

/**
 * Asks for the second factor when the server requires it again. The action that the person started then
 * continues.
 */
export function FactorDialog() {
  const words = useText();
  const asked = useProofAsked(async () => true);
  if (asked === null) return null;
  return (
    <ProofSheet
      title={words("staff:factor.title")}
      text={words("staff:factor.text")}
      missing={words("staff:factor.codeMissing")}
      field={{
        id: "factor-code",
        label: words("staff:factor.code"),
        hint: words("staff:factor.codeHint"),
        autoComplete: "one-time-code",
        autoCapitalize: "characters",
      }}
      go={
        <>
          <ShieldCheck size={20} aria-hidden="true" /> {words("staff:factor.go")}
        </>
      }
      answer={asked.answer}
    />
  );
}
