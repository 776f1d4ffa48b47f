import type { Notices } from "../../kit/api/answers.ts";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { Note } from "../../kit/parts/note.tsx";
import { keepWhole, useText } from "../../kit/text/i18n.ts";
import { ScamWarning } from "./scam-warning.tsx";
import { useNotices } from "./use-notices.ts";
import "./notices.css";

/**
 * The scam warning, the fund's banner and the offerings for this person. Renders nothing if there are none.
 */
export function NoticeBoard() {
  const { data } = useNotices();
  return data === undefined ? null : <Board of={data} />;
}

/** The notice board once its notices are loaded. */
export function Board({ of }: { readonly of: Pick<Notices, "banner" | "offering" | "scamWarning"> }) {
  const words = useText();
  const { banner, offering, scamWarning } = of;
  if (banner === null && offering === null && scamWarning === null) return null;
  return (
    <section className="notices" aria-label={words("portfolio:notices.title")}>
      <ScamWarning mark={scamWarning} />
      {banner === null ? null : (
        <div lang={banner.language}>
          <Note tone={banner.tone === "warning" ? "warn" : "info"}>
            <p>{keepWhole(banner.text)}</p>
            {banner.link === null ? null : (
              <a className="link" href={banner.link.href}>
                {keepWhole(banner.link.text)}
              </a>
            )}
          </Note>
        </div>
      )}
      {offering === null ? null : offering.layout === "new" ? (
        <ul className="offerings">
          {offering.items.map(({ key, title, text, target, language }) => (
            <li key={key} className="card card--pad gap8" lang={language}>
              <h2>{keepWhole(title)}</h2>
              <p className="mut">{keepWhole(text)}</p>
              <ButtonLink kind="soft" small href={target.href}>
                {keepWhole(target.text)}
              </ButtonLink>
            </li>
          ))}
        </ul>
      ) : (
        <ul className="offerlines">
          {offering.items.map(({ key, title, target, language }) => (
            <li key={key} lang={language}>
              <a className="link" href={target.href}>
                {keepWhole(title)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
