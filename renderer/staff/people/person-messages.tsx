import type { PersonDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

type Sent = NonNullable<PersonDesk["messages"]>[number];

/** The e-mails to a person with their status. Undelivered e-mails can be sent again. */
export function PersonMessages({ of }: { readonly of: PersonDesk }) {
  const words = useText();
  const lng = useLanguage();
  const sending = useAction({
    call: (message: string) =>
      call("POST", "/people/{id}/messages/{message}/resend", { path: { id: of.id, message } }),
    changes: ["/people"],
    said: () => words("staff:people.resent"),
  });
  const confirming = useAction({
    call: () => call("POST", "/people/{id}/send-confirmation", { path: { id: of.id } }),
    changes: ["/people"],
    said: () => words("staff:people.confirmationSent"),
  });
  const { messages, may } = of;
  if (messages === null) return null;
  return (
    <section className="card card--pad gap12" aria-labelledby="messages">
      <h2 id="messages">{words("staff:people.messages")}</h2>
      {messages.length === 0 ? <p className="mut">{words("staff:people.noMessages")}</p> : null}
      <ul className="rowlist">
        {messages.map((message) => (
          <li key={message.id}>
            <span>
              {message.title[lng]}
              <small className="block">{formatInstant(message.sentAt ?? message.createdAt)}</small>
            </span>
            <span className="rowwrap small">
              <State of={message} />
              {may.resend && message.state === "waiting" && message.failure !== null ? (
                <Button small busy={sending.doing === message.id} onClick={() => sending.run(message.id)}>
                  {words("staff:people.resend")}
                  <span className="sr"> {message.title[lng]}</span>
                </Button>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {may.resend && !of.emailConfirmed ? (
        <Button wide busy={confirming.busy} onClick={() => confirming.run(undefined)}>
          {words("staff:people.confirmation")}
        </Button>
      ) : null}
    </section>
  );
}

function State({ of }: { readonly of: Sent }) {
  const words = useText();
  if (of.channel === "app") return <Badge>{words("staff:people.message.app")}</Badge>;
  if (of.state === "waiting" && of.failure !== null)
    return <Badge tone="warn">{words("staff:people.message.trying", { code: of.failure })}</Badge>;
  if (of.network !== null)
    return (
      <Badge tone={of.network === "delivered" ? "gain" : "loss"}>
        {words(`staff:people.message.network.${of.network}`)}
      </Badge>
    );
  const tone = of.state === "failed" ? "loss" : of.state === "sent" ? "gain" : "info";
  return <Badge tone={tone}>{words(`staff:people.message.${of.state}`)}</Badge>;
}
