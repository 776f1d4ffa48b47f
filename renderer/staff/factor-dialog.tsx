import { ShieldCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { call } from "../kit/api/client.ts";
import { askFactorWith } from "../kit/api/factor.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextField } from "../kit/parts/fields.tsx";
import { Sheet } from "../kit/parts/sheet.tsx";
import { useText } from "../kit/text/i18n.ts";

/** Asks for the second factor where the server wants it again; what was pressed goes on once it is proved. */
export function FactorDialog() {
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null);
  useEffect(
    () =>
      askFactorWith(
        () =>
          new Promise<boolean>((done) => {
            setAnswer(() => (proved: boolean) => {
              setAnswer(null);
              done(proved);
            });
          }),
      ),
    [],
  );
  // Whoever leaves the page has not proved it.
  useEffect(() => () => answer?.(false), [answer]);
  return answer === null ? null : <Asked answer={answer} />;
}

function Asked({ answer }: { readonly answer: (proved: boolean) => void }) {
  const words = useText();
  const [code, setCode] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { run, busy, fault } = useAction({
    call: (typed: string) => call("POST", "/security/factor", { body: { code: typed } }),
    done: () => answer(true),
    failed: "here",
  });
  return (
    <Sheet title={words("staff:factor.title")} onClose={() => answer(false)}>
      <form
        className="gap16"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          const typed = code.trim();
          setMissing(typed === "");
          if (typed !== "") run(typed);
        }}
      >
        <p>{words("staff:factor.text")}</p>
        <TextField
          id="factor-code"
          label={words("staff:factor.code")}
          hint={words("staff:factor.codeHint")}
          autoComplete="one-time-code"
          autoCapitalize="characters"
          autoFocus
          value={code}
          error={isMissing ? words("staff:factor.codeMissing") : fault}
          onValue={setCode}
        />
        <Button kind="main" type="submit" wide busy={busy}>
          <ShieldCheck size={20} aria-hidden="true" /> {words("staff:factor.go")}
        </Button>
      </form>
    </Sheet>
  );
}
