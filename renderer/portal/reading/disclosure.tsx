import { PublicPage } from "../../kit/parts/pages.tsx";
import { useText } from "../../kit/text/i18n.ts";

const COLUMNS = ["provider", "country", "regulator", "licence"] as const;

/** Public disclosure: where client assets are, and under whose eyes. */
export default function Disclosure() {
  const words = useText();
  return (
    <PublicPage title={words("public-info:title")}>
      <h1 tabIndex={-1}>{words("public-info:title")}</h1>
      <p className="small">{words("public-info:demo")}</p>
      <h2 className="sechead">{words("public-info:custody.title")}</h2>
      <p className="mut">{words("public-info:custody.text")}</p>
      <dl className="kv card card--pad">
        {COLUMNS.map((column) => (
          <div key={column}>
            <dt>{words(`public-info:table.${column}`)}</dt>
            <dd>{words(`public-info:row.${column}`)}</dd>
          </div>
        ))}
      </dl>
    </PublicPage>
  );
}
