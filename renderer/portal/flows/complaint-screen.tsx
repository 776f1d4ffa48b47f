import { FlowRunner } from "../../flow/flow-runner.tsx";

/** The complaint form, open to everyone. */
export default function Complaint() {
  return <FlowRunner flow="complaint" home="/" />;
}
