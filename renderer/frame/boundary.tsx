import { Component, Fragment, type ReactNode } from "react";
import { ErrorState } from "../kit/parts/states.tsx";

type Props = {
  /** The place that is shown; another one is drawn afresh. */
  readonly at: string;
  readonly children: ReactNode;
};

/** So many faults of a moved page in a second are drawn again; more of them are a fault of ours. */
const MOST_ROUNDS = 3;

/**
 * Keeps a fault of one part from emptying the page: says so, and tries again on demand. A browser that translates the page moves
 * text away from React; then the part is drawn again at once, and drafts bring back what was typed.
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

  // Not a `key` on the boundary: that would draw the old page once more while the next one is on its way.
  override componentDidUpdate(before: Props) {
    if (before.at !== this.props.at && this.state.error !== null) this.setState({ error: null });
  }

  override render() {
    if (this.state.error === null) return <Fragment key={this.state.round}>{this.props.children}</Fragment>;
    return (
      <main className="narrow">
        {/* A module that could not be fetched stays failed in the browser; only a new load asks for it again. */}
        <ErrorState error={this.state.error} retry={() => location.reload()} />
      </main>
    );
  }
}

/** What the DOM says when a node is no longer where React put it. */
function isMovedByTranslation(error: unknown): boolean {
  return error instanceof DOMException && error.name === "NotFoundError";
}
