import { useRef, useState } from "react";
import { ok } from "../../engine/values/result.ts";
import { textOfFile } from "../kit/api/text-of-file.ts";
import { useAction } from "../kit/api/use-action.ts";
import { Button } from "../kit/parts/button.tsx";
import { FileInput } from "../kit/parts/file-input.tsx";
import { Note } from "../kit/parts/note.tsx";
import { saveFile } from "../kit/parts/save-file.ts";
import { useText } from "../kit/text/i18n.ts";
import { FaultNote } from "../staff/fault-note.tsx";
import type { TextPlace } from "./draft/text-places.ts";
import { type Cell, readTextsTable, type TextsTaken, textsTable } from "./draft/texts-table.ts";
import type { Drafting } from "./draft/use-draft.ts";

/** Buttons that save a flow's texts as a table for translators, and that take a filled-in table into the draft. */
export function TextsFile({
  flow,
  places,
  drafting,
  mayEdit,
}: {
  readonly flow: string;
  readonly places: readonly TextPlace[];
  readonly drafting: Drafting;
  readonly mayEdit: boolean;
}) {
  const words = useText();
  const chooser = useRef<HTMLInputElement>(null);
  const { taking, taken, fault } = useTaking(places, drafting);
  return (
    <div className="gap8">
      <div className="row wraps">
        <Button
          onClick={() =>
            saveFile(
              new Blob([textsTable(drafting.draft, places)], { type: "text/csv" }),
              `${flow}-texts.csv`,
            )
          }
        >
          {words("studio:texts.save")}
        </Button>
        {mayEdit ? (
          <Button busy={taking.busy} onClick={() => chooser.current?.click()}>
            {words("studio:texts.take")}
          </Button>
        ) : null}
      </div>
      <FileInput id="texts-file" chooser={chooser} accept=".csv,text/csv" onFile={taking.run} />
      <FaultNote fault={fault} />
      {taken === null ? null : (
        <Note tone={isWhole(taken) ? "info" : "warn"} role="status">
          {taken.operations.length === 0
            ? words("studio:texts.same")
            : words("studio:texts.taken", { count: taken.operations.length })}{" "}
          {taken.skipped.length === 0
            ? ""
            : words("studio:texts.skipped", {
                count: taken.skipped.length,
                lines: taken.skipped.slice(0, 10).join(", "),
              })}
          <Cells says="studio:texts.empty" cells={taken.empty} />
          <Cells says="studio:texts.formulas" cells={taken.formulas} />
        </Note>
      )}
    </div>
  );
}

function isWhole({ skipped, empty, formulas }: TextsTaken): boolean {
  return skipped.length + empty.length + formulas.length === 0;
}

/** A sentence that names cells of the table; nothing if there are none. */
function Cells({
  says,
  cells,
}: {
  readonly says: "studio:texts.empty" | "studio:texts.formulas";
  readonly cells: readonly Cell[];
}) {
  const words = useText();
  if (cells.length === 0) return null;
  const named = cells.slice(0, 10).map((cell) => words("studio:texts.cell", cell));
  return <> {words(says, { count: cells.length, cells: named.join(", ") })}</>;
}

/** Takes a chosen file into the draft, as one undo step. */
function useTaking(places: readonly TextPlace[], { draft, apply }: Drafting) {
  const words = useText();
  const [taken, setTaken] = useState<TextsTaken | null>(null);
  const [wrong, setWrong] = useState<"columns" | "lines" | null>(null);
  const taking = useAction({
    call: async (file: File) => {
      setTaken(null);
      setWrong(null);
      const text = await textOfFile(file);
      return text.ok ? ok(await readTextsTable(text.value, draft, places)) : text;
    },
    done: (read) => {
      if (!read.ok) return setWrong(read.error);
      if (read.value.operations.length === 0 || apply(...read.value.operations)) setTaken(read.value);
    },
    failed: "here",
  });
  return { taking, taken, fault: wrong === null ? taking.fault : words(`studio:texts.wrong.${wrong}`) };
}
