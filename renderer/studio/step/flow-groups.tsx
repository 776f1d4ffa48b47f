import { ChevronUp } from "lucide-react";
import { useState } from "react";
import { type Definition, flowKeys } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import type { Drafting } from "../draft/use-draft.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./pair-fields.tsx";
import { flowInDraft, idFor, listOf, stepsInDraft } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

/** The stages of a flow, as in the progress bar; each step belongs to one. */
export function FlowGroups({
  definition,
  drafting,
}: {
  readonly definition: Definition;
  readonly drafting: Drafting;
}) {
  const words = useText();
  const { draft, apply } = drafting;
  const [added, setAdded] = useState(EMPTY_PAIR);
  const flow = definition.flow.id;
  const file = `flows/${flow}/flow.json`;
  const content = flowInDraft(draft, flow);
  const groups = listOf(content.groups).map(String);
  const [key = ""] = flowKeys(definition, "groups");
  const used = (group: string) => stepsInDraft(draft, flow).some(([, step]) => step.group === group);
  const setGroups = (value: readonly string[]) =>
    value.length === 0
      ? ({ op: "remove-value", args: { file, pointer: "/groups" } } as const)
      : ({
          op: "set-value",
          args: {
            file,
            pointer: "/groups",
            value,
            ...(content.groups === undefined ? { before: "start" } : {}),
          },
        } as const);
  return (
    <>
      <h3>{words("studio:groups.title")}</h3>
      <ul className="ways" id="f-groups" tabIndex={-1}>
        {groups.map((group, at) => (
          <li key={group} className="way" id={`f-groups-${at}`} tabIndex={-1}>
            <TextPair
              id={`f-groups-${at}-label`}
              name={words("studio:groups.one", { number: at + 1 })}
              keys={[`${key}.${group}`]}
              drafting={drafting}
              mayEdit
            />
            <span className="rowwrap">
              {at > 0 ? (
                <Button
                  small
                  onClick={() =>
                    apply({
                      op: "move-value",
                      args: { file, pointer: `/groups/${at}`, before: String(at - 1) },
                    })
                  }
                >
                  <ChevronUp size={18} aria-hidden="true" /> {words("studio:ways.earlier")}
                </Button>
              ) : null}
              <Button
                small
                disabled={used(group)}
                onClick={() =>
                  apply(setGroups(groups.filter((one) => one !== group)), {
                    op: "set-text",
                    args: { key: `${key}.${group}`, th: null, en: null },
                  })
                }
              >
                {words(used(group) ? "studio:groups.used" : "studio:blocks.remove")}
              </Button>
            </span>
          </li>
        ))}
        <li className="way">
          <PairFields id="add-group" name={words("studio:groups.new")} value={added} onValue={setAdded} />
          <Button
            small
            disabled={!isFilled(added)}
            onClick={() => {
              const group = idFor(added.en, groups);
              const text = { op: "set-text", args: { key: `${key}.${group}`, ...trimmed(added) } } as const;
              if (apply(setGroups([...groups, group]), text)) setAdded(EMPTY_PAIR);
            }}
          >
            {words("studio:groups.add")}
          </Button>
        </li>
      </ul>
    </>
  );
}
