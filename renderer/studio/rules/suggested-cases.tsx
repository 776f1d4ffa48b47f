import { useState } from "react";
import { Button } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";
import type { SuggestedCase } from "../engine/messages.ts";

/**
 * Test cases that a rule lacks. For each, the person decides whether the rule's current answer is right or
 * wrong.
 */
export function SuggestedCases({
  file,
  of,
  drafting,
}: {
  readonly file: string;
  readonly of: readonly SuggestedCase[];
  readonly drafting: Drafting;
}) {
  const words = useText();
  const lng = useLanguage();
  const [wrong, setWrong] = useState<string | null>(null);
  if (of.length === 0) return null;
  return (
    <section className="card card--pad gap12" aria-labelledby="suggested-title">
      <h2 id="suggested-title">{words("studio:judge.title")}</h2>
      <p className="mut">{words("studio:judge.text")}</p>
      <ul className="gap12">
        {of.map(({ content, says, index }) => {
          const key = JSON.stringify(content.given);
          const told = says.given.map((one) => one[lng]).join(", ");
          return (
            <li key={key} className="ruleblock">
              {index === undefined ? null : <b>{words("studio:judge.otherwise", { number: index + 1 })}</b>}
              <p>{told === "" ? words("rule-book:cases.nothing") : told}</p>
              <p>
                {words("studio:judge.now")}{" "}
                <Badge tone={says.answer === "notMet" ? "loss" : says.answer === "unknown" ? "warn" : "gain"}>
                  {says.answer === "value" ? says.value?.[lng] : words(`rule-book:answer.${says.answer}`)}
                </Badge>
              </p>
              {wrong === key ? <Note tone="warn">{words("studio:judge.wrongText")}</Note> : null}
              <span className="rowwrap">
                <Button
                  small
                  kind="soft"
                  onClick={() =>
                    drafting.apply(
                      index === undefined
                        ? { op: "add-case", args: { rule: file, content: { ...content, why: whyOf(says) } } }
                        : { op: "set-case", args: { rule: file, index, content } },
                    )
                  }
                >
                  {words("studio:judge.right")}
                </Button>
                <Button small onClick={() => setWrong(key)}>
                  {words("studio:judge.wrong")}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Returns the reason that is stored with an accepted test case. The reason lists the case's input. */
function whyOf({ given }: SuggestedCase["says"]): string {
  return `judged: ${given.map(({ en }) => en).join(", ")}`.slice(0, 200);
}
