import { Fragment } from "react";
import type { ContentBlock } from "../../kit/api/answers.ts";
import { keyed } from "../../kit/parts/keyed.ts";

/** A text of the public site as readers will see it. */
export function ContentBlocks({ blocks }: { readonly blocks: readonly ContentBlock[] }) {
  return (
    <div className="gap12">
      {keyed(blocks, ({ kind }) => kind).map(({ key, item: block }) => (
        <Fragment key={key}>{drawn(block)}</Fragment>
      ))}
    </div>
  );
}

function drawn(block: ContentBlock) {
  switch (block.kind) {
    case "paragraph":
      return <p className="prewrap">{block.text}</p>;
    case "heading":
      return block.level === 2 ? <h3>{block.text}</h3> : <h4>{block.text}</h4>;
    case "list": {
      const items = block.items.map((item) => <li key={item}>{item}</li>);
      return block.ordered ? <ol className="bullets">{items}</ol> : <ul className="bullets">{items}</ul>;
    }
    case "quote":
      return (
        <blockquote>
          <p>{block.text}</p>
          {block.by === null ? null : <footer className="small">{block.by}</footer>}
        </blockquote>
      );
    case "image":
      return (
        <figure>
          <img className="contentthumb" src={block.picture.src} alt={block.picture.alt} />
          {block.caption === null ? null : <figcaption className="small">{block.caption}</figcaption>}
        </figure>
      );
    case "link":
      return (
        <p>
          <a className="link" href={block.href}>
            {block.text}
          </a>
        </p>
      );
    case "table":
      return (
        <table className="contenttable">
          <caption className="small">{block.caption}</caption>
          <thead>
            <tr>
              {block.head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {block.rows.map((row) => (
              <tr key={row.join("|")}>
                {row.map((cell, column) => (
                  <td key={block.head[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}
