import { FlowRunner } from "../../flow/flow-runner.tsx";

/** The page of the complaint form, which is open to everyone. */
export default function Complaint() {
  return <FlowRunner flow="complaint" home="/" />;
}
