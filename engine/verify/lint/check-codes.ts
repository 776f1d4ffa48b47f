import type { Definition } from "../../flow/definition.ts";
import type { ChallengeStep } from "../../flow/flow-file.ts";
import { fieldsOf } from "../../flow/form-schema.ts";
import { tradeOf } from "../../flow/trade.ts";
import { isShownBy } from "../model/index.ts";
import type { Fault } from "./fault.ts";
import { fieldKindOf } from "./names.ts";

/**
 * Checks codes that go to a typed address. The address must be an answer with the channel's format, and the
 * review that the code binds must show it.
 */
export function checkCodes(definition: Definition): readonly Fault[] {
  return Object.entries(definition.flow.steps).flatMap(([id, step]) => {
    if (step.kind !== "challenge") return [];
    const sent = step.to === undefined ? [] : faultsOf(definition, id, step, step.to);
    return [...sent, ...letterFaults(definition, id, step)];
  });
}

/**
 * Reports values that the message with a code contains but the review did not show. The code confirms only
 * what the review showed.
 */
function letterFaults(
  definition: Definition,
  id: string,
  { challenge, binds, letter = [] }: ChallengeStep,
): readonly Fault[] {
  const review = definition.flow.steps[binds];
  if (review?.kind !== "review") return [];
  return letter.flatMap((path, index) =>
    challenge === "otp" && isShownBy(review, path)
      ? []
      : [
          {
            pointer: `/steps/${id}/letter/${index}`,
            says: { key: "code-letter-unseen", params: { step: id, path, review: binds } },
          },
        ],
  );
}

function faultsOf(
  definition: Definition,
  id: string,
  { challenge, binds, channel = "email" }: ChallengeStep,
  path: string,
): readonly Fault[] {
  const pointer = `/steps/${id}/to`;
  const [root, from = "", name, ...deeper] = path.split(".");
  const field = fieldsOf(definition.schemas[from] ?? {}).find((one) => one.name === name);
  const fits =
    challenge === "otp" &&
    root === "answers" &&
    deeper.length === 0 &&
    field !== undefined &&
    fieldKindOf(field.schema) === tradeOf(definition).addresses?.[channel];
  if (!fits) return [{ pointer, says: { key: "code-to-misfit", params: { step: id, path, channel } } }];
  const review = definition.flow.steps[binds];
  // Another check reports a challenge that binds no review.
  if (review?.kind !== "review" || isShownBy(review, path)) return [];
  return [{ pointer, says: { key: "code-to-unseen", params: { step: id, path, review: binds } } }];
}
