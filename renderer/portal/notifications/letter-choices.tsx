import { useQuery } from "@tanstack/react-query";
import type { LetterChoices as Choices } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { CheckField } from "../../kit/parts/check-field.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";

type Choice = Choices["choices"][number];

/** Checkboxes for the kinds of messages that are sent by e-mail. A change is saved immediately. */
export function LetterChoices() {
  const words = useText();
  const { data, error, refetch } = useQuery(get("/notifications/choices"));
  const choosing = useAction({
    call: (body: Choice) => call("POST", "/notifications/choices", { body }),
    changes: ["/notifications/choices"],
    said: ({ byEmail }) => words(`my-account:notifications.choices.${byEmail ? "on" : "off"}`),
  });
  return (
    <section className="card card--pad gap8" id="letters" aria-labelledby="letters-title">
      <h2 id="letters-title">{words("my-account:notifications.choices.title")}</h2>
      {data === undefined ? (
        error === null ? (
          <LoadingShape rows={2} />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : (
        <div>
          {data.choices.map(({ kind, byEmail }) => (
            <CheckField
              key={kind}
              id={`letters-${kind}`}
              label={words(`my-account:notifications.choices.${kind}`)}
              value={choosing.doing?.kind === kind ? choosing.doing.byEmail : byEmail}
              onValue={(value) => choosing.run({ kind, byEmail: value })}
            />
          ))}
        </div>
      )}
      <p className="small">{words("my-account:notifications.choices.text")}</p>
    </section>
  );
}
