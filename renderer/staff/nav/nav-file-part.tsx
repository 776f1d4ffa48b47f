import { useState } from "react";
import type { NavFile } from "../../kit/api/answers.ts";
import type { BodyOf } from "../../kit/api/calls.ts";
import { call } from "../../kit/api/client.ts";
import { textOfFile } from "../../kit/api/text-of-file.ts";
import { useAction } from "../../kit/api/use-action.ts";
import { Button } from "../../kit/parts/button.tsx";
import { TextField } from "../../kit/parts/fields.tsx";
import { formatDate, formatUnits } from "../../kit/text/format.ts";
import { useText } from "../../kit/text/i18n.ts";
import { FaultNote } from "../fault-note.tsx";

type Line = NavFile["lines"][number];

/**
 * A form that enters NAVs from a file. It shows every line with its error. The lines can be entered, all
 * together, once no line has an error.
 */
export function NavFilePart() {
  const words = useText();
  const file = useNavFile();
  const { lines, open } = file;
  return (
    <details className="card judged">
      <summary>{words("staff:navFile.title")}</summary>
      <p className="small">{words("staff:navFile.intro")}</p>
      <FileChoice onFile={file.read} />
      <FaultNote fault={file.fault} />
      {lines === null ? null : (
        <>
          <p role="status">
            {open.length === 0
              ? words("staff:navFile.ready", { count: lines.length })
              : words("staff:navFile.faults", { count: lines.length, faults: open.length })}
          </p>
          <ol className="navlines">
            {lines.map((line) => (
              <NavFileLine
                key={line.line}
                of={line}
                reason={file.typedReason(line)}
                onReason={(reason) => file.giveReason(line, reason)}
              />
            ))}
          </ol>
          <div className="row wraps">
            <Button kind="main" busy={file.busy} disabled={open.length > 0} onClick={file.enter}>
              {words("staff:navFile.enter", { count: lines.length })}
            </Button>
            <Button onClick={file.close}>{words("staff:terms.cancel")}</Button>
          </div>
        </>
      )}
    </details>
  );
}

/**
 * Holds the lines of a chosen file and the typed reasons for large changes, and enters the NAVs. `open` has
 * the lines with an error that is not fixed yet.
 */
function useNavFile() {
  const words = useText();
  const [lines, setLines] = useState<readonly Line[] | null>(null);
  const [reasons, setReasons] = useState<Readonly<Record<number, string>>>({});
  const reading = useAction({
    call: async (file: File) => {
      const text = await textOfFile(file);
      return text.ok ? await call("POST", "/nav-file", { body: { text: text.value } }) : text;
    },
    done: (file) => setLines(file.lines),
    failed: "here",
  });
  const entering = useAction({
    call: (lines: BodyOf<"POST", "/nav-lines">["lines"]) => call("POST", "/nav-lines", { body: { lines } }),
    changes: ["/nav"],
    said: (entries) => words("staff:navFile.entered", { count: entries.length }),
    done: () => setLines(null),
    failed: "here",
  });
  const reasonOf = (line: Line) => (reasons[line.line] ?? line.reason).trim();
  // A large change of a NAV is accepted if a reason is given. All other errors must be fixed in the file.
  const isOpen = (line: Line) =>
    line.fault !== null && (line.fault.code !== "nav-jump" || reasonOf(line) === "");
  return {
    lines,
    open: lines?.filter(isOpen) ?? [],
    fault: reading.fault ?? entering.fault,
    busy: entering.busy,
    /** Returns the typed reason; if nothing was typed, the reason from the file. */
    typedReason: (line: Line) => reasons[line.line] ?? line.reason,
    giveReason: (line: Line, reason: string) => setReasons({ ...reasons, [line.line]: reason }),
    read: (file: File) => {
      setLines(null);
      setReasons({});
      entering.forget();
      reading.run(file);
    },
    enter: () =>
      entering.run(
        (lines ?? []).map((line) => ({
          strategy: line.strategy,
          date: line.date,
          nav: line.nav,
          ...(reasonOf(line) === "" ? {} : { reason: reasonOf(line) }),
        })),
      ),
    close: () => setLines(null),
  };
}

/**
 * A line of the file with its error. If the error is a large change of the NAV, the person can type a reason.
 */
function NavFileLine({
  of,
  reason,
  onReason,
}: {
  readonly of: Line;
  readonly reason: string;
  readonly onReason: (reason: string) => void;
}) {
  const words = useText();
  return (
    <li>
      <span className="small">{words("staff:navFile.line", { line: of.line })}</span>
      <b>{of.strategy || "–"}</b>
      <span className="num">{/^\d{4}-/.test(of.date) ? formatDate(of.date) : of.date || "–"}</span>
      <span className="num">{/^\d+(\.\d{1,4})?$/.test(of.nav) ? formatUnits(of.nav) : of.nav || "–"}</span>
      <span className={of.fault ? "navfault" : "small"}>
        {of.fault ? words(`warning:errors.${of.fault.code}`) : words("staff:navFile.ok")}
      </span>
      {of.fault?.code === "nav-jump" ? (
        <TextField
          id={`nav-line-${of.line}`}
          label={words("staff:navFile.reason", { line: of.line })}
          maxLength={500}
          value={reason}
          onValue={onReason}
        />
      ) : of.reason ? (
        <span className="small">{of.reason}</span>
      ) : null}
    </li>
  );
}

function FileChoice({ onFile }: { readonly onFile: (file: File) => void }) {
  const words = useText();
  return (
    <label className="btn btn--line btn--small filebtn">
      {words("staff:navFile.choose")}
      <input
        type="file"
        className="sr"
        accept=".csv,.txt,text/csv,text/plain"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = "";
          if (file !== undefined) onFile(file);
        }}
      />
    </label>
  );
}
