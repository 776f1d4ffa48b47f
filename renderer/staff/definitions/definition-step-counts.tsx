import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { StepCountsOfVersion, VersionPage } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { useSession } from "../../kit/api/session.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { formatDuration, formatInstant, formatNumber } from "../../kit/text/format.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { GoBack } from "./definition-history.tsx";
import "./definitions.css";

/**
 * Shows what people did at each step, if they began while this published version was in force. The figures of
 * the previous version are shown beside them.
 */
export function DefinitionStepCounts({ of }: { readonly of: VersionPage }) {
  const counts = useQuery({
    ...get("/definitions/versions/{id}/step-counts", { path: { id: of.id } }),
    enabled: of.state === "published",
  });
  return counts.data ? <StepCounts of={counts.data} inForce={of.current} /> : null;
}

function StepCounts({ of, inForce }: { readonly of: StepCountsOfVersion; readonly inForce: boolean }) {
  const words = useText();
  const lng = useLanguage();
  const role = useSession()?.user?.role;
  const [asks, setAsks] = useState(false);
  const { before } = of;
  const worse = of.steps.filter((step) => step.worse);
  const span = { from: formatInstant(of.from), until: of.until === null ? "" : formatInstant(of.until) };
  const counts = {
    count: of.opened,
    opened: formatNumber(of.opened),
    silent: formatNumber(of.silent),
    finished: formatNumber(of.finished),
  };
  return (
    <section className="card judged">
      <h2>{words("definition:stepCounts.title")}</h2>
      <p className="small">
        {words(of.until === null ? "definition:stepCounts.since" : "definition:stepCounts.between", span)}
      </p>
      {of.opened === 0 ? (
        <p>{words("definition:stepCounts.nobody")}</p>
      ) : (
        <>
          <p>{words("definition:stepCounts.whole", counts)}</p>
          {worse.length > 0 && before ? (
            <>
              <Note tone="warn">
                {words("definition:stepCounts.worse", {
                  steps: worse.map(({ title }) => `“${title[lng]}”`).join(", "),
                  number: before.number,
                })}
              </Note>
              {inForce && role === "operations" ? (
                <div>
                  <Button small onClick={() => setAsks(true)}>
                    {words("definition:history.backTitle", { number: before.number })}
                  </Button>
                </div>
              ) : null}
            </>
          ) : null}
          <Steps of={of.steps} />
          <p className="small">{words("definition:stepCounts.how")}</p>
        </>
      )}
      {asks && before ? <GoBack to={before} onClose={() => setAsks(false)} /> : null}
    </section>
  );
}

type Step = StepCountsOfVersion["steps"][number];
type Counts = NonNullable<Step["before"]>;

function Steps({ of }: { readonly of: readonly Step[] }) {
  const words = useText();
  const lng = useLanguage();
  const seconds = ({ seconds }: Counts) =>
    seconds === null
      ? "–"
      : seconds < 60
        ? words("definition:stepCounts.seconds", { count: seconds })
        : formatDuration(seconds * 1_000, words);
  const columns: readonly (readonly [string, (counts: Counts) => string])[] = [
    ["arrived", ({ arrived }) => formatNumber(arrived)],
    ["stopped", stoppedOf],
    ["time", seconds],
    ["failed", ({ failed }) => formatNumber(failed)],
  ];
  return (
    <div className="tablewrap">
      <table className="tbl worktable">
        <thead>
          <tr>
            <th scope="col">{words("definition:stepCounts.step")}</th>
            {columns.map(([name]) => (
              <th key={name} scope="col" className="r">
                {words(`definition:stepCounts.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.map((step) => (
            <tr key={step.step}>
              <th scope="row">{step.title[lng]}</th>
              {columns.map(([name, shown]) => (
                <td
                  key={name}
                  data-label={words(`definition:stepCounts.${name}`)}
                  className={step.worse && name === "stopped" ? "r fault" : "r"}
                >
                  <span className="num">{shown(step)}</span>
                  {step.before ? (
                    <small className="block small num">
                      {words("definition:stepCounts.before", { value: shown(step.before) })}
                    </small>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Returns the number of people who stopped at a step, with their share of all who left the step. People who
 * are still at the step may continue later, so the share leaves them out.
 */
function stoppedOf({ arrived, here, stopped }: Counts): string {
  const people = arrived - here;
  return people === 0
    ? formatNumber(stopped)
    : `${formatNumber(stopped)} (${Math.round((100 * stopped) / people)}%)`;
}
