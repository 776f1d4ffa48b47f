import en from "../../locales/en/startup.json" with { type: "json" };
import th from "../../locales/th/startup.json" with { type: "json" };

const TEXTS = { th, en };

/**
 * The page shown when the server's texts cannot be loaded. Its text is part of the code and is shown in both
 * languages, because the person's language is unknown.
 */
export function Broken() {
  return (
    <main className="still">
      {Object.entries(TEXTS).map(([language, words]) => (
        <section key={words.title} lang={language}>
          <h1>{words.title}</h1>
          <p className="mut">{words.text}</p>
        </section>
      ))}
      <button type="button" className="btn btn--main" onClick={() => location.reload()}>
        {th.retry} · <span lang="en">{en.retry}</span>
      </button>
    </main>
  );
}
