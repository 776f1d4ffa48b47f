import { trade } from "../../../domain/index.ts";
import { type Definition, LANGUAGES } from "../../../engine/flow/index.ts";
import { conditionKey, ruleSetOf } from "../../../engine/flow/rule-set.ts";
import { targetsOf } from "../../../engine/flow/step-kinds.ts";
import { checkProgram } from "../../../engine/rules/index.ts";
import { errorAt } from "../../../engine/rules/report.ts";
import type { Finding } from "../../../engine/rules/rule.ts";
import type { Json } from "../../../engine/values/json.ts";
import {
  looseEnds,
  type Names,
  unknownNames,
  verified,
  withCauses,
} from "../../../engine/verify/lint/index.ts";
import { atlasOf } from "../../../engine/verify/paths/index.ts";
import { prove, rulesIn } from "../../../engine/verify/prove/index.ts";
import { ruleBookOf } from "../../../engine/verify/rule-book/index.ts";
import { readOrdinary } from "../../../engine/verify/witness/index.ts";
import { namingOf, sentenceOf, spoken, type Words } from "../../../engine/verify/words/index.ts";
import names from "../../../schemas/names.json" with { type: "json" };
import type { Answer, Question, Texts, WayOn } from "./messages.ts";

const NAMES: Names = names;

type Part = Answer extends infer One
  ? One extends { readonly id: number }
    ? Omit<One, "id">
    : never
  : never;

/**
 * All that the engine knows about a draft, in the order in which somebody who edits wants it: what is wrong as it stands,
 * what is proved, who goes which way. Between the parts another question may come.
 */
export function* studied({ flow, files, wants }: Omit<Question, "id">): Generator<Part> {
  const { source, broken } = parsed(flow, files);
  const read = verified(source, trade);
  const loose =
    read.kind === "sound"
      ? looseEnds(read.definition, source, NAMES)
      : read.definition === null
        ? []
        : unknownNames(read.definition, NAMES);
  const found = withCauses([...broken, ...read.findings, ...loose], read.definition);
  const sound = read.kind === "sound" && broken.length === 0;
  yield {
    stage: "read",
    definition: read.definition,
    ways: read.definition === null ? [] : waysOf(read.definition),
    findings: found.map(spoken),
    sound,
  };
  if (read.kind === "unsound" || broken.length > 0) return;
  // Sentences are there before the proof, and stay the same whatever it says.
  if (wants === "rules") yield { stage: "rules", rules: ruleBookOf([read.definition]) };
  const begun = performance.now();
  const ordinary = readOrdinary(source.files);
  const proved = prove(read.definition, { fileOf: rulesIn(source), ordinary });
  yield {
    stage: "proof",
    findings: withCauses([...found, ...proved], read.definition).map(spoken),
    ms: Math.ceil(performance.now() - begun),
    isLast: wants === "rules",
  };
  if (wants === "rules") return;
  yield { stage: "paths", classes: atlasOf(read.definition, { ordinary }).classes };
}

function parsed(flow: string, files: Texts) {
  const broken: Finding[] = [];
  const content: { [path: string]: Json } = {};
  for (const [file, text] of Object.entries(files))
    try {
      content[file] = JSON.parse(text) as Json;
    } catch (error) {
      const says = { key: "not-json", params: { message: (error as Error).message } } as const;
      broken.push(errorAt({ file, pointer: "" }, says));
    }
  return { source: { flow, files: content }, broken };
}

function waysOf(definition: Definition): readonly WayOn[] {
  const { steps } = definition.flow;
  const naming = namingOf(definition);
  const { program } = checkProgram(ruleSetOf(definition));
  const checked = new Map(program.conditions.map(({ key, logic }) => [key, logic]));
  return Object.entries(steps).flatMap(([from, step]) =>
    targetsOf(from, step).map(({ to, how, pointer }): WayOn => {
      const at = /\/next\/(\d+)\/to$/.exec(pointer)?.[1];
      const entry = at === undefined || step.kind === "end" ? undefined : step.next[Number.parseInt(at, 10)];
      return { from, to, how, when: whenOf(entry?.when, at === undefined ? -1 : Number.parseInt(at, 10)) };

      function whenOf(when: Json | undefined, index: number): Words | null {
        if (when === undefined) return null;
        if (typeof when === "string") {
          const [th = "", en = ""] = LANGUAGES.map((language) => naming.rule(when, language));
          return { th, en };
        }
        const logic = checked.get(conditionKey(from, index));
        return logic === undefined ? null : sentenceOf(logic, naming);
      }
    }),
  );
}
