import type { Definition } from "../../flow/definition.ts";
import { sourcesOf } from "../../flow/paths-read.ts";
import { rulesNamed, withReferences } from "../../flow/rules-named.ts";
import { formSchemaFile, hasForm } from "../../flow/step-kinds.ts";
import { successors, usesOf } from "../model/index.ts";
import type { Fault } from "./fault.ts";

/**
 * Checks that a flow uses everything that it names and every file in its folders. Also checks that people
 * pass the groups in order.
 */
export function checkUnused(definition: Definition, files: readonly string[]): readonly Fault[] {
  return [
    ...unread(definition),
    ...emptyGroups(definition),
    ...unusedFiles(definition, files),
    ...countedBack(definition),
  ];
}

/**
 * Reports schemas and rules in the flow's folders that no step names. People could think that such files are
 * in force.
 */
function unusedFiles(definition: Definition, files: readonly string[]): readonly Fault[] {
  const { flow } = definition;
  const forms = Object.entries(flow.steps).flatMap(([id, step]) =>
    hasForm(step) ? [formSchemaFile(flow.id, id, step)] : [],
  );
  const named = withReferences(
    definition,
    rulesNamed(definition).map(({ rule }) => rule),
  );
  const used = new Set([...forms, ...[...named].map((rule) => `flows/${flow.id}/rules/${rule}.json`)]);
  return files
    .filter((path) => path.startsWith(`schemas/${flow.id}/`) || path.startsWith(`flows/${flow.id}/rules/`))
    .filter((path) => !used.has(path))
    .map((file) => ({ file, pointer: "", says: { key: "unused-name", params: { name: file } } }));
}

/**
 * Reports switches, facts and derived values that nothing reads. The browser would get data that it does not
 * need.
 */
function unread(definition: Definition): readonly Fault[] {
  const { flow } = definition;
  const uses = usesOf(definition).filter(({ as }) => as !== "derived");
  const paths = uses.map(({ path }) => path.replace(/\?$/, ""));
  const { derived, facts } = sourcesOf(definition, paths);
  const inner = derived.flatMap((name) =>
    usesOf(definition).filter(({ pointer }) => pointer.startsWith(`/derived/${name}/`)),
  );
  const flags = [...paths, ...inner.map(({ path }) => path)].map((path) => path.split("."));
  const says = (name: string) => ({ key: "unused-name", params: { name } }) as const;
  return [
    ...flow.flags.flatMap((flag, index): Fault[] =>
      flags.some(([root, name]) => root === "flags" && name === flag)
        ? []
        : [{ pointer: `/flags/${index}`, says: says(flag) }],
    ),
    ...Object.keys(flow.facts)
      .filter((fact) => !facts.includes(fact))
      .map((fact): Fault => ({ pointer: `/facts/${fact}`, says: says(fact) })),
    ...Object.keys(flow.derived)
      .filter((name) => !derived.includes(name))
      .map((name): Fault => ({ pointer: `/derived/${name}`, says: says(name) })),
  ];
}

function emptyGroups({ flow }: Definition): readonly Fault[] {
  const used = new Set(Object.values(flow.steps).map(({ group }) => group));
  return (flow.groups ?? []).flatMap((group, index): Fault[] =>
    used.has(group)
      ? []
      : [{ pointer: `/groups/${index}`, says: { key: "unused-name", params: { name: group } } }],
  );
}

/** Reports a step whose group comes before the group of the preceding step. An end can be in any group. */
function countedBack(definition: Definition): readonly Fault[] {
  const { flow } = definition;
  const groups = flow.groups ?? [];
  const faults = new Map<string, Fault>();
  const at = (id: string) => groups.indexOf(flow.steps[id]?.group ?? "");
  for (const id of Object.keys(flow.steps))
    for (const next of successors(definition, id)) {
      if (flow.steps[next]?.kind === "end" || at(next) < 0 || at(next) >= at(id)) continue;
      faults.set(next, {
        pointer: `/steps/${next}/group`,
        says: {
          key: "group-backwards",
          params: {
            step: next,
            group: groups[at(next)] as string,
            before: id,
            earlier: groups[at(id)] as string,
          },
        },
      });
    }
  return [...faults.values()];
}
