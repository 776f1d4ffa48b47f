import { FileUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { fail, ok, type Result } from "../../../engine/values/result.ts";
import type { VersionRecord } from "../../kit/api/answers.ts";
import { type ApiFailure, call, failureText } from "../../kit/api/client.ts";
import { Button } from "../../kit/parts/button.tsx";
import { SelectField, TextField } from "../../kit/parts/fields.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import { asEdited, dropProposal, type Edits, keepPlace, keptProposal, NEW_FLOW } from "./kept-proposal.ts";
import { ProposalEditor } from "./proposal-editor.tsx";

const NAME = /^[a-z][a-z0-9-]{0,40}$/;

/**
 * A form that starts a new flow from a name and its first files. The first files are a copy of another flow,
 * a minimal flow, or uploaded files. Uploaded files are named by their path, or are in folders as in the
 * project.
 */
export function NewFlow({
  flows,
  name: wanted = "",
}: {
  readonly flows: readonly VersionRecord[];
  /** Name of the new flow that was started in this visit and not sent yet. */
  readonly name?: string;
}) {
  const words = useText();
  const lng = useLanguage();
  const [like, setLike] = useState("");
  const { name, setName, fault, begun, begin, discard } = useNewFlow(wanted);
  if (begun !== null)
    return <ProposalEditor key={name} flow={name} files={{}} begun={begun} on={null} discard={discard} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void begin(async () => (like === "" ? ok(leastOf(name)) : await filesLike(like, name)));
  };
  return (
    <form className="card judged" onSubmit={submit}>
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
        <UploadFiles onFiles={(files) => void begin(() => uploaded(files))} />
      </div>
    </form>
  );
}

function UploadFiles({ onFiles }: { readonly onFiles: (files: FileList | null) => void }) {
  const words = useText();
  return (
    <>
      <label className="btn" htmlFor="new-files">
        <FileUp size={18} aria-hidden="true" /> {words("definition:propose.new.upload")}
      </label>
      <input
        id="new-files"
        className="sr"
        type="file"
        accept="application/json,.json"
        multiple
        onChange={({ target: { files } }) => onFiles(files)}
      />
    </>
  );
}

/** Holds the name of a new flow, and its first files after it was started. */
function useNewFlow(wanted: string) {
  const words = useText();
  const [name, setName] = useState(wanted);
  const [fault, setFault] = useState<string | null>(null);
  const [begun, setBegun] = useState<Edits | null>(() => keptProposal(wanted)?.edits ?? null);
  /**
   * Returns why the name cannot be used. The name is checked first, so that nothing is stored under a name
   * that is already in use.
   */
  const nameFault = async (): Promise<string | null> => {
    if (!NAME.test(name)) return words("definition:propose.new.nameFault");
    const free = await call("GET", "/definitions/flows/{name}", { path: { name } });
    return free.ok ? null : failureText(free.error, words);
  };
  const begin = async (choose: () => Promise<Result<Edits, NoFiles>>) => {
    const wrong = await nameFault();
    if (wrong !== null) return setFault(wrong);
    const files = await choose();
    if (!files.ok)
      return setFault(
        files.error === "not-files-of-a-flow"
          ? words("definition:propose.new.filesFault")
          : failureText(files.error, words),
      );
    setFault(null);
    keepPlace({ flow: NEW_FLOW, name });
    // If an unsent proposal with this name exists, the editor continues that proposal.
    setBegun(keptProposal(name)?.edits ?? files.value);
  };
  const discard = () => {
    dropProposal(name);
    keepPlace({ flow: NEW_FLOW });
    setBegun(null);
  };
  return { name, setName, fault, begun, begin, discard };
}

/** The reason why there are no first files. */
type NoFiles = ApiFailure | "not-files-of-a-flow";

/** Returns the files of another flow under the new name. */
async function filesLike(flow: string, name: string): Promise<Result<Edits, NoFiles>> {
  const answer = await call("GET", "/definitions/{flow}/like/{name}", { path: { flow, name } });
  if (!answer.ok) return answer;
  const { files } = answer.value;
  return ok(Object.fromEntries(Object.entries(files).map(([path, file]) => [path, asEdited(file)])));
}

/** Returns the chosen files, or a fault if one of them is not a file of a flow. */
async function uploaded(files: FileList | null): Promise<Result<Edits, NoFiles>> {
  const read = await Promise.all(
    [...(files ?? [])].map(async (file) => [pathOf(file), await file.text()] as const),
  );
  const known = read.filter(([path]) => path !== null);
  return known.length < read.length || known.length === 0
    ? fail("not-files-of-a-flow")
    : ok(Object.fromEntries(known) as Edits);
}

/** Returns the file path that a chosen file's name stands for; `null` if the name contains no such path. */
function pathOf(file: File): string | null {
  // Browsers drop the folders of single files, so names may use double underscores as separators.
  const path = (file.webkitRelativePath || file.name).replaceAll("__", "/");
  return /(?:^|\/)((?:flows|schemas|locales)\/.+\.json)$/.exec(path)?.[1] ?? null;
}

/** Returns the minimal flow: one screen and an end. */
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
