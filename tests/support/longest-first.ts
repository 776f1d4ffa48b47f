import { BaseSequencer, type TestSpecification } from "vitest/node";
import { isSlow } from "./slow-tests.ts";

/**
 * Starts the slow files first. If they started last, they would keep one worker busy while the others are
 * idle.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const group = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const rank = (file: TestSpecification) => (isSlow(file.moduleId) ? 0 : 1);
    return sorted
      .map((file, at) => ({ file, at }))
      .sort((a, b) => group(a.file) - group(b.file) || rank(a.file) - rank(b.file) || a.at - b.at)
      .map(({ file }) => file);
  }
}
