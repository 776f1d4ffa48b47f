import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { BusinessTime } from "../kit/api/answers.ts";
import { call } from "../kit/api/client.ts";
import { get } from "../kit/api/query.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { TextField } from "../kit/parts/fields.tsx";
import { InsidePage } from "../kit/parts/pages.tsx";
import { Pairs } from "../kit/parts/small-parts.tsx";
import { ErrorState, LoadingShape } from "../kit/parts/states.tsx";
import { formatDate, formatInstant } from "../kit/text/format.ts";
import { useText } from "../kit/text/i18n.ts";
import "../kit/parts/screens.css";

type Move = { readonly to: string } | { readonly advance: string } | { readonly reset: true };

const STEPS = ["PT1H", "P1D", "P7D"] as const;
const JOBS = ["fund.allot"] as const;

/** The page of the movable business clock, for development. Moving the clock shows how future days work. */
export default function ClockScreen() {
  const words = useText();
  const clock = useQuery({ ...get("/dev/clock"), refetchInterval: 5000 });
  return (
    <InsidePage title={words("dev:clock.title")}>
      <div className="screen">
        <h1 tabIndex={-1}>{words("dev:clock.title")}</h1>
        <p className="mut">{words("dev:clock.intro")}</p>
        {clock.isPending ? <LoadingShape /> : null}
        {clock.isError ? <ErrorState error={clock.error} retry={() => void clock.refetch()} /> : null}
        {clock.data ? <Clock of={clock.data} /> : null}
      </div>
    </InsidePage>
  );
}

/** The time of the business clock, with controls that move it. */
function Clock({ of }: { readonly of: BusinessTime }) {
  const words = useText();
  const [to, setTo] = useState("");
  const moving = useAction({
    call: (body: Move) => call("POST", "/dev/clock", { body }),
    // Every server answer may depend on the date, so the page reloads all of them.
    changes: ["/"],
    said: () => words("dev:clock.moved"),
  });
  const running = useAction({
    call: (job: string) => call("POST", "/dev/jobs/{name}/run", { path: { name: job }, body: {} }),
    changes: ["/"],
    said: (job) => words("dev:clock.ran", { job }),
  });
  const busy = moving.busy || running.busy;
  return (
    <section className="card card--pad gap16">
      <Times of={of} />
      <div className="rowwrap">
        {STEPS.map((step) => (
          <Button key={step} small busy={busy} onClick={() => moving.run({ advance: step })}>
            {words(`dev:clock.step.${step}`)}
          </Button>
        ))}
        <Button small busy={busy} onClick={() => moving.run({ reset: true })}>
          {words("dev:clock.reset")}
        </Button>
      </div>
      <form
        className="rowwrap"
        onSubmit={(event) => {
          event.preventDefault();
          if (to) moving.run({ to });
        }}
      >
        <div className="grow">
          <TextField
            id="to"
            name="to"
            label={words("dev:clock.to")}
            value={to}
            placeholder="2026-11-24T10:00"
            onValue={setTo}
          />
        </div>
        <Button kind="main" type="submit" busy={busy}>
          {words("dev:clock.go")}
        </Button>
      </form>
      <h2>{words("dev:clock.jobs")}</h2>
      <div className="rowwrap">
        {JOBS.map((job) => (
          <Button key={job} small busy={busy} onClick={() => running.run(job)}>
            {words("dev:clock.allot")}
          </Button>
        ))}
      </div>
    </section>
  );
}

function Times({ of }: { readonly of: BusinessTime }) {
  const words = useText();
  return (
    <Pairs
      of={[
        {
          key: "now",
          label: words("dev:clock.now"),
          value: formatInstant(of.now),
          look: "strong",
        },
        { key: "today", label: words("dev:clock.today"), value: formatDate(of.today) },
        { key: "wall", label: words("dev:clock.wall"), value: formatInstant(of.wall) },
      ]}
    />
  );
}
