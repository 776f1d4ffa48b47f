import { Component, Fragment, type ReactNode } from "react";
import { ErrorState } from "../kit/parts/states.tsx";

type Props = {
  /** Identifies the current page. When it changes, the boundary re-renders from scratch. */
  readonly at: string;
  readonly children: ReactNode;
};

/**
 * Maximum number of re-renders per second after translation faults. A higher number means that our own code
 * is at fault.
 */
const MOST_ROUNDS = 3;

/**
 * Catches an error in one part, so that the rest of the page stays visible, and shows a message with a retry
 * button. If browser translation moved text nodes away from React, the part is re-rendered at once, and
 * drafts restore the input.
 */
export class Boundary extends Component<Props, { readonly error: unknown; readonly round: number }> {
  override state = { error: null as unknown, round: 0 };
  private rounds = 0;

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!isMovedByTranslation(error) || this.rounds >= MOST_ROUNDS) return;
    this.rounds += 1;
    setTimeout(() => {
      this.rounds -= 1;
    }, 1000);
    this.setState(({ round }) => ({ error: null, round: round + 1 }));
  }

  // A changed `key` could also clear the error. But a new key would render the old page again while the next
  // page loads.
  override componentDidUpdate(before: Props) {
    if (before.at !== this.props.at && this.state.error !== null) this.setState({ error: null });
  }

  override render() {
    if (this.state.error === null) return <Fragment key={this.state.round}>{this.props.children}</Fragment>;
    return (
      <main className="narrow">
        {/*
          A module that failed to load stays failed in the browser. Only a reload of the page requests it
          again.
        */}
        <ErrorState error={this.state.error} retry={() => location.reload()} />
      </main>
    );
  }
}

/** Whether the error comes from a DOM node that is no longer where React put it. */
function isMovedByTranslation(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}
