import { CircleCheck, CircleDashed } from "lucide-react";
import { useEffect, useState } from "react";
import { PageLink } from "../kit/parts/page-link.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import type { Drafting } from "./draft/use-draft.ts";

const STEPS = ["change", "language", "undo", "redo", "discard"] as const;
type Step = (typeof STEPS)[number];

/**
 * A guide for the first visit. The person makes one small edit and undoes it, in a draft that is never
 * submitted.
 */
export function Guide({ drafting }: { readonly drafting: Drafting }) {
  const words = useText();
  const lng = useLanguage();
  const [begun] = useState(lng);
  const [done, setDone] = useState<ReadonlySet<Step>>(new Set());
  const isChanged = drafting.changed.length > 0;
  const mayRedo = drafting.redo !== null;
  useEffect(() => {
    setDone((before) => {
      const next = new Set(before);
      if (isChanged) next.add("change");
      if (lng !== begun) next.add("language");
      if (mayRedo) next.add("undo");
      if (before.has("undo") && isChanged && !mayRedo) next.add("redo");
      if (before.has("redo") && !isChanged && !mayRedo) next.add("discard");
      return next.size === before.size ? before : next;
    });
  }, [isChanged, mayRedo, lng, begun]);
  const following = STEPS.find((step) => !done.has(step));
  return (
    <section className="card card--pad gap8 guide" aria-labelledby="guide-title">
      <h2 id="guide-title">{words("studio:guide.title")}</h2>
      <p className="mut">{words("studio:guide.text")}</p>
      <ol className="gap8">
        {STEPS.map((step) => {
          const Sign = done.has(step) ? CircleCheck : CircleDashed;
          return (
            <li key={step} className="rowwrap" aria-current={step === following ? "step" : undefined}>
              <Sign size={20} aria-hidden="true" />
              <span className="grow">
                {words(`studio:guide.${step}`)}
                <span className="sr">
                  {": "}
                  {words(done.has(step) ? "studio:guide.done" : "studio:guide.open")}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
      <p role="status">
        {following === undefined ? (
          <>
            {words("studio:guide.finished")}{" "}
            <PageLink className="link" to="/studio">
              {words("studio:home.title")}
            </PageLink>
          </>
        ) : null}
      </p>
    </section>
  );
}
