import type { PersonDesk } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";

/** A person's current sessions. A colleague can end one of them or all. */
export function PersonSessions({ of }: { readonly of: PersonDesk }) {
  const words = useText();
  const ending = useAction({
    call: (session: string | null) =>
      call("POST", "/people/{id}/end-sessions", {
        path: { id: of.id },
        body: session === null ? {} : { session },
      }),
    changes: ["/people"],
    said: () => words("staff:people.ended"),
  });
  const { sessions, may } = of;
  if (sessions === null) return null;
  return (
    <section className="card card--pad gap12" aria-labelledby="sessions">
      <h2 id="sessions">{words("staff:people.sessions")}</h2>
      {sessions.length === 0 ? <p className="mut">{words("staff:people.noSessions")}</p> : null}
      <ul className="rowlist">
        {sessions.map((session) => {
          const [browser = "", system = "other"] = (session.browser ?? "").split("/");
          const name = words("access:sessions.on", {
            browser: words(`access:browser.${browser === "" ? "other" : browser}`),
            system: words(`access:system.${system}`),
          });
          return (
            <li key={session.id}>
              <span>
                {name}
                <small className="block">
                  {words("access:sessions.seen", { at: formatInstant(session.seenAt) })}
                  {session.network === null
                    ? null
                    : ` · ${words("access:sessions.network", { network: session.network })}`}
                </small>
              </span>
              {may.endSessions ? (
                <Button small busy={ending.doing === session.id} onClick={() => ending.run(session.id)}>
                  {words("staff:people.end")}
                  <span className="sr"> {name}</span>
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {may.endSessions && sessions.length > 1 ? (
        <Button wide busy={ending.busy && ending.doing === null} onClick={() => ending.run(null)}>
          {words("staff:people.endAll")}
        </Button>
      ) : null}
    </section>
  );
}
