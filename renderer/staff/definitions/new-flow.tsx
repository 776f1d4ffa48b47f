import { FileUp } from "lucide-react";
import { type ComponentType, type FormEvent, useState } from "react";
import type { FlowTemplate, VersionPage, VersionRecord } from "../../kit/api/answers.ts";
import { call, failureText } from "../../kit/api/client.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";

/** What the editor of files works on: those of a version, or what a flow that is new begins with, as text. */
export type EditorProps = {
  readonly flow: string;
  readonly files: NonNullable<VersionPage["files"]>;
  readonly begun?: Readonly<Record<string, string>>;
};

const NAME = /^[a-z][a-z0-9-]{0,40}$/;

/**
 * A flow that is not there yet: its name, and what it begins with: a copy of another one, files from a computer (each
 * bears its path as its name, or lies in folders as in the project), or nothing but the least that there must be.
 */
export function NewFlow({
  flows,
  editor: Editor,
}: {
  readonly flows: readonly VersionRecord[];
  readonly editor: ComponentType<EditorProps>;
}) {
  const words = useText();
  const lng = useLanguage();
  const [name, setName] = useState("");
  const [like, setLike] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const [begun, setBegun] = useState<Readonly<Record<string, string>> | null>(null);
  const begin = async (event: FormEvent) => {
    event.preventDefault();
    if (!NAME.test(name)) return setFault(words("definition:propose.new.nameFault"));
    setFault(null);
    if (like === "") return setBegun(leastOf(name));
    const answer = await call<FlowTemplate>("GET", `/definitions/${like}/like/${name}`);
    if (!answer.ok) return setFault(failureText(answer.error, words));
    setBegun(
      Object.fromEntries(
        Object.entries(answer.value.files).map(([path, file]) => [path, JSON.stringify(file, null, 2)]),
      ),
    );
  };
  const upload = async (files: FileList | null) => {
    if (!NAME.test(name)) return setFault(words("definition:propose.new.nameFault"));
    const read = await Promise.all(
      [...(files ?? [])].map(async (file) => [pathOf(file), await file.text()] as const),
    );
    const known = read.filter(([path]) => path !== null);
    if (known.length < read.length || known.length === 0)
      return setFault(words("definition:propose.new.filesFault"));
    setFault(null);
    setBegun(Object.fromEntries(known) as Record<string, string>);
  };
  if (begun !== null) return <Editor key={name} flow={name} files={{}} begun={begun} />;
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

/** The path that a chosen file stands for; `null` where its name says none. */
function pathOf(file: File): string | null {
  // A browser keeps no folders of files that are chosen one by one, so they may be written with double underscores.
  const path = (file.webkitRelativePath || file.name).replaceAll("__", "/");
  return /(?:^|\/)((?:flows|schemas|locales)\/.+\.json)$/.exec(path)?.[1] ?? null;
}

/** The least that a flow can be written on: one screen and an end. */
function leastOf(name: string): Readonly<Record<string, string>> {
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
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [path, JSON.stringify(content, null, 2)]),
  );
}
