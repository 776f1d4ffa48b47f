import { Component, type ReactNode } from "react";
import { ErrorState } from "../kit/parts/states.tsx";

type Props = {
  /** The place that is shown; another one is drawn afresh. */
  readonly at: string;
  readonly children: ReactNode;
};

/** Keeps a fault of one part from emptying the page: says so, and tries again on demand. */
export class Boundary extends Component<Props, { readonly error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  // Not a `key` on the boundary: that would draw the old page once more while the next one is on its way.
  override componentDidUpdate(before: Props) {
    if (before.at !== this.props.at && this.state.error !== null) this.setState({ error: null });
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return (
      <main className="narrow">
        {/* A module that could not be fetched stays failed in the browser; only a new load asks for it again. */}
        <ErrorState error={this.state.error} retry={() => location.reload()} />
      </main>
    );
  }
}
