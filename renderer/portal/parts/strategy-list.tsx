import type { ReactNode } from "react";
import { StrategyIcon } from "./strategy-icon.tsx";
import "./portal.css";

/** One strategy in a list on a phone: what it is on the left, its figures on the right; the whole line leads to it. */
export function StrategyItem({
  code,
  name,
  below,
  note,
  children,
}: {
  readonly code: string;
  readonly name: string;
  /** Stands under the name. */
  readonly below?: ReactNode;
  /** Stands under the whole line. */
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

/** A table of strategies on a wide screen. The first column names them, the others hold figures but where `left` says so. */
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

/** The first cell of a strategy's row in the table. */
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
