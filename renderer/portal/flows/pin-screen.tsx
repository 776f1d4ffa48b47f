import { FlowRunner } from "../../flow/flow-runner.tsx";
import { RequireSession } from "../parts/require-session.tsx";

/** The page on which a person sets a PIN. */
export default function Pin() {
  return (
    <RequireSession>
      <FlowRunner flow="pin" home="/overview" />
    </RequireSession>
  );
}
