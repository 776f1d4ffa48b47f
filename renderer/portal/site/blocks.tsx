import type { ReactNode } from "react";
import { keyed } from "../../kit/parts/keyed.ts";
import { thaiPhrases } from "../../kit/parts/phrases.tsx";
import { ScrollSection } from "../../kit/parts/scroll-section.tsx";
import type { Site } from "./site.ts";
import type { SiteBlock, SitePicture } from "./site-data.ts";

/** Running text, with one element for each block. */
export function Blocks({
  of,
  site,
  under = 2,
}: {
  readonly of: readonly SiteBlock[];
  readonly site: Site;
  /** Level of the heading above the text. The text's own headings are lower. */
  readonly under?: 1 | 2;
}) {
  // A text may have only small headings. Their levels then start one level higher, so that no heading level
  // is skipped.
  const most = of.some((block) => block.kind === "heading" && block.level === 2) ? 2 : 3;
  return keyed(of, (block) => block.kind).map(({ key, item: block }) => (
    <BlockOf key={key} block={block} site={site} under={under} most={most} />
  ));
}

function BlockOf({
  block,
  site,
  under,
  most,
}: {
  readonly block: SiteBlock;
  readonly site: Site;
  readonly under: 1 | 2;
  /** Level of the text's largest heading. */
  readonly most: 2 | 3;
}) {
  switch (block.kind) {
    case "paragraph":
      return <p>{said(site, block.text)}</p>;
    case "heading": {
      const Heading = `h${block.level - most + under + 1}` as "h2" | "h3" | "h4";
      return <Heading>{said(site, block.text)}</Heading>;
    }
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List>
          {block.items.map((item) => (
            <li key={item}>{said(site, item)}</li>
          ))}
        </List>
      );
    }
    case "quote":
      return (
        <figure className="saying">
          <blockquote>{said(site, block.text)}</blockquote>
          {block.by === null ? null : <figcaption>{block.by}</figcaption>}
        </figure>
      );
    case "image":
      return (
        <figure>
          <PictureOf of={block.picture} sizes="(min-width: 720px) 672px, 100vw" />
          {block.caption === null ? null : <figcaption>{block.caption}</figcaption>}
        </figure>
      );
    case "link":
      return (
        <p>
          <a href={site.to(block.href)}>{block.text}</a>
        </p>
      );
    case "table":
      return <TableBlock of={block} />;
  }
}

function TableBlock({ of }: { readonly of: Extract<SiteBlock, { kind: "table" }> }) {
  return (
    <TableBox label={of.caption}>
      <table className={of.head.length > 3 ? "stack" : undefined}>
        <caption>{of.caption}</caption>
        <thead>
          <tr>
            {of.head.map((cell) => (
              <th key={cell} scope="col">
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row) => (
            <tr key={row.join("|")}>
              {row.map((cell, at) =>
                at === 0 ? (
                  <th key={of.head[at]} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={of.head[at]} data-label={of.head[at]}>
                    {cell}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** A picture with the widths in which it is available. */
export function PictureOf({ of, sizes }: { readonly of: SitePicture; readonly sizes: string }) {
  const srcSet = of.srcset.map(({ src, width }) => `${src} ${width}w`).join(", ");
  return (
    <img
      src={of.src}
      {...(srcSet === "" ? {} : { srcSet, sizes })}
      alt={of.alt}
      width={of.width}
      height={of.height}
      loading="lazy"
      decoding="async"
    />
  );
}

/** Returns a sentence whose Thai phrases do not break across lines. */
export function said(site: Site, text: string) {
  return site.language === "th" ? thaiPhrases(text) : text;
}

/** A table that may be wider than a phone. It scrolls inside its box, also by keyboard. */
export function TableBox({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <ScrollSection className="tablebox" label={label}>
      {children}
    </ScrollSection>
  );
}
