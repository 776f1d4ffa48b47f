import type { Finding } from "../../api/answers.ts";
import { useLanguage, useText } from "../../text/i18n.ts";

/** Findings as people read them: what is wrong, how to mend it, where. */
export function DefinitionFindings({
  of,
  goTo,
}: {
  readonly of: readonly Finding[];
  /** Opens a file where it can be edited. */
  readonly goTo?: (file: string, pointer: string) => void;
}) {
  const words = useText();
  const lng = useLanguage();
  return (
    <ul className="gap12">
      {of.map((finding) => (
        <li key={`${finding.file}${finding.pointer}${finding.what.en}`} className="small finding">
          <b>{finding.what[lng]}</b>
          <span className="block">
            {words("definition:checks.mend")}: {finding.mend[lng]}
          </span>
          {goTo === undefined ? (
            <code>
              {finding.file}
              {finding.pointer}
            </code>
          ) : (
            <button type="button" className="link" onClick={() => goTo(finding.file, finding.pointer)}>
              {finding.file}
              {finding.pointer}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}
