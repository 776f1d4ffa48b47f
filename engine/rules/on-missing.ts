import type { OnMissing, Truth } from "./rule.ts";

/**
 * What a flow does with a rule's result: it continues, rejects, or stops the person at the step where they
 * can correct the answer.
 */
export type Ruling = "holds" | "fails" | "ask";

/**
 * Applies a rule's `onMissing` to the rule's result. Only the flow that uses a rule does this. Inside other
 * rules, an unknown result stays unknown.
 */
export function applyOnMissing(truth: Truth, onMissing: OnMissing): Ruling {
  if (truth !== "unknown") return truth ? "holds" : "fails";
  switch (onMissing) {
    case "allow":
      return "holds";
    case "ask":
      return "ask";
    case "refuse":
      return "fails";
  }
}
