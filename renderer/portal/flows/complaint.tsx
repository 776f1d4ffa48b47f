import { FlowRunner } from "../../flow/flow-runner.tsx";

/** A complaint, open to everybody. */
export default function Complaint() {
  return <FlowRunner flow="complaint" home="/" />;
}
