import { trade } from "../../../../domain/index.ts";
import type { Definition } from "../../../../engine/flow/index.ts";
import type { Json, JsonObject } from "../../../../engine/values/json.ts";
import type { Language } from "../../../../engine/values/languages.ts";
import { compareFlows, compareReach } from "../../../../engine/verify/compare/index.ts";
import { verify } from "../../../../engine/verify/lint/index.ts";
import { namingOf } from "../../../../engine/verify/words/index.ts";
import { flowLines } from "../../../../server/differences/comparison-lines.ts";
import { readSource } from "../../../../server/sources/source.ts";
import { ROOT } from "../../../definitions/definition-files.ts";

/** The content of a definition file that a test changes. */
export type File = { [name: string]: Json } & { steps: { [step: string]: JsonObject } };
/** A function that changes one file and returns the lines of the comparison. */
export type ChangedLines = (
  path: string,
  change: (file: File) => void,
  language?: Language,
) => readonly string[];

/** Returns, for a flow in the project's folders, the function that changes a file and compares the flow. */
export async function changedLinesOf(flow: string): Promise<ChangedLines> {
  const { source } = await readSource(ROOT, flow);
  const before = verify(source, trade).definition as Definition;
  return (path, change, language = "en") => {
    const files = structuredClone(source.files) as { [path: string]: File };
    change(files[path] as File);
    const after = verify({ ...source, files }, trade).definition as Definition;
    const telling = { naming: namingOf(after, before), language, definitions: [after, before] };
    const comparison = compareFlows(before, after);
    const compared = { comparison, lost: [], reach: compareReach(before, after), follow: [] };
    return flowLines({ before, after }, compared, telling).map((line) => line.trim());
  };
}
