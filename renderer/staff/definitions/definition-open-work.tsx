import { useEffect, useRef, useState } from "react";
import type { Language } from "../../../engine/values/languages.ts";
import type { OpenWork, OpenWorkProgress } from "../../kit/api/answers.ts";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { countOpenWork } from "./count-open-work.ts";
import "./definitions.css";

type Counting =
  | { readonly kind: "as-proposed" }
  | { readonly kind: "counting"; readonly progress: OpenWorkProgress | null }
  | { readonly kind: "counted"; readonly work: OpenWork }
  | { readonly kind: "failed" };

/**
 * The people who are in the middle of the flow. For each step, it shows how many continue, are asked again,
 * are stuck, or keep their version.
 */
export function DefinitionOpenWork({
  of,
  version,
  open,
}: {
  readonly of: OpenWork;
  readonly version: string;
  /** Whether the open work can be counted again, which is possible only while the version waits. */
  readonly open: boolean;
}) {
  const words = useText();
  const [counting, setCounting] = useState<Counting>({ kind: "as-proposed" });
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);
  const count = async () => {
    const controller = new AbortController();
    stop.current = controller;
    setCounting({ kind: "counting", progress: null });
    const onProgress = (progress: OpenWorkProgress) => setCounting({ kind: "counting", progress });
    const work = await countOpenWork({ version, signal: controller.signal, onProgress });
    if (controller.signal.aborted) setCounting({ kind: "as-proposed" });
    else setCounting(work === null ? { kind: "failed" } : { kind: "counted", work });
  };
  const shown = counting.kind === "counted" ? counting.work : of;
  return (
    <section className="card judged">
      <div className="screenhead">
        <h2>{words("definition:work.title")}</h2>
        <span className="small">
          {words(counting.kind === "counted" ? "definition:work.fresh" : "definition:work.when")}
        </span>
      </div>
      {shown.open === 0 ? (
        <p>{words(shown.all ? "definition:work.nobody" : "definition:work.notCounted")}</p>
      ) : (
        <>
          <Table of={shown} />
          <p className="small">
            {words(shown.all ? "definition:work.all" : "definition:work.some", {
              walked: shown.walked,
              open: shown.open,
            })}
          </p>
          {shown.totals.stuck > 0 ? (
            <Note tone="loss">{words("definition:work.stuckNote", { count: shown.totals.stuck })}</Note>
          ) : null}
          {shown.totals.asked > 0 ? (
            <Note tone="warn">{words("definition:work.askedNote", { count: shown.totals.asked })}</Note>
          ) : null}
        </>
      )}
      {counting.kind === "failed" ? <p role="alert">{words("definition:work.failed")}</p> : null}
      {open ? (
        <CountAgain of={counting} start={() => void count()} stop={() => stop.current?.abort()} />
      ) : null}
    </section>
  );
}

/** A button that counts the open work again, and the progress of the count. */
function CountAgain({
  of,
  start,
  stop,
}: {
  readonly of: Counting;
  readonly start: () => void;
  readonly stop: () => void;
}) {
  const words = useText();
  return of.kind === "counting" ? (
    <div className="rowwrap">
      <progress max={of.progress?.open ?? 1} value={of.progress?.walked ?? 0} />
      <span className="small num" role="status">
        {of.progress === null ? "" : words("definition:work.progress", { ...of.progress })}
      </span>
      <Button small onClick={stop}>
        {words("definition:work.stop")}
      </Button>
    </div>
  ) : (
    <div>
      <Button small onClick={start}>
        {words("definition:work.now")}
      </Button>
    </div>
  );
}

const FATES = ["goesOn", "asked", "stuck", "stays"] as const;

function Table({ of }: { readonly of: OpenWork }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <div className="tablewrap">
      <table className="tbl worktable">
        <thead>
          <tr>
            <th scope="col">{words("definition:work.step")}</th>
            {FATES.map((fate) => (
              <th key={fate} scope="col" className="r">
                {words(`definition:work.${fate}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.steps.map((step) => (
            <tr key={step.step}>
              <th scope="row">
                {step.title[lng]}
                {step.asks.map((ask) => (
                  <small key={ask.step} className="block small">
                    {words("definition:work.asks", { step: ask.title?.[lng] ?? ask.step })}
                    {Object.keys(ask.fields).length === 0
                      ? ""
                      : ` ${words("definition:work.fields", { fields: fieldsOf(ask, lng) })}`}
                  </small>
                ))}
              </th>
              {FATES.map((fate) => (
                <td
                  key={fate}
                  data-label={words(`definition:work.${fate}`)}
                  className={step[fate] > 0 && fate === "stuck" ? "r fault" : "r"}
                >
                  {step[fate]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Ask = OpenWork["steps"][number]["asks"][number];

/** Returns the labels of the fields that are asked again. Older evidence contains only their ids. */
function fieldsOf({ fields, names }: Ask, lng: Language): string {
  return Object.keys(fields)
    .map((field) => names?.[field]?.[lng] ?? field)
    .join(", ");
}
