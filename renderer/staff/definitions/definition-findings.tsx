import { foldedByCause } from "../../../engine/verify/lint/index.ts";
import type { Finding, Sentence } from "../../kit/api/answers.ts";
import { useLanguage, useText } from "../../kit/text/i18n.ts";
import "./definitions.css";

/** Opens a file at a pointer in the editor. */
type GoTo = (file: string, pointer: string) => void;

/**
 * A list of findings: what is wrong, how to fix it, and where. A finding that another finding causes is
 * folded below that finding.
 */
export function DefinitionFindings({ of, goTo }: { readonly of: readonly Finding[]; readonly goTo?: GoTo }) {
  const words = useText();
  const lng = useLanguage();
  return (
    <ul className="gap12">
      {foldedByCause(of).map(({ cause, follow }) => (
        <li key={keyOf(cause)} className="small finding">
          <b>{cause.what[lng]}</b>
          <span className="block">
            {words("definition:checks.mend")}: {cause.mend[lng]}
          </span>
          <Shown of={cause} />
          <Where of={cause} {...(goTo ? { goTo } : {})} />
          {follow.length === 0 ? null : (
            <details>
              <summary>{words("definition:checks.follow", { count: follow.length })}</summary>
              <ul className="gap8">
                {follow.map((one) => (
                  <li key={keyOf(one)}>
                    <span className="block">{one.what[lng]}</span>
                    <Where of={one} {...(goTo ? { goTo } : {})} />
                  </li>
                ))}
              </ul>
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}

/** An example person. The decisive facts are shown; all others can be opened. */
function Shown({ of }: { readonly of: Finding }) {
  const words = useText();
  const lng = useLanguage();
  const { words: chief, all } = (of.witness ?? {}) as { readonly words?: Sentence; readonly all?: Sentence };
  if (chief === undefined) return null;
  return (
    <div>
      {words("definition:whom.witness")}: {chief[lng]}
      {all === undefined || all[lng] === chief[lng] ? null : (
        <details>
          <summary>{words("definition:whom.allFacts")}</summary>
          {all[lng]}
        </details>
      )}
    </div>
  );
}

function Where({ of: { file, pointer }, goTo }: { readonly of: Finding; readonly goTo?: GoTo }) {
  const place = `${file}${pointer}`;
  if (goTo === undefined) return <code>{place}</code>;
  return (
    <button type="button" className="link" onClick={() => goTo(file, pointer)}>
      {place}
    </button>
  );
}

function keyOf({ file, pointer, what }: Finding): string {
  return `${file}${pointer}${what.en}`;
}
