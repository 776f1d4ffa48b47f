import { Component, type ReactNode } from "react";
import { ErrorState } from "../parts/states.tsx";

/** Keeps a fault of one part from emptying the page: says so, and tries again on demand. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: null as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
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
