import { ChevronUp } from "lucide-react";
import { useState } from "react";
import { flowKeys } from "../../../engine/flow/index.ts";
import { Button } from "../../kit/parts/button.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { changedFlow, type EditedFlow } from "./edited-flow.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./pair-fields.tsx";
import { flowInDraft, idFor, listOf, stepsInDraft } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

type Edited = Pick<EditedFlow, "definition" | "drafting">;

/** The stages of a flow, as the progress bar shows them. Each step belongs to one stage. */
export function FlowGroups(of: Edited) {
  const words = useText();
  const groups = listOf(flowInDraft(of.drafting.draft, of.definition.flow.id).groups).map(String);
  return (
    <>
      <h3>{words("studio:groups.title")}</h3>
      <ul className="ways" id="f-groups" tabIndex={-1}>
        {groups.map((group, at) => (
          <li key={group} className="way" id={`f-groups-${at}`} tabIndex={-1}>
            <FlowGroup of={of} groups={groups} at={at} />
          </li>
        ))}
        <li className="way">
          <AddGroup of={of} groups={groups} />
        </li>
      </ul>
    </>
  );
}

/** Returns the text key of a stage's name. */
function keyOf({ definition }: Edited, group: string): string {
  const [key = ""] = flowKeys(definition, "groups");
  return `${key}.${group}`;
}

function FlowGroup({
  of,
  groups,
  at,
}: {
  readonly of: Edited;
  readonly groups: readonly string[];
  readonly at: number;
}) {
  const words = useText();
  const { definition, drafting } = of;
  const { draft, apply } = drafting;
  const flow = definition.flow.id;
  const group = groups[at] as string;
  const isUsed = stepsInDraft(draft, flow).some(([, step]) => step.group === group);
  const remove = () => {
    const rest = groups.filter((one) => one !== group);
    apply(changedFlow(of, "groups", rest.length === 0 ? undefined : rest), {
      op: "set-text",
      args: { key: keyOf(of, group), th: null, en: null },
    });
  };
  return (
    <>
      <TextPair
        id={`f-groups-${at}-label`}
        name={words("studio:groups.one", { number: at + 1 })}
        keys={[keyOf(of, group)]}
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
                args: {
                  file: `flows/${flow}/flow.json`,
                  pointer: `/groups/${at}`,
                  before: String(at - 1),
                },
              })
            }
          >
            <ChevronUp size={18} aria-hidden="true" /> {words("studio:ways.earlier")}
          </Button>
        ) : null}
        <Button small disabled={isUsed} onClick={remove}>
          {words(isUsed ? "studio:groups.used" : "studio:blocks.remove")}
        </Button>
      </span>
    </>
  );
}

function AddGroup({ of, groups }: { readonly of: Edited; readonly groups: readonly string[] }) {
  const words = useText();
  const [added, setAdded] = useState(EMPTY_PAIR);
  const add = () => {
    const group = idFor(added.en, groups);
    const text = { op: "set-text", args: { key: keyOf(of, group), ...trimmed(added) } } as const;
    if (of.drafting.apply(changedFlow(of, "groups", [...groups, group]), text)) setAdded(EMPTY_PAIR);
  };
  return (
    <>
      <PairFields id="add-group" name={words("studio:groups.new")} value={added} onValue={setAdded} />
      <Button small disabled={!isFilled(added)} onClick={add}>
        {words("studio:groups.add")}
      </Button>
    </>
  );
}
