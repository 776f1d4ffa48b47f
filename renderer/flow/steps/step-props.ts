import type { Definition, Progress } from "../../../engine/flow/index.ts";
import type { View } from "../../kit/api/answers.ts";
import type { Submitted } from "../use-flow.ts";
import type { StepBody } from "../view.ts";

/** Props that a runner passes to every screen of the flow. */
export type StepProps = {
  readonly view: View;
  readonly definition: Definition;
  readonly progress: Progress;
  readonly busy: boolean;
  /** The function that the Back button calls, or the address that Back leads to. */
  readonly back: (() => void) | string | undefined;
  readonly submit: (step: string, body: StepBody) => Promise<Submitted | null>;
  readonly onTaken: (view: View) => void;
  /** Returns a function that opens the question of an answer; `null` if the answer may not be changed. */
  readonly changeStep: (step: string) => (() => void) | null;
  /** Called when a shown deadline has passed. */
  readonly onOver: () => void;
};
