import { FlowRunner } from "../../flow/flow-runner.tsx";
import { RequireSession } from "../parts/require-session.tsx";

/** Setting a PIN. */
export default function Pin() {
  return (
    <RequireSession>
      <FlowRunner flow="pin" home="/overview" />
    </RequireSession>
  );
}
