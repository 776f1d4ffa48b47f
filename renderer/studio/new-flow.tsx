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
import { SelectField } from "../kit/parts/fields.tsx";
import { Note } from "../kit/parts/note.tsx";
import { Sheet } from "../kit/parts/sheet.tsx";
import { useLanguage, useText } from "../kit/text/i18n.ts";
import { type Audience, newFlowFiles, withTitle } from "./new-flow-files.ts";
import { EMPTY_PAIR, isFilled, PairFields, trimmed } from "./step/pair-fields.tsx";
import { idFor } from "./step/step-file.ts";

/** Creates a flow: name, starting point, and link place. */
export function NewFlow({ flows }: { readonly flows: readonly VersionRecord[] }) {
  const words = useText();
  const lng = useLanguage();
  const { history } = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [title, setTitle] = useState(EMPTY_PAIR);
  const [like, setLike] = useState("");
  const [subject, setSubject] = useState<Audience>("account");
  const [entry, setEntry] = useState("me");
  const beginning = useAction({
    call: async (_: undefined) =>
      await begin(
        { title: trimmed(title), like, entry, subject },
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
          <PairFields id="new-title" name={words("studio:whole.name")} value={title} onValue={setTitle} />
          <SelectField id="new-like" label={words("studio:new.like")} value={like} onValue={setLike}>
            <option value="">{words("studio:new.nothing")}</option>
            {flows.map((one) => (
              <option key={one.flow} value={one.flow}>
                {words("studio:new.likeOne", { title: one.title[lng] })}
              </option>
            ))}
          </SelectField>
          {like === "" ? (
            <SelectField
              id="new-subject"
              label={words("studio:whole.subject")}
              value={subject}
              onValue={(chosen) => {
                setSubject(chosen as Audience);
                // Visitors see only the page of contacts; it is where they would look.
                if (chosen === "anonymous") setEntry("contact");
              }}
            >
              {(["account", "anonymous"] as const).map((one) => (
                <option key={one} value={one}>
                  {words(`studio:subject.${one}`)}
                </option>
              ))}
            </SelectField>
          ) : null}
          <SelectField id="new-entry" label={words("studio:whole.entries")} value={entry} onValue={setEntry}>
            {names.entries.map((place) => (
              <option key={place} value={place}>
                {words(`studio:entry.${place}`)}
              </option>
            ))}
          </SelectField>
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
  /** A copy keeps the audience of what it is copied from. */
  readonly subject: Audience;
  readonly entry: string;
};

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
