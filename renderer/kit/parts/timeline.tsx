import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { wholeCodes } from "./phrases.tsx";

/** One past or future event with its time. */
export type Moment = {
  readonly key: string;
  readonly state: "done" | "now" | "later";
  readonly title: ReactNode;
  readonly detail?: ReactNode;
};

/** A list of past, current and future events, in order. */
export function Timeline({ of }: { readonly of: readonly Moment[] }) {
  return (
    <ol className="tl card card--pad">
      {of.map((moment, at) => (
        <li
          key={moment.key}
          className={moment.state === "later" ? undefined : moment.state}
          aria-current={moment.state === "now" ? "step" : undefined}
        >
          <span className="dot" aria-hidden="true">
            {moment.state === "done" ? <Check size={16} strokeWidth={2.5} /> : at + 1}
          </span>
          <div>
            <b>{typeof moment.title === "string" ? wholeCodes(moment.title) : moment.title}</b>
            {moment.detail ? <p className="small">{moment.detail}</p> : null}
          </div>
        </li>
      ))}
    </ol>
  );
}
