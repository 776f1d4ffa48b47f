import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isOwnConsent, type OwnConsent } from "../../../domain/own-consents.ts";
import { LegalText, useLegal } from "../../flow/widgets/legal-text.tsx";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Sheet } from "../../kit/parts/sheet.tsx";
import { Badge, Pairs } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { Part } from "./profile-part.tsx";

/**
 * The person's consents with version and time. A given consent can be withdrawn, and a withdrawn one can be
 * given again.
 */
export function Consents() {
  const words = useText();
  const [giving, setGiving] = useState<OwnConsent | null>(null);
  const { data, error, refetch } = useQuery(get("/consents"));
  if (data === undefined)
    return error === null ? (
      <LoadingShape rows={2} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  const given = data.consents.some(({ purpose, state }) => state === "given" && isOwnConsent(purpose));
  return (
    <Part
      title={words("my-account:profile.consents")}
      change={
        given ? { href: "/flows/consent-withdrawal", label: words("my-account:profile.takeBack") } : null
      }
    >
      <Pairs
        of={data.consents.map(({ purpose, state, version, at }) => ({
          key: purpose,
          label: <a href={`/legal/${purpose}`}>{words(`my-account:profile.purpose.${purpose}`)}</a>,
          value: (
            <>
              <Badge tone={state === "given" ? "gain" : "warn"}>
                {words(`my-account:profile.state.${state}`)}
              </Badge>
              {at === null ? null : (
                <small>
                  {" "}
                  {words("my-account:profile.decided", { version: version ?? "", at: formatInstant(at) })}
                </small>
              )}
              {isOwnConsent(purpose) &&
              (state === "withdrawn" || state === "refused" || state === "outdated") ? (
                <div>
                  <button
                    type="button"
                    className="link"
                    aria-haspopup="dialog"
                    onClick={() => setGiving(purpose)}
                  >
                    {words("my-account:profile.giveAgain")}
                    <span className="sr">: {words(`my-account:profile.purpose.${purpose}`)}</span>
                  </button>
                </div>
              ) : null}
            </>
          ),
        }))}
      />
      {giving === null ? null : <GiveAgain purpose={giving} onClose={() => setGiving(null)} />}
    </Part>
  );
}

/** The legal text in force, with a button that agrees to the shown version. */
function GiveAgain({ purpose, onClose }: { readonly purpose: OwnConsent; readonly onClose: () => void }) {
  const words = useText();
  const { title, version } = useLegal(purpose);
  const giving = useAction({
    call: (read: string) => call("POST", "/consents/again", { body: { purpose, version: read } }),
    // The legal text is reloaded too. Consent to the shown text fails only if a newer version is in force.
    changes: ["/consents", `/legal/${purpose}`],
    said: () => words("my-account:profile.givenAgain"),
    done: onClose,
    failed: "here",
  });
  return (
    <Sheet
      name="consent"
      title={title}
      onClose={onClose}
      footer={
        <Button
          kind="main"
          wide
          disabled={version === null}
          busy={giving.busy}
          onClick={() => {
            if (version !== null) giving.run(version);
          }}
        >
          {words("common:legal.accept")}
        </Button>
      }
    >
      <div className="gap16">
        <p>{words("my-account:profile.givesAgain")}</p>
        <LegalText document={purpose} />
        {giving.fault === null ? null : (
          <Note tone="loss" role="alert">
            {giving.fault}
          </Note>
        )}
      </div>
    </Sheet>
  );
}
