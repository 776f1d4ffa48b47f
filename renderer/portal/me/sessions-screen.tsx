import { useQuery } from "@tanstack/react-query";
import { LogOut, Monitor, Smartphone } from "lucide-react";
import type { OwnSessions } from "../../kit/api/answers.ts";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { InsidePage } from "../../kit/parts/pages.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { formatInstant } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { RequireSession } from "../parts/require-session.tsx";
import "../../kit/parts/screens.css";
import "./sessions.css";

type Own = OwnSessions["sessions"][number];

/** The person's sessions, each with a Log out button. */
export default function SessionsScreen() {
  const words = useText();
  return (
    <RequireSession>
      <InsidePage
        title={words("access:sessions.title")}
        at="/me"
        back={{ href: "/me", name: words("access:sessions.title") }}
      >
        <div className="screen narrowscreen">
          <div>
            <h1 tabIndex={-1}>{words("access:sessions.title")}</h1>
            <p className="mut">{words("access:sessions.intro")}</p>
          </div>
          <Sessions />
        </div>
      </InsidePage>
    </RequireSession>
  );
}

function Sessions() {
  const words = useText();
  const { data, error, refetch } = useQuery(get("/sessions"));
  const ending = useAction({
    call: (id: string | null) =>
      id === null
        ? call("POST", "/sessions/end-others", { body: {} })
        : call("POST", "/sessions/{id}/end", { path: { id }, body: {} }),
    changes: ["/sessions"],
    said: () => words("access:sessions.ended"),
  });
  if (data === undefined)
    return error === null ? (
      <LoadingShape rows={2} />
    ) : (
      <ErrorState error={error} retry={() => void refetch()} />
    );
  const others = data.sessions.filter(({ current }) => !current);
  return (
    <>
      <ul className="card list sessions">
        {data.sessions.map((one) => (
          <Session key={one.id} of={one} busy={ending.doing === one.id} onEnd={() => ending.run(one.id)} />
        ))}
      </ul>
      {others.length > 1 ? (
        <Button wide busy={ending.busy && ending.doing === null} onClick={() => ending.run(null)}>
          <LogOut size={18} aria-hidden="true" /> {words("access:sessions.endOthers")}
        </Button>
      ) : null}
      <p className="small">{words("access:sessions.unknown")}</p>
    </>
  );
}

function Session({
  of,
  busy,
  onEnd,
}: {
  readonly of: Own;
  readonly busy: boolean;
  readonly onEnd: () => void;
}) {
  const words = useText();
  const [browser = "other", system = "other"] = (of.browser ?? "").split("/");
  const Icon = system === "android" || system === "ios" ? Smartphone : Monitor;
  const name = words("access:sessions.on", {
    browser: words(`access:browser.${browser === "" ? "other" : browser}`),
    system: words(`access:system.${system}`),
  });
  return (
    <li className="session">
      <span className="ava">
        <Icon size={22} aria-hidden="true" />
      </span>
      <div>
        <p>
          <b>{name}</b>
        </p>
        {of.current ? <Badge tone="gain">{words("access:sessions.current")}</Badge> : null}
        <p className="small">
          {words("access:sessions.seen", { at: formatInstant(of.seenAt) })}
          {of.network === null ? null : ` · ${words("access:sessions.network", { network: of.network })}`}
        </p>
        <p className="small">
          {words("access:sessions.began", {
            at: formatInstant(of.startedAt),
            with: words(`access:entered.${of.enteredWith}`),
          })}
        </p>
      </div>
      {of.current ? null : (
        <Button small busy={busy} onClick={onEnd}>
          {words("access:sessions.end")}
          <span className="sr"> {name}</span>
        </Button>
      )}
    </li>
  );
}
