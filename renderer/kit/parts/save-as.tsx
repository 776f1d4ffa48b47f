import { ok } from "../../../engine/values/result.ts";
import { privateFile } from "../api/private-file.ts";
import { useAction } from "../api/use-action.ts";
import { useLanguage } from "../text/i18n.ts";
import { Button } from "./button.tsx";
import { saveFile } from "./save-file.ts";

/** Buttons that save private data as PDF or JSON, in the language of the page. */
export function SaveAs({
  from,
  name,
  label,
  small = false,
}: {
  /** Address of the call, which takes the parameters `language` and `format`. */
  readonly from: string;
  /** Name of the file, without its extension. */
  readonly name: string;
  /** Returns the label of a button, by the name of its format. */
  readonly label: (format: string) => string;
  readonly small?: boolean;
}) {
  const language = useLanguage();
  const { run, doing } = useAction({
    call: async (format: "pdf" | "json") => {
      saveFile(await privateFile(`${from}?language=${language}&format=${format}`), `${name}.${format}`);
      return ok(null);
    },
  });
  return (
    <p className="rowwrap">
      {(["pdf", "json"] as const).map((format) => (
        <Button key={format} small={small} busy={doing === format} onClick={() => run(format)}>
          {label(format.toUpperCase())}
        </Button>
      ))}
    </p>
  );
}
