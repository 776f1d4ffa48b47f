import type { Definition } from "../../flow/definition.ts";
import { argsOf, isByRule } from "../../flow/derived-call.ts";
import { withReferences } from "../../flow/rules-named.ts";
import { logicsOf, readsOf } from "../../rules/reads-of.ts";
import type { Logic, Path } from "../../rules/rule.ts";
import type { Why } from "../model/index.ts";
import { alike } from "./either-version.ts";

/**
 * Returns why an unchanged rule or condition may give another result: the meaning of something that it reads
 * has changed.
 */
export type ReadOtherwise = {
  readonly byRule: (rule: string) => Why | null;
  readonly byLogic: (logic: Logic) => Why | null;
};

/**
 * Finds data paths that keep their name but have another meaning in the newer version. Examples are a fact
 * with other arguments, and a derived value with another function or other arguments. A rule that reads such
 * a data path counts as changed, even if its file has not changed.
 */
export function readOtherwise(before: Definition, after: Definition): ReadOtherwise {
  const known = new Map<Path, boolean>();
  const isOther = (path: Path): boolean => {
    const [root = "", name = ""] = path.split(".");
    if (root !== "facts" && root !== "derived") return false;
    const place = `${root}.${name}`;
    const found = known.get(place);
    if (found !== undefined) return found;
    known.set(place, false);
    const other = root === "facts" ? isOtherFact(name) : isOtherValue(name);
    known.set(place, other);
    return other;
  };
  const isMoved = (from: Path, to: Path): boolean => from !== to || isOther(to);
  const isOtherFact = (name: string): boolean => {
    const [old, now] = [before.flow.facts[name], after.flow.facts[name]];
    if (old === undefined || now === undefined) return false;
    const names = Object.keys(old);
    if (!alike([...names].sort(), Object.keys(now).sort())) return true;
    return names.some((arg) => isMoved(old[arg] as Path, now[arg] as Path));
  };
  const isOtherValue = (name: string): boolean => {
    const [old, now] = [before.flow.derived[name], after.flow.derived[name]];
    if (old === undefined || now === undefined) return false;
    if (isByRule(old) || isByRule(now)) {
      // Another part of the comparison reports changes inside the rule.
      return !isByRule(old) || !isByRule(now) || old.rule !== now.rule || byRule(now.rule) !== null;
    }
    const [from, to] = [argsOf(old), argsOf(now)];
    const isSameCall = alike({ ...old, args: [], join: [] }, { ...now, args: [], join: [] });
    return !isSameCall || from.length !== to.length || from.some((path, at) => isMoved(path, to[at] as Path));
  };
  const byLogic = (logic: Logic): Why | null => {
    const place = readsOf(logic).find(isOther);
    return place === undefined ? null : { key: "why.reads-otherwise", params: { path: place } };
  };
  const byRule = (id: string): Why | null => {
    for (const one of withReferences(after, [id])) {
      const rule = after.rules[one];
      for (const logic of rule === undefined ? [] : logicsOf(rule)) {
        const why = byLogic(logic);
        if (why !== null) return why;
      }
    }
    return null;
  };
  return { byRule, byLogic };
}
