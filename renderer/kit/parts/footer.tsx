import { brandFacts } from "../brand/brand.ts";
import { Logo } from "../brand/logo.tsx";
import { useText } from "../text/i18n.ts";
import "./pages.css";

const COLUMNS = [
  {
    key: "company",
    links: [
      ["about", "/about"],
      ["disclosure", "/disclosure"],
      ["articles", "/#voices"],
    ],
  },
  {
    key: "legal",
    links: [
      ["privacy", "/legal/privacy"],
      ["terms", "/legal/terms"],
      ["dataRequest", "/contact"],
    ],
  },
  {
    key: "help",
    links: [
      ["faq", "/faq"],
      ["complaint", "/complaint"],
      ["contact", "/contact"],
    ],
  },
] as const;

/** Company links and the risk warning, under every public page. */
export function Footer() {
  const words = useText();
  return (
    <footer className="foot">
      <div>
        <div className="cols">
          <div>
            <Logo />
            <p className="gap4">{words("common:office.hours")}</p>
            <p>{words("common:office.phone", { phone: brandFacts().phone })}</p>
          </div>
          {COLUMNS.map((column) => (
            <nav key={column.key} aria-labelledby={`foot-${column.key}`}>
              <h2 id={`foot-${column.key}`}>{words(`common:footer.${column.key}.title`)}</h2>
              {column.links.map(([name, href]) => (
                <a key={name} href={href}>
                  {words(`common:footer.${column.key}.${name}`)}
                </a>
              ))}
              {column.key === "legal" ? (
                // A file, no page of ours: the browser opens it.
                <a href="/third-party-notices.txt" target="_blank" rel="noopener">
                  {words("common:footer.legal.notices")}
                </a>
              ) : null}
            </nav>
          ))}
        </div>
        <p className="warning">
          <b>{words("common:riskWarning.title")}</b> {words("common:riskWarning.text")}
        </p>
      </div>
    </footer>
  );
}
