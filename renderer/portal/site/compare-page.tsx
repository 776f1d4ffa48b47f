import { Button, ButtonLink } from "../../kit/parts/button.tsx";
import { TableBox } from "./blocks.tsx";
import { cellOf } from "./compare.ts";
import { Below } from "./frame.tsx";
import { crumbsOf } from "./pages.tsx";
import type { Site } from "./site.ts";
import { COMPARE_ROWS, type SiteShown } from "./site-data.ts";

type Compared = { readonly site: Site; readonly of: Extract<SiteShown, { page: "compare" }> };

/** The page that compares strategies side by side. */
export function ComparePage({ site, of }: Compared) {
  const { words } = site;
  const { chosen } = of;
  return (
    <Below site={site} crumbs={crumbsOf(site, of)}>
      <h1>{words("strategy:compare.title")}</h1>
      <Choose site={site} of={of} />
      {chosen.length === 0 ? (
        <p className="mut">{words("strategy:compare.none")}</p>
      ) : (
        <ComparisonTable site={site} chosen={chosen} />
      )}
      {chosen.length === 0 ? null : (
        <p className="shown">
          <a
            href={`/api/comparison/file?language=${site.language}&codes=${encodeURIComponent(chosen.map(({ code }) => code).join(","))}`}
            download=""
          >
            {words("strategy:compare.download")}
          </a>
        </p>
      )}
    </Below>
  );
}

/** The form to choose strategies. It works without a script. */
function Choose({ site: { words, to }, of: { chosen, all } }: Compared) {
  return (
    <form className="choose" action={to("/strategies/compare")}>
      <fieldset>
        <legend>{words("strategy:compare.choose")}</legend>
        {all.map(({ code, name }) => (
          <label key={code}>
            <input
              type="checkbox"
              name="codes"
              value={code}
              defaultChecked={chosen.some((one) => one.code === code)}
            />{" "}
            <b className="nb">{code}</b> {name}
          </label>
        ))}
      </fieldset>
      <Button type="submit">{words("strategy:compare.button")}</Button>
    </form>
  );
}

type Chosen = { readonly site: Site; readonly chosen: Compared["of"]["chosen"] };

function ComparisonTable({ site, chosen }: Chosen) {
  const { words, to } = site;
  return (
    <TableBox label={words("strategy:compare.title")}>
      <table className={chosen.length > 3 ? "compare" : `compare fits fits--${chosen.length}`}>
        <caption className="sr">{words("strategy:compare.title")}</caption>
        <thead>
          <tr>
            <td />
            {chosen.map((one) => (
              <th key={one.code} scope="col">
                <a className="nb" href={to(`/strategies/${encodeURIComponent(one.code)}`)}>
                  {one.code}
                </a>
                <span className="small">{one.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARE_ROWS.map((row) => (
            <tr key={row}>
              <th scope="row">{words(`strategy:compare.row.${row}`)}</th>
              {chosen.map((one) => (
                <td key={one.code}>{cellOf(site, one, row)}</td>
              ))}
            </tr>
          ))}
          {site.places.invest ? <InvestRow site={site} chosen={chosen} /> : null}
        </tbody>
      </table>
    </TableBox>
  );
}

/** A row with a link to invest for each strategy that takes orders. */
function InvestRow({ site: { words }, chosen }: Chosen) {
  return (
    <tr>
      <th scope="row">{words("strategy:compare.row.act")}</th>
      {chosen.map((one) => (
        <td key={one.code}>
          {one.open ? (
            <ButtonLink kind="main" small href={`/invest?strategy=${encodeURIComponent(one.code)}`}>
              {words("strategy:compare.invest")}
            </ButtonLink>
          ) : (
            words("strategy:compare.closed")
          )}
        </td>
      ))}
    </tr>
  );
}
