import type { ButtonHTMLAttributes, ReactNode } from "react";

/** The emphasis of a button. A screen has only one `main` button. */
export type ButtonKind = "main" | "line" | "soft" | "danger" | "plain";

type Look = { readonly kind?: ButtonKind; readonly wide?: boolean; readonly small?: boolean };

/** A button. While `busy` it keeps its size and place, shows a spinner and ignores clicks. */
export function Button({
  kind = "line",
  wide,
  small,
  busy,
  children,
  ...rest
}: Look & { readonly busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ kind, wide: wide ?? false, small: small ?? false })}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy ? <span className="spin" aria-hidden="true" /> : null}
      {/*
        The element around the label lets React insert the spinner safely: browser translation moves text
        nodes away from React.
      */}
      <span className="btnlabel">{children}</span>
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = "line",
  wide,
  small,
  href,
  children,
}: Look & { readonly href: string; readonly children: ReactNode }) {
  return (
    <a className={buttonClass({ kind, wide: wide ?? false, small: small ?? false })} href={href}>
      {children}
    </a>
  );
}

function buttonClass({ kind, wide, small }: { kind: ButtonKind; wide: boolean; small: boolean }): string {
  return ["btn", kind === "plain" ? "" : `btn--${kind}`, wide ? "btn--wide" : "", small ? "btn--small" : ""]
    .filter(Boolean)
    .join(" ");
}
