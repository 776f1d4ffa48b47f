import { FileUp } from "lucide-react";
import { type ComponentType, type FormEvent, useState } from "react";
import type { VersionPage, VersionRecord } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { asEdited, dropProposal, type Edits, keepPlace, keptProposal } from "./kept-proposal.ts";

/** The files of the editor as text: those of a version, or the start of a new flow. */
export type EditorProps = {
  readonly flow: string;
  readonly files: NonNullable<VersionPage["files"]>;
  readonly begun?: Edits;
  /** The id of the files' version; `null` for a new flow. */
  readonly on: string | null;
  /** Discards a new flow. */
  readonly discard?: () => void;
};

/** Represents a new flow; no flow can have this name. */
export const NEW = "+";

const NAME = /^[a-z][a-z0-9-]{0,40}$/;

/**
 * Starts a new flow: its name and its files, which are a copy of another flow, uploaded files (with their path as name,
 * or in folders as in the project), or the minimum.
 */
export function NewFlow({
  flows,
  editor: Editor,
  name: wanted = "",
}: {
  readonly flows: readonly VersionRecord[];
  /** The new flow that was started in this visit and not sent yet. */
  readonly name?: string;
  readonly editor: ComponentType<EditorProps>;
}) {
  const words = useText();
  const lng = useLanguage();
  const [name, setName] = useState(wanted);
  const [like, setLike] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [begun, setBegun] = useState<Edits | null>(() => keptProposal(wanted)?.edits ?? null);
  /** Why the name cannot be used: checked first, so that nothing is written under a taken name. */
  const nameFault = async (): Promise<string | null> => {
    if (!NAME.test(name)) return words("definition:propose.new.nameFault");
    const free = await call("GET", "/definitions/flows/{name}", { path: { name } });
    return free.ok ? null : failureText(free.error, words);
  };
  const beginWith = (files: Edits) => {
    setFault(null);
    keepPlace({ flow: NEW, name });
    // Continues earlier work under this name.
    setBegun(keptProposal(name)?.edits ?? files);
  };
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = await nameFault();
    if (wrong !== null) return setFault(wrong);
    if (like === "") return beginWith(leastOf(name));
    const answer = await call("GET", "/definitions/{flow}/like/{name}", { path: { flow: like, name } });
    if (!answer.ok) return setFault(failureText(answer.error, words));
    const { files } = answer.value;
    beginWith(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, asEdited(file)])));
  };
  const upload = async (files: FileList | null) => {
    const wrong = await nameFault();
    if (wrong !== null) return setFault(wrong);
    const read = await Promise.all(
      [...(files ?? [])].map(async (file) => [pathOf(file), await file.text()] as const),
    );
    const known = read.filter(([path]) => path !== null);
    if (known.length < read.length || known.length === 0)
      return setFault(words("definition:propose.new.filesFault"));
    beginWith(Object.fromEntries(known) as Edits);
  };
  const discard = () => {
    dropProposal(name);
    keepPlace({ flow: NEW });
    setBegun(null);
  };
  if (begun !== null)
    return <Editor key={name} flow={name} files={{}} begun={begun} on={null} discard={discard} />;
  return (
    <form className="card judged" onSubmit={(event) => void begin(event)}>
      <h2>{words("definition:propose.new.title")}</h2>
      <p className="mut">{words("definition:propose.new.text")}</p>
      <TextField
        id="new-name"
        label={words("definition:propose.new.name")}
        optional={words("definition:propose.new.nameHint")}
        autoComplete="off"
        spellCheck={false}
        maxLength={41}
        value={name}
        onValue={(typed) => setName(typed.trim())}
      />
      <SelectField id="new-like" label={words("definition:propose.new.like")} value={like} onValue={setLike}>
        <option value="">{words("definition:propose.new.likeNone")}</option>
        {flows.map((one) => (
          <option key={one.flow} value={one.flow}>
            {one.title[lng]}
          </option>
        ))}
      </SelectField>
      {fault === null ? null : (
        <Note tone="loss" role="alert">
          <p id="new-fault">{fault}</p>
        </Note>
      )}
      <div className="rowwrap">
        <Button kind="main" type="submit">
          {words("definition:propose.new.begin")}
        </Button>
        <label className="btn" htmlFor="new-files">
          <FileUp size={18} aria-hidden="true" /> {words("definition:propose.new.upload")}
        </label>
        <input
          id="new-files"
          className="sr"
          type="file"
          accept="application/json,.json"
          multiple
          onChange={(event) => void upload(event.target.files)}
        />
      </div>
    </form>
  );
}

/** The path that a chosen file stands for; `null` if its name contains none. */
function pathOf(file: File): string | null {
  // Browsers drop the folders of single files, so names may use double underscores instead.
  const path = (file.webkitRelativePath || file.name).replaceAll("__", "/");
  return /(?:^|\/)((?:flows|schemas|locales)\/.+\.json)$/.exec(path)?.[1] ?? null;
}

/** The minimum of a flow: one screen and an end. */
function leastOf(name: string): Edits {
  const files = {
    [`flows/${name}/flow.json`]: {
      format: 2,
      id: name,
      namespace: name,
      subject: "account",
      inFlight: "follow",
      entries: [{ place: "me" }],
      start: "ask",
      steps: {
        ask: { kind: "form", next: [{ to: "done" }] },
        done: { kind: "end", outcome: "done", reason: "done", links: ["/overview"] },
      },
    },
    [`schemas/${name}/ask.json`]: {
      $id: `${name}/ask`,
      type: "object",
      properties: {},
      required: [],
      additionalProperties: false,
    },
    [`locales/th/${name}.json`]: { [name]: {} },
    [`locales/en/${name}.json`]: { [name]: {} },
  };
  return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, asEdited(content)]));
}
