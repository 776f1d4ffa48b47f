import type { Definition } from "../flow/definition.ts";
import { pathsOfDerived, sourcesOf } from "../flow/paths-read.ts";
import type { Path } from "../rules/rule.ts";

/** Answers that decide what some places say: themselves, or through derived values and what facts are asked with. */
export function answersBehind(definition: Definition, paths: readonly Path[]): readonly Path[] {
  const { facts, derived } = sourcesOf(definition, paths);
  const behind = [
    ...paths,
    ...derived.flatMap((name) => pathsOfDerived(definition, name)),
    ...facts.flatMap((fact) => Object.values(definition.flow.facts[fact] ?? {})),
  ];
  return [...new Set(behind)].filter((path) => path.startsWith("answers."));
}
