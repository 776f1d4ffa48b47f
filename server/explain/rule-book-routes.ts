import type { RulePage } from "../../engine/verify/rule-book/index.ts";
import type { ConditionText } from "../../engine/verify/words/index.ts";
import type { Definitions } from "../definitions/index.ts";
import { type App, AppError, call, eitherOf, FLAG, inputOf, staff, TEXT } from "../http/index.ts";
import { RuleBook, RuleList, WholeRule } from "./rule-book-answers.ts";
import { createCurrentBook } from "./rule-book-runner.ts";
import { createRuleHistory } from "./rule-history.ts";

const RULE = inputOf({ id: { ...TEXT, pattern: "^[a-z][a-z0-9-]{0,120}$" } });
const WHOLE = inputOf({ "whole?": FLAG });
const TAGS = ["definitions"];
const READERS = ["compliance", "operations", "support"] as const;

/**
 * Registers the rule book of the published flows for staff: every rule in sentences of both languages, and
 * the authors and approvers of its versions. `nameOf` returns a colleague's name.
 */
export function ruleBookRoutes(
  app: App,
  definitions: Pick<Definitions, "current" | "flows" | "get" | "list">,
  deps: { readonly nameOf: (personId: string) => Promise<string | null> },
): void {
  const book = createCurrentBook(definitions);
  const history = createRuleHistory({ ...definitions, ...deps });
  const whole = async (page: RulePage) => ({
    ...page,
    versions: await history.of(
      page.rule,
      page.uses.map(({ flow }) => flow),
    ),
  });

  call(
    app,
    "GET /api/rule-book",
    {
      summary:
        "Every rule by its title, and the words to search in; `whole` gives every page with its versions; `unread`: flows whose rules cannot be told",
      tags: TAGS,
      access: staff(...READERS),
      query: WHOLE,
      answers: { 200: eitherOf(RuleList, RuleBook) },
      errors: [],
    },
    async (request) => {
      const { pages, unread } = await book();
      if (request.query.whole === true) return { rules: await Promise.all(pages.map(whole)), unread };
      const open = (await definitions.list()).filter(
        ({ state }) => state === "proposed" || state === "draft",
      );
      const waiting = ({ rule, uses }: RulePage): number =>
        open.filter(
          ({ flow, changed }) =>
            uses.some((use) => use.flow === flow) && changed.some((path) => path.endsWith(`/${rule}.json`)),
        ).length;
      return { rules: pages.map((page) => ({ ...entryOf(page), waiting: waiting(page) })), unread };
    },
  );

  call(
    app,
    "GET /api/rule-book/:id",
    {
      summary: "One rule in words, its cases and what they show, its versions and who approved them",
      tags: TAGS,
      access: staff(...READERS),
      params: RULE,
      answers: { 200: WholeRule },
      errors: ["not-found"],
    },
    async (request) => {
      const page = (await book()).pages.find(({ id }) => id === request.params.id);
      if (page === undefined) throw new AppError("not-found");
      return await whole(page);
    },
  );
}

/** Returns the entry of a rule for a list of rules. */
function entryOf({ id, kind, title, source, owner, from, uses, cases, coverage, ...page }: RulePage) {
  const texts = [...page.clauses.map(({ says }) => says), ...page.table.flatMap(({ when }) => when ?? [])];
  const reasons = page.clauses.map(({ reason }) => reason);
  const says = [...(page.says === null ? texts : [...texts, page.says]).flatMap(sentencesIn), ...reasons];
  return {
    id,
    kind,
    title,
    source,
    owner,
    from,
    uses: uses.map(({ flow, title }) => ({ flow, title })),
    conditions: page.clauses.length,
    cases: cases.length,
    share: coverage.share,
    words: { th: says.map(({ th }) => th).join("\n"), en: says.map(({ en }) => en).join("\n") },
  };
}

function sentencesIn({ says, parts }: ConditionText): readonly ConditionText["says"][] {
  return [says, ...parts.flatMap(sentencesIn)];
}
