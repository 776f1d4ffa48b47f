import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** A list row that links to a page. It shows the page's name, with its purpose below. */
export function PlaceRow({
  href,
  icon,
  title,
  children,
}: {
  readonly href: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <li>
      <a className="item" href={href}>
        <span className="ava">{icon}</span>
        <span>
          <b>{title}</b>
          {children ? (
            <>
              <br />
              <small>{children}</small>
            </>
          ) : null}
        </span>
        <ChevronRight size={20} aria-hidden="true" />
      </a>
    </li>
  );
}
