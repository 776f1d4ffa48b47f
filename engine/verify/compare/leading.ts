import { assumptionsOf } from "../../flow/assumptions.ts";
import type { Definition } from "../../flow/definition.ts";
import type { Step } from "../../flow/flow-file.ts";
import { conditionKey, ruleSetOf } from "../../flow/rule-set.ts";
import { nextOf } from "../../flow/step-kinds.ts";
import type { Expression } from "../../rules/expression.ts";
import { checkProgram } from "../../rules/program.ts";
import type { OnMissing } from "../../rules/rule.ts";
import {
  assumedAbout,
  assumedExpression,
  createSpace,
  type DomainOf,
  type Node,
  pathsRead,
  possibleIn,
  referencesOf,
  type Space,
  sampledWhy,
  type Why,
  whyNot,
} from "../model/index.ts";
import type { OrdinaryValues } from "../witness/index.ts";
import { type ChangedClass, changedClasses } from "./changed-classes.ts";
import { schemaUnder } from "./either-version.ts";
import { labelled, renamed } from "./labelled.ts";

/** The people who are led to another step, or the reason why this is undecided. */
export type Leading = { readonly leads: readonly ChangedClass[]; readonly unknown: Why | null };

/** Compares where a step leads. All steps of both versions share one space. */
export function leadingOf(
  before: Definition,
  after: Definition,
  domainOf: DomainOf,
  ordinary: OrdinaryValues | null = null,
): (step: string) => Leading {
  const versions = [
    { definition: before, label: "before " },
    { definition: after, label: "after " },
  ].map(({ definition, label }) => {
    const { program } = checkProgram(ruleSetOf(definition));
    const inline = new Map(program.conditions.map(({ key, logic }) => [key, renamed(logic, label)]));
    return { definition, label, rules: labelled(program.rules, label), inline };
  });
  const conditionOf = (
    version: (typeof versions)[number],
    step: string,
    index: number,
  ): Expression | undefined => {
    const when = nextOf(version.definition.flow.steps[step] as Step)[index]?.when;
    if (typeof when === "string") return { op: "rule", id: version.label + when, type: { kind: "boolean" } };
    return version.inline.get(conditionKey(step, index));
  };
  const conditionsAt = (step: string): readonly Expression[] =>
    versions.flatMap((version) =>
      nextOf(version.definition.flow.steps[step] as Step).flatMap(
        (_, index) => conditionOf(version, step, index) ?? [],
      ),
    );
  const destination = (space: Space, version: (typeof versions)[number], step: string): Node => {
    const next = nextOf(version.definition.flow.steps[step] as Step);
    return next.reduceRight<Node>((rest, entry, index) => {
      const condition = conditionOf(version, step, index);
      if (condition === undefined) return space.diagrams.leaf(entry.to);
      const rule = typeof entry.when === "string" ? version.definition.rules[entry.when] : undefined;
      return choosing(space, space.diagramOf(condition), rule?.onMissing, {
        yes: space.diagrams.leaf(entry.to),
        no: rest,
      });
    }, space.diagrams.leaf(null));
  };
  return (step) => {
    const [old, now] = versions as [(typeof versions)[number], (typeof versions)[number]];
    try {
      const expressions = conditionsAt(step);
      const rules = [...old.rules, ...now.rules];
      const places = pathsRead(expressions, referencesOf(rules));
      const assumed = [old, now].map(({ definition, label }) =>
        assumedAbout(assumptionsOf(definition), places).map(({ id, fact }) => ({ id: label + id, fact })),
      );
      const space = createSpace({
        rules,
        expressions: [...expressions, ...assumed.flat().map(assumedExpression)],
        domainOf,
      });
      const left = destination(space, old, step);
      const right = destination(space, now, step);
      const under = schemaUnder(before, after);
      const possible = assumed.map((one) => possibleIn(space, one, under)).reduce(space.diagrams.either);
      const leads = changedClasses(space, left, right, {
        possible,
        read: space.levelsRead(expressions),
        ordinary,
      });
      return { leads, unknown: leads.length > 0 ? null : sampledWhy(space, expressions) };
    } catch (error) {
      return { leads: [], unknown: whyNot(error) };
    }
  };
}

/**
 * Returns a diagram of the step that follows: the branch `yes` if the condition holds, otherwise `no`. If the
 * condition is unknown, `onMissing` decides. With `ask`, the flow may return the person to an earlier form,
 * so `ask` gives a result of its own.
 */
function choosing(
  { diagrams }: Space,
  condition: Node,
  onMissing: OnMissing | undefined,
  branches: { readonly yes: Node; readonly no: Node },
): Node {
  const asks = diagrams.leaf("asked again where it can be mended");
  const unknown = onMissing === "allow" ? branches.yes : onMissing === "ask" ? asks : branches.no;
  const isUnknown = diagrams.where(condition, undefined);
  return diagrams.choose(
    isUnknown,
    unknown,
    diagrams.choose(diagrams.where(condition, true), branches.yes, branches.no),
  );
}
