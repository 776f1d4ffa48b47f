import { Inbox, type LucideIcon, RotateCcw, TriangleAlert, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { ApiError, type ApiFailure, failureText } from "../api/client.ts";
import { useText } from "../text/i18n.ts";
import { Button, ButtonLink } from "./button.tsx";

/** A grey placeholder in the shape of the content. Sizes are CSS lengths. */
export function Skeleton({
  width = "100%",
  height = "1.2em",
}: {
  readonly width?: string;
  readonly height?: string;
}) {
  return <div className="skel" style={{ width, height }} aria-hidden="true" />;
}

/** The placeholder of a form or list while it loads. Screen readers announce it once. */
export function LoadingShape({ rows = 3 }: { readonly rows?: number }) {
  const words = useText();
  return (
    <div translate="no" role="status" aria-live="polite">
      <span className="sr">{words("common:loading.short")}</span>
      <div className="gap16">
        <Skeleton width="70%" height="28px" />
        {[...Array(rows).keys()].map((row) => (
          <div key={row} className="gap8">
            <Skeleton width="38%" height="18px" />
            <Skeleton height="48px" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The message in an empty list: what the list will show, and how to start. */
export function EmptyState({
  title,
  heading: Heading = "h2",
  icon: Icon = Inbox,
  children,
  action,
}: {
  readonly title: string;
  /** Heading level: `h1` if the message is the only content of the screen. */
  readonly heading?: "h1" | "h2";
  /** An icon for the kind of entries that the list will show. */
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
  readonly action?:
    | { readonly href: string; readonly label: string }
    | { readonly onPress: () => void; readonly label: string };
}) {
  return (
    <section className="card panel">
      <span className="ava">
        <Icon size={22} aria-hidden="true" />
      </span>
      <Heading tabIndex={Heading === "h1" ? -1 : undefined}>{title}</Heading>
      <p className="mut">{children}</p>
      {action === undefined ? null : "href" in action ? (
        <ButtonLink kind="main" wide href={action.href}>
          {action.label}
        </ButtonLink>
      ) : (
        <Button wide onClick={action.onPress}>
          {action.label}
        </Button>
      )}
    </section>
  );
}

/**
 * An error message with a retry button. The message says that nothing was lost. `error` is an `ApiError`, a
 * failure or any thrown value.
 */
export function ErrorState({ error, retry }: { readonly error: unknown; readonly retry?: () => void }) {
  const words = useText();
  const failure: ApiFailure | null =
    error instanceof ApiError ? error.failure : isFailure(error) ? error : null;
  const offline = failure?.kind === "offline";
  const Icon = offline ? WifiOff : TriangleAlert;
  return (
    <section translate="no" className="card panel" role="alert">
      <span className="ava ava--warn">
        <Icon size={22} aria-hidden="true" />
      </span>
      <h2>{words(offline ? "common:offline.title" : "common:error.title")}</h2>
      <p className="mut">{failure ? failureText(failure, words) : words("common:error.generic")}</p>
      {retry ? (
        <Button wide onClick={retry}>
          <RotateCcw size={18} aria-hidden="true" /> {words("button:retry")}
        </Button>
      ) : null}
      {failure?.kind === "refused" && failure.requestId ? (
        <p translate="no" className="small code">
          {words("common:error.reference", { id: failure.requestId.slice(0, 8) })}
        </p>
      ) : null}
    </section>
  );
}

function isFailure(error: unknown): error is ApiFailure {
  return typeof error === "object" && error !== null && "kind" in error;
}
