import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Json, VersionPage } from "../../kit/api/answers.ts";
import { get } from "../../kit/api/query.ts";
import { keyed } from "../../kit/parts/keyed.ts";
import { ErrorState, LoadingShape } from "../../kit/parts/states.tsx";
import { useText } from "../../kit/text/i18n.ts";
import { lineChanges } from "./line-changes.ts";
import "./definitions.css";

/** The changes in each file, line by line, compared with the base version. */
export function DefinitionFiles({
  of,
  basedOn,
}: {
  readonly of: VersionPage;
  /** Identifier of the base version; `null` for a new flow. */
  readonly basedOn: string | null;
}) {
  const words = useText();
  if (of.changed.length === 0) return null;
  return (
    <section className="card judged">
      <h2>{words("definition:files.title")}</h2>
      <details>
        <summary>{words("definition:who.changed", { count: of.changed.length })}</summary>
        <ul>
          {of.changed.map((path) => (
            <li key={path}>
              <File path={path} version={of.id} basedOn={basedOn} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

type Compared = { readonly path: string; readonly version: string; readonly basedOn: string | null };

function File({ path, ...versions }: Compared) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <code>{path}</code>
      </summary>
      {open ? <Lines path={path} {...versions} /> : null}
    </details>
  );
}

function Lines({ path, version, basedOn }: Compared) {
  const words = useText();
  const now = useQuery({
    ...get("/definitions/versions/{id}", { path: { id: version } }),
    staleTime: Infinity,
  });
  const old = useQuery({
    ...get("/definitions/versions/{id}", { path: { id: basedOn ?? "none" } }),
    staleTime: Infinity,
    enabled: basedOn !== null,
  });
  const failed = [now, old].find(({ isError }) => isError);
  if (failed) return <ErrorState error={failed.error} retry={() => void failed.refetch()} />;
  if (!now.data || (basedOn !== null && !old.data)) return <LoadingShape rows={2} />;
  const [before, after] = [asText(old.data?.files?.[path]), asText(now.data.files?.[path])];
  const whole = (text: string | null, kind: "new" | "gone") => [
    (text ?? "").split("\n").map((line) => ({ kind, text: line })),
  ];
  const changes =
    before === null
      ? whole(after, "new")
      : after === null
        ? whole(before, "gone")
        : lineChanges(before, after);
  return (
    <>
      {before === null ? <p className="small">{words("definition:files.new")}</p> : null}
      {after === null ? <p className="small">{words("definition:files.gone")}</p> : null}
      {keyed(changes, (lines) => lines.map(({ text }) => text).join("\n")).map(({ key, item: lines }) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll a long file.
        <pre key={key} className="linechanges" tabIndex={0}>
          {keyed(lines, ({ kind, text }) => `${kind} ${text}`).map(({ key: line, item: { kind, text } }) => {
            const Mark = TAGS[kind];
            return <Mark key={line}>{`${text}\n`}</Mark>;
          })}
        </pre>
      ))}
    </>
  );
}

const TAGS = { gone: "del", new: "ins", kept: "span" } as const;

/** Returns a file as editable text; `null` if the version does not have the file. */
function asText(content: Json | undefined): string | null {
  return content === undefined ? null : JSON.stringify(content, null, 2);
}
