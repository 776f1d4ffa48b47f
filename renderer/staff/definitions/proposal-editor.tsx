import { FileJson } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../kit/parts/button.tsx";
import { TextAreaField, TextField } from "../../kit/parts/fields.tsx";
import { Badge } from "../../kit/parts/small-parts.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { placeInJson } from "./place-in-json.ts";
import { groupOf, jsonFault, proposableFiles } from "./proposable-files.ts";
import { ProposalSender } from "./proposal-sender.tsx";
import { type ProposalBase, type ProposalDraft, useProposalDraft } from "./use-proposal-draft.ts";

/**
 * An editor for the files of a flow. All changed files are proposed together. `discard` discards a new flow.
 */
export function ProposalEditor({
  discard,
  ...base
}: ProposalBase & {
  readonly discard?: () => void;
}) {
  const draft = useProposalDraft(base);
  const [path, setPath] = useState(draft.paths[0] ?? "");
  const goTo = (file: string, pointer: string) => {
    if (!draft.paths.includes(file)) return;
    flushSync(() => setPath(file));
    showPlace(document.getElementById("propose-content"), draft.textOf(file), pointer);
  };
  return (
    <div className="proposecols">
      <section className="card judged">
        <FileList draft={draft} path={path} onPath={setPath} />
        <FileAdder draft={draft} onPath={setPath} />
      </section>
      <div className="gap16">
        <FileEditor draft={draft} path={path} onPath={setPath} />
        <ProposalSender draft={draft} onPath={setPath} goTo={goTo} {...(discard ? { discard } : {})} />
      </div>
    </div>
  );
}

type FileProps = {
  readonly draft: ProposalDraft;
  /** Path of the file that is shown. */
  readonly path: string;
  readonly onPath: (path: string) => void;
};

/** The list of files by name, with a search and a mark on changed files. */
function FileList({ draft: { paths, changed }, path, onPath }: FileProps) {
  const words = useText();
  const [find, setFind] = useState("");
  return (
    <>
      <TextField
        id="propose-find"
        type="search"
        label={words("definition:propose.find")}
        value={find}
        onValue={setFind}
      />
      <ul className="filelist">
        {paths
          .filter((one) => one.includes(find.trim()))
          .map((one) => (
            <li key={one}>
              <button
                type="button"
                className={one === path ? "mailrow on" : "mailrow"}
                aria-current={one === path ? "true" : undefined}
                onClick={() => onPath(one)}
              >
                <span>
                  {one.split("/").at(-1)}{" "}
                  {changed.includes(one) ? (
                    <Badge tone="warn">{words("definition:steps.changed")}</Badge>
                  ) : null}
                </span>
                <small className="small">
                  {words(`definition:propose.${groupOf(one)}`)} · {one.split("/").slice(0, -1).join("/")}
                </small>
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}

/** A form that adds an empty file. The path of the file must belong to this flow. */
function FileAdder({ draft, onPath }: Omit<FileProps, "path">) {
  const words = useText();
  const [added, setAdded] = useState("");
  const mayAdd = proposableFiles([added], draft.flow).length > 0 && /^[a-z0-9/.-]+\.json$/i.test(added);
  const add = () => {
    if (!mayAdd) return;
    draft.add(added);
    onPath(added);
    setAdded("");
  };
  return (
    <>
      <TextField
        id="propose-add"
        label={words("definition:propose.add")}
        placeholder={`schemas/${draft.flow}/`}
        spellCheck={false}
        value={added}
        onValue={(typed) => setAdded(typed.trim())}
      />
      <div>
        <Button small disabled={!mayAdd} onClick={add}>
          {words("definition:propose.addFile")}
        </Button>
      </div>
    </>
  );
}

/** The text of the shown file. Undoing all changes removes a file that was added. */
function FileEditor({ draft, path, onPath }: FileProps) {
  const words = useText();
  const text = draft.textOf(path);
  const wrong = jsonFault(text);
  const undo = () => {
    draft.undo(path);
    if (draft.isNewFile(path)) onPath(draft.paths.find((one) => one !== path) ?? "");
  };
  return (
    <section className="card judged">
      <TextAreaField
        id="propose-content"
        className="editor"
        label={
          <span className="wrap filename">
            <FileJson size={18} aria-hidden="true" /> {path}
          </span>
        }
        spellCheck={false}
        value={text}
        error={wrong === null ? null : words("definition:propose.json", { why: wrong })}
        onValue={(next) => draft.edit(path, next)}
      />
      {draft.changed.includes(path) ? (
        <div>
          <Button small onClick={undo}>
            {words("definition:propose.undo")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

/** Selects the value at a pointer in the editor and scrolls to it. */
function showPlace(editor: HTMLElement | null, text: string, pointer: string): void {
  if (!(editor instanceof HTMLTextAreaElement) || jsonFault(text) !== null) return;
  const { from, to } = placeInJson(text, pointer);
  editor.scrollIntoView({ block: "center" });
  editor.focus({ preventScroll: true });
  editor.setSelectionRange(from, to);
  const line = text.slice(0, from).split("\n").length - 1;
  editor.scrollTop = (line * editor.scrollHeight) / text.split("\n").length - editor.clientHeight / 3;
}
