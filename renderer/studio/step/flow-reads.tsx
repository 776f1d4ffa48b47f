import { useText } from "../../kit/text/i18n.ts";
import { readFile } from "../draft/texts-of-draft.ts";
import { changedFlow, type EditedFlow } from "./edited-flow.ts";
import { PlaceSelect } from "./place-select.tsx";
import { flowInDraft, listOf, objectOf } from "./step-file.ts";

/** The data that the flow reads in addition to its answers: facts of the account, and feature switches. */
export function FlowReads({ of }: { readonly of: EditedFlow }) {
  const words = useText();
  return (
    <>
      <h3>{words("studio:whole.reads")}</h3>
      <div className="stepbody">
        <FlowFacts of={of} />
        <FlowFlags of={of} />
      </div>
    </>
  );
}

/** The facts that the flow reads, each with the answers that are its arguments. */
function FlowFacts({ of }: { readonly of: EditedFlow }) {
  const words = useText();
  const { definition, readable, drafting } = of;
  const { draft, apply } = drafting;
  const facts = Object.entries(objectOf(readFile(draft, "flows/shared/facts.json")));
  const named = objectOf(flowInDraft(draft, definition.flow.id).facts);
  return (
    <fieldset className="field" id="f-facts" tabIndex={-1}>
      <legend>{words("studio:whole.facts")}</legend>
      <div className="ticks">
        {facts.map(([fact, declared]) => {
          const args = Object.keys(objectOf(objectOf(declared).args));
          const isNamed = Object.hasOwn(named, fact);
          return (
            <div key={fact}>
              <label className="tick">
                <input
                  type="checkbox"
                  id={`f-facts-${fact}`}
                  checked={isNamed}
                  onChange={(event) => {
                    const { [fact]: _, ...rest } = named;
                    apply(changedFlow(of, "facts", event.target.checked ? { ...rest, [fact]: {} } : rest));
                  }}
                />
                {words(`studio:fact.${fact}`)}
              </label>
              {isNamed
                ? args.map((arg) => (
                    <PlaceSelect
                      key={arg}
                      id={`f-facts-${fact}-${arg}`}
                      label={words(`studio:argument.${arg}`)}
                      value={String(objectOf(named[fact])[arg] ?? "")}
                      readable={readable}
                      only={(path) => path.startsWith("answers.")}
                      onValue={(path) => {
                        const asked = { ...objectOf(named[fact]), [arg]: path };
                        apply(changedFlow(of, "facts", { ...named, [fact]: asked }));
                      }}
                    />
                  ))
                : null}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

/** The feature switches that the flow reads. */
function FlowFlags({ of }: { readonly of: EditedFlow }) {
  const words = useText();
  const { draft, apply } = of.drafting;
  const known = Object.keys(objectOf(readFile(draft, "flags/catalogue.json")));
  const flags = listOf(flowInDraft(draft, of.definition.flow.id).flags).map(String);
  return (
    <fieldset className="field" id="f-flags" tabIndex={-1}>
      <legend>{words("studio:whole.flags")}</legend>
      <div className="ticks">
        {known.map((flag) => (
          <label key={flag} className="tick">
            <input
              type="checkbox"
              checked={flags.includes(flag)}
              onChange={(event) => {
                const next = event.target.checked ? [...flags, flag] : flags.filter((one) => one !== flag);
                apply(changedFlow(of, "flags", next));
              }}
            />
            {words(`flag:${flag}.title`, { defaultValue: flag })}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
