import { TextField } from "../../kit/parts/fields.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { type Choice, ChoiceField } from "../choice-field.tsx";
import { FlowRules } from "../rules/flow-rules.tsx";
import { DerivedList } from "./derived-list.tsx";
import { changedFlow, type EditedFlow } from "./edited-flow.ts";
import { FlowEntries } from "./flow-entries.tsx";
import { FlowGroups } from "./flow-groups.tsx";
import { FlowInvariants } from "./flow-invariants.tsx";
import { FlowReads } from "./flow-reads.tsx";
import { flowInDraft, stepsInDraft } from "./step-file.ts";
import { TextPair } from "./text-pair.tsx";

/** The settings of a flow: name, audience, links, and the data it may read. */
export function FlowSettings(of: EditedFlow) {
  const words = useText();
  const { definition, readable, drafting } = of;
  const { id: flow, namespace } = definition.flow;
  return (
    <section className="studiopanel studiostep" aria-labelledby="step-title">
      <header>
        <h2 id="step-title" tabIndex={-1}>
          {words("studio:whole.title")}
        </h2>
      </header>
      <FlowHead of={of} />
      <FlowEntries of={of} />
      <FlowInvariants of={of} />
      <FlowReads of={of} />
      <DerivedList flow={flow} readable={readable} drafting={drafting} />
      <FlowGroups definition={definition} drafting={drafting} />
      <FlowRules flow={flow} namespace={namespace} readable={readable} drafting={drafting} />
    </section>
  );
}

/**
 * The flow's name, audience, first step and duration in minutes, and what happens to open instances when a
 * new version is published.
 */
function FlowHead({ of }: { readonly of: EditedFlow }) {
  const words = useText();
  const { definition, titleOf, drafting } = of;
  const { id: flow, namespace } = definition.flow;
  const { minutes } = flowInDraft(drafting.draft, flow);
  return (
    <div className="stepbody">
      <p className="small">{words("studio:whole.intro")}</p>
      <TextPair
        id="f-title"
        name={words("studio:whole.name")}
        keys={[`${namespace}:${flow}.title`]}
        drafting={drafting}
        mayEdit
      />
      <FlowChoice
        of={of}
        name="subject"
        choices={["account", "anonymous"].map((one) => [one, words(`studio:subject.${one}`)])}
      />
      <FlowChoice
        of={of}
        name="inFlight"
        choices={["follow", "stay", "restart"].map((one) => [one, words(`studio:inFlight.${one}`)])}
      />
      <FlowChoice
        of={of}
        name="start"
        choices={stepsInDraft(drafting.draft, flow).map(([id]) => [id, titleOf(id)])}
      />
      <TextField
        id="f-minutes"
        label={words("studio:whole.minutes")}
        inputMode="numeric"
        value={String(minutes ?? "")}
        onValue={(typed) => {
          if (typed === "") drafting.apply(changedFlow(of, "minutes", undefined));
          else if (/^\d{1,3}$/.test(typed))
            drafting.apply(changedFlow(of, "minutes", Number.parseInt(typed, 10)));
        }}
      />
    </div>
  );
}

/** A setting of the flow whose value comes from a closed list. */
function FlowChoice({
  of,
  name,
  choices,
}: {
  readonly of: EditedFlow;
  /** Name of the setting in the flow's file. */
  readonly name: string;
  readonly choices: readonly Choice[];
}) {
  const words = useText();
  const { definition, drafting } = of;
  return (
    <ChoiceField
      id={`f-${name}`}
      label={words(`studio:whole.${name}`)}
      value={String(flowInDraft(drafting.draft, definition.flow.id)[name] ?? "")}
      choices={choices}
      onValue={(value) => drafting.apply(changedFlow(of, name, value))}
    />
  );
}
