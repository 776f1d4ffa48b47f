import { t, textTree, useText } from "../../text/i18n.ts";

/** A legal text as it stands in `locales/<language>/legal.json`, whatever its parts: headings, paragraphs, lists. */
export function LegalText({
  document,
  under = 2,
}: {
  readonly document: string;
  /** Level of the heading that it stands under. */
  readonly under?: 1 | 2;
}) {
  const words = useText();
  const tree = textTree(`legal:${document}`);
  return tree === null ? (
    <p>{words("common:legal.missing")}</p>
  ) : (
    <div className="legal">{drawn(tree, "", under + 1)}</div>
  );
}

/** Title of a legal text. */
export function legalTitle(document: string, words: (key: string) => string): string {
  const tree = textTree(`legal:${document}`);
  const title = typeof tree === "object" && tree !== null ? (tree as { title?: unknown }).title : null;
  return typeof title === "string" ? title : words("common:legal.title");
}

function drawn(tree: unknown, path: string, level: number): React.ReactNode {
  if (typeof tree === "string")
    return tree
      .split(/\n{1,}/)
      .map((paragraph) => <p key={`${path}${paragraph.slice(0, 40)}`}>{paragraph}</p>);
  if (Array.isArray(tree)) return tree.map((part, at) => drawn(part, `${path}${at}.`, level));
  if (typeof tree !== "object" || tree === null) return null;
  const { title, heading, version, ...rest } = tree as Record<string, unknown>;
  const head = path === "" ? heading : (title ?? heading);
  const Heading = (["h2", "h3", "h4"] as const)[Math.min(level, 4) - 2] ?? "h4";
  return (
    <section key={path}>
      {typeof head === "string" ? <Heading>{head}</Heading> : null}
      {typeof version === "string" ? <p className="small">{t("common:legal.version", { version })}</p> : null}
      {Object.entries(rest).map(([name, part]) =>
        drawn(part, `${path}${name}.`, path === "" ? level : level + 1),
      )}
    </section>
  );
}
