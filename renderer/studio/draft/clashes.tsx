import type { Definition } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { useStepTitles } from "../step/step-titles.ts";
import { clashPlace, clashSide } from "./clash-words.ts";
import type { Drafting } from "./use-draft.ts";

/**
 * The values that two people changed differently. For each, a person sees the original value and both new
 * values, and chooses one.
 */
export function Clashes({
  of: { clashes, settle },
  definition,
}: {
  readonly of: Drafting;
  readonly definition: Definition | null;
}) {
  const words = useText();
  const lng = useLanguage();
  const titleOf = useStepTitles(definition);
  if (clashes.length === 0) return null;
  const around = { definition, titleOf, lng, words };
  return (
    <section className="card card--pad gap12" aria-labelledby="clashes-title">
      <h2 id="clashes-title">{words("studio:clash.title")}</h2>
      <p className="mut">{words("studio:clash.text")}</p>
      <ul className="gap12">
        {clashes.map((clash) => (
          <li key={`${clash.file}${clash.pointer}`} className="clash">
            <b>{clashPlace(clash, around)}</b>
            {(["base", "ours", "theirs"] as const).map((side) => (
              <div key={side}>
                <small>{words(`studio:clash.${side}`)}</small>
                <p>{clashSide(clash[side], around)}</p>
                {side === "base" ? null : (
                  <Button small onClick={() => settle(clash, side)}>
                    {words(`studio:clash.take-${side}`)}
                  </Button>
                )}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
