import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { ButtonLink } from "../../kit/parts/button.tsx";
import { TaskPage } from "../../kit/parts/pages.tsx";

type Lead = { readonly href: string; readonly label: string };

/**
 * Shows whether an e-mailed link worked or is not valid, and links to the pages that the person may need
 * next.
 */
export function LinkOutcome({
  title,
  good,
  heading,
  main,
  other,
  children,
}: {
  readonly title: string;
  readonly good: boolean;
  readonly heading: string;
  readonly main: Lead;
  readonly other?: Lead;
  readonly children?: ReactNode;
}) {
  const Sign = good ? CircleCheck : CircleX;
  return (
    <TaskPage
      title={title}
      close="/"
      dock={
        <>
          <ButtonLink kind="main" wide href={main.href}>
            {main.label}
          </ButtonLink>
          {other === undefined ? null : (
            <ButtonLink kind="plain" wide href={other.href}>
              {other.label}
            </ButtonLink>
          )}
        </>
      }
    >
      <span className={good ? "ava ava--round ava--gain" : "ava ava--round ava--warn"}>
        <Sign size={26} aria-hidden="true" />
      </span>
      <h1 tabIndex={-1}>{heading}</h1>
      {children === undefined ? null : (
        <p className="mut" role="status">
          {children}
        </p>
      )}
    </TaskPage>
  );
}
