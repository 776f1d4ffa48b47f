import type { ReactNode } from "react";

/** A section of the page “My information”, with a button that changes its data. */
export function Part({
  title,
  change,
  children,
}: {
  readonly title: string;
  readonly change: { readonly href: string; readonly label: string } | null;
  readonly children: ReactNode;
}) {
  return (
    <section className="card card--pad gap16">
      <h2>{title}</h2>
      {children}
      {change === null ? null : (
        <a className="btn btn--line" href={change.href}>
          {change.label}
        </a>
      )}
    </section>
  );
}
