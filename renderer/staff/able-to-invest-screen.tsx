import { Search } from "lucide-react";
import { type FormEvent, useState } from "react";
import { call } from "../kit/api/client.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextField } from "../kit/parts/fields.tsx";
import { EmptyState, ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { useText } from "../kit/text/i18n.ts";
import { StaffPage } from "./staff-gate.tsx";
import { WhatIsLacking } from "./what-is-lacking.tsx";

/** Example of a customer's reference. */
const EXAMPLE = "KYC-261124-7QKM2";

/**
 * A page for support and compliance. It shows what an investor still needs before investing, in the texts
 * that the investor sees.
 */
export default function AbleToInvestScreen() {
  const words = useText();
  return (
    <StaffPage title={words("staff:explain.title")} at="/staff/able-to-invest">
      <LookUp />
    </StaffPage>
  );
}

function LookUp() {
  const words = useText();
  const [find, setFind] = useState("");
  const [isShort, setShort] = useState(false);
  const looking = useAction({
    call: (asked: string) => call("POST", "/people/able-to-invest", { body: { find: asked } }),
    failed: "here",
  });
  const { run, busy, failed, answer, given } = looking;
  const nobody = failed?.kind === "refused" && failed.status === 404;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = find.trim();
    setShort(asked.length < 3);
    if (asked.length >= 3) run(asked);
  };
  return (
    <div className="screen narrowscreen">
      <div>
        <h1 tabIndex={-1}>{words("staff:explain.title")}</h1>
        <p className="mut">{words("staff:explain.intro")}</p>
      </div>
      <form className="card card--pad gap12" onSubmit={submit}>
        <TextField
          id="find-person"
          label={words("staff:explain.find")}
          hint={words("staff:explain.hint", { example: EXAMPLE })}
          value={find}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          onValue={setFind}
        />
        <Button kind="main" type="submit" wide busy={busy}>
          <Search size={20} aria-hidden="true" /> {words("staff:explain.search")}
        </Button>
      </form>
      <div aria-live="polite" className="gap16">
        {isShort || given === null ? (
          <p className="mut">{words("staff:explain.begin")}</p>
        ) : busy ? (
          <LoadingShape rows={2} />
        ) : nobody ? (
          <EmptyState title={words("staff:explain.nobody")}>
            <b className="wrap block">{given}</b> {words("staff:explain.begin")}
          </EmptyState>
        ) : answer === null ? (
          <ErrorState error={failed} retry={() => run(given)} />
        ) : (
          <WhatIsLacking who={given} of={answer} />
        )}
      </div>
    </div>
  );
}
