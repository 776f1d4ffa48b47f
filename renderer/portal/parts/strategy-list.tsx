import type { ReactNode } from "react";
import { StrategyIcon } from "./strategy-icon.tsx";
import "./portal.css";

/** A strategy in a list on phones: its name on the left, figures on the right. The whole row is a link. */
export function StrategyItem({
  code,
  name,
  below,
  note,
  children,
}: {
  readonly code: string;
  readonly name: string;
  /** Content shown under the name. */
  readonly below?: ReactNode;
  /** Text shown under the row. */
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <li>
      <a className={below ? "item item--tall" : "item"} href={pageOf(code)}>
        <StrategyIcon code={code} />
        <span>
          <b className="nb">{code}</b>
          <br />
          <small>{name}</small>
          {below ? (
            <>
              <br />
              {below}
            </>
          ) : null}
        </span>
        <span className="right">{children}</span>
      </a>
      {note === undefined ? null : <p className="small itemnote">{note}</p>}
    </li>
  );
}

/**
 * A table of strategies on wide screens. The first column has the name. All other columns hold figures,
 * unless `left` is set.
 */
export function StrategyTable({
  columns,
  className = "tbl",
  children,
}: {
  readonly columns: readonly { readonly name: string; readonly left?: boolean }[];
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="card tablewrap onlywide">
      <table className={className}>
        <thead>
          <tr>
            {columns.map(({ name, left }) => (
              <th key={name} scope="col" className={left ? undefined : "r"}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** The first cell of a strategy's table row. */
export function StrategyCell({ code, name }: { readonly code: string; readonly name?: string }) {
  return (
    <th scope="row">
      <a className={name === undefined ? "cellname" : "two"} href={pageOf(code)}>
        <StrategyIcon code={code} />{" "}
        {name === undefined ? (
          code
        ) : (
          <span>
            <b>{code}</b>
            <small>{name}</small>
          </span>
        )}
      </a>
    </th>
  );
}

function pageOf(code: string): string {
  return `/strategies/${encodeURIComponent(code)}`;
}
