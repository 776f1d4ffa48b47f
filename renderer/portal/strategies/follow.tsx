import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Star } from "lucide-react";
import { useEffect, useEffectEvent, useRef } from "react";
import { call } from "../../kit/api/client.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { StrategyItem } from "../parts/strategy-list.tsx";
import { StrategyReturn } from "../parts/strategy-return.tsx";
import { followAddress } from "./follow-address.ts";

/**
 * Returns the codes of followed strategies; none for visitors and staff. `known` says whether they are
 * loaded.
 */
export function useFollowed(): { readonly known: boolean; readonly codes: readonly string[] } {
  const session = useSession();
  const saved = useQuery({
    ...get("/saved-strategies"),
    enabled: session !== null && session.user?.role === null,
  });
  return { known: saved.data !== undefined, codes: saved.data?.codes ?? [] };
}

/** A button that follows or unfollows a strategy. A visitor logs in first. */
export function Follow({ code }: { readonly code: string }) {
  const words = useText();
  const session = useSession();
  const { known, codes } = useFollowed();
  const { follow } = useSearch({ strict: false }) as { follow?: string };
  const navigate = useNavigate();
  const asked = useRef(false);
  const following = useAction({
    call: (saved: boolean) => call("POST", "/saved-strategies/{code}", { path: { code }, body: { saved } }),
    changes: ["/saved-strategies"],
    said: (saved) => words(`my-account:follow.${saved ? "done" : "undone"}`, { code }),
  });
  const followed = codes.includes(code);
  // Follows the strategy if the person pressed the button as a visitor and has now returned from the log-in.
  const followAsAsked = useEffectEvent(() => {
    if (!followed) following.run(true);
    void navigate({ to: ".", search: {}, replace: true } as never);
  });
  useEffect(() => {
    if (!known || follow === undefined || asked.current) return;
    asked.current = true;
    followAsAsked();
  }, [known, follow]);
  if (session === null)
    return (
      <ButtonLink small href={followAddress(code)}>
        <Star size={18} aria-hidden="true" /> {words("my-account:follow.button")}
      </ButtonLink>
    );
  if (!known) return null;
  return (
    <Button
      small
      kind={followed ? "soft" : "line"}
      aria-pressed={followed}
      busy={following.busy}
      onClick={() => following.run(!followed)}
    >
      <Star size={18} aria-hidden="true" fill={followed ? "currentColor" : "none"} />{" "}
      {words(followed ? "my-account:follow.on" : "my-account:follow.button")}
    </Button>
  );
}

/**
 * The strategies that the person follows and does not hold, with NAV and one-year return. Renders nothing if
 * there are none.
 */
export function FollowedStrategies({ held }: { readonly held: readonly string[] }) {
  const words = useText();
  const { codes } = useFollowed();
  const wanted = codes.filter((code) => !held.includes(code));
  const strategies = useQuery({ ...get("/strategies"), enabled: wanted.length > 0 });
  const shown = wanted.flatMap(
    (code) => strategies.data?.strategies.filter((strategy) => strategy.code === code) ?? [],
  );
  if (shown.length === 0) return null;
  return (
    <section className="gap8 profitsection" aria-labelledby="followed">
      <div className="sechead">
        <h2 id="followed">{words("my-account:follow.title")}</h2>
      </div>
      <ul className="card list">
        {shown.map(({ code, nameKey, nav, returns }) => (
          <StrategyItem
            key={code}
            code={code}
            name={words(`strategy:${nameKey}.short`)}
            {...(nav === null
              ? {}
              : { note: `${words("my-account:strategy.nav")} ${formatUnits(nav.value)}` })}
          >
            <StrategyReturn percent={returns.year1} />
            <br />
            <small>{words("my-account:strategies.in1y")}</small>
          </StrategyItem>
        ))}
      </ul>
    </section>
  );
}
