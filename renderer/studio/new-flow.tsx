import { useRouter } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Json } from "../../engine/values/json.ts";
import type { Words } from "../../engine/values/languages.ts";
import { fail, ok, type Result } from "../../engine/values/result.ts";
import names from "../../schemas/names.json" with { type: "json" };
import type { VersionRecord } from "../kit/api/answers.ts";
import { type ApiFailure, call } from "../kit/api/client.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { Note } from "../kit/parts/note.tsx";
import { Sheet } from "../kit/parts/sheet.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { ChoiceField } from "./choice-field.tsx";
import { type Audience, newFlowFiles, withTitle } from "./new-flow-files.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./step/pair-fields.tsx";
import { idFor } from "./step/step-file.ts";

/** A form that creates a flow: its name, its starting point, and the place of its link. */
export function NewFlow({ flows }: { readonly flows: readonly VersionRecord[] }) {
  const words = useText();
  const { history } = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [wanted, setWanted] = useState<Wanted>(NOTHING);
  const { title } = wanted;
  const beginning = useAction({
    call: async (_: undefined) =>
      await begin(
        { ...wanted, title: trimmed(title) },
        flows.map(({ flow }) => flow),
      ),
    changes: ["/changes"],
    done: ({ flow, id }) => history.push(`/studio/flows/${flow}?change=${id}`),
    failed: "here",
  });
  return (
    <>
      <Button kind="main" id="new-flow" onClick={() => setOpen(true)}>
        <Plus size={18} aria-hidden="true" /> {words("studio:new.open")}
      </Button>
      {isOpen ? (
        <Sheet
          title={words("studio:new.open")}
          onClose={() => setOpen(false)}
          footer={
            <Button
              kind="main"
              wide
              busy={beginning.busy}
              disabled={!isFilled(title)}
              onClick={() => beginning.run(undefined)}
            >
              {words("studio:new.begin")}
            </Button>
          }
        >
          <p className="small">{words("studio:new.text")}</p>
          <WantedFields
            flows={flows}
            wanted={wanted}
            set={(more) => setWanted((before) => ({ ...before, ...more }))}
          />
          {beginning.fault === null ? null : (
            <Note tone="loss" role="alert">
              {beginning.fault}
            </Note>
          )}
        </Sheet>
      ) : null}
    </>
  );
}

type Wanted = {
  readonly title: Words;
  readonly like: string;
  /** People who may use the flow. A copy has the same audience as its original. */
  readonly subject: Audience;
  readonly entry: string;
};

const NOTHING: Wanted = { title: EMPTY_PAIR, like: "", subject: "account", entry: "me" };

const AUDIENCES: readonly Audience[] = ["account", "anonymous"];

/** Fields for the name of a new flow, the flow to copy (or the audience), and the place of its link. */
function WantedFields({
  flows,
  wanted: { title, like, subject, entry },
  set,
}: {
  readonly flows: readonly VersionRecord[];
  readonly wanted: Wanted;
  readonly set: (more: Partial<Wanted>) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <>
      <PairFields
        id="new-title"
        name={words("studio:whole.name")}
        value={title}
        onValue={(value) => set({ title: value })}
      />
      <ChoiceField
        id="new-like"
        label={words("studio:new.like")}
        value={like}
        empty={words("studio:new.nothing")}
        choices={flows.map((one) => [one.flow, words("studio:new.likeOne", { title: one.title[lng] })])}
        onValue={(value) => set({ like: value })}
      />
      {like === "" ? (
        <ChoiceField
          id="new-subject"
          label={words("studio:whole.subject")}
          value={subject}
          choices={AUDIENCES.map((one) => [one, words(`studio:subject.${one}`)])}
          onValue={(chosen) => {
            set({ subject: chosen as Audience });
            // Visitors look for forms on the contact page, so a flow for anyone gets its link there.
            if (chosen === "anonymous") set({ entry: "contact" });
          }}
        />
      ) : null}
      <ChoiceField
        id="new-entry"
        label={words("studio:whole.entries")}
        value={entry}
        choices={names.entries.map((place) => [place, words(`studio:entry.${place}`)])}
        onValue={(value) => set({ entry: value })}
      />
    </>
  );
}

/** Reserves a free name, creates a change, and saves the initial files. */
async function begin(
  { title, like, entry, subject }: Wanted,
  taken: readonly string[],
): Promise<Result<{ readonly flow: string; readonly id: string }, ApiFailure>> {
  let used = [...taken];
  let flow = idFor(title.en, used);
  for (let tries = 0; ; tries += 1) {
    const named = await call("GET", "/definitions/flows/{name}", { path: { name: flow } });
    if (named.ok) break;
    if (tries > 4 || named.error.kind !== "refused") return fail(named.error);
    used = [...used, flow];
    flow = idFor(title.en, used);
  }
  let files: { readonly [path: string]: Json } = newFlowFiles(flow, { title, entry, subject });
  if (like !== "") {
    const template = await call("GET", "/definitions/{flow}/like/{name}", {
      path: { flow: like, name: flow },
    });
    if (!template.ok) return template;
    files = withTitle(template.value.files as typeof files, flow, { title, entry });
  }
  const change = await call("POST", "/changes", { body: { title: title.en.slice(0, 120) } });
  if (!change.ok) return change;
  const texts = Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, `${JSON.stringify(content, null, 2)}\n`]),
  );
  const { id, revision } = change.value;
  const part = { base: null, files: texts, done: [], undone: [] };
  const saved = await call("POST", "/changes/{id}/save", { path: { id }, body: { revision, flow, part } });
  return saved.ok ? ok({ flow, id }) : saved;
}
