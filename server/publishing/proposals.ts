import { createDeciding } from "./decide.ts";
import { createJudging, type ProposalsDeps } from "./judging.ts";
import type { Proposals } from "./proposal-types.ts";
import { createProposing } from "./propose.ts";

/** Opens the desk where versions are proposed and decided. */
export function createProposals(deps: ProposalsDeps): Proposals {
  const judging = createJudging(deps);
  return { ...createProposing(deps, judging), ...createDeciding(deps, judging) };
}
