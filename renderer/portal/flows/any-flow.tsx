import { useParams } from "@tanstack/react-router";
import { FlowRunner } from "../../flow/flow-runner.tsx";

/** Any flow without a page of its own, so that a new one runs as soon as it is published. */
export default function AnyFlow() {
  const { flow } = useParams({ strict: false }) as { flow: string };
  return <FlowRunner key={flow} flow={flow} home="/" />;
}
