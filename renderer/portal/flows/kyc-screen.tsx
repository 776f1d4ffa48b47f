import { FlowRunner } from "../../flow/flow-runner.tsx";
import { RequireSession } from "../parts/require-session.tsx";

/** The page for identity verification. */
export default function Kyc() {
  return (
    <RequireSession>
      <FlowRunner flow="kyc" home="/overview" />
    </RequireSession>
  );
}
