import type { RulePage } from "../../engine/verify/words/rule-book.ts";
import type { Passage } from "../../engine/verify/words/sentences.ts";
import { type App, AppError, answer, eitherOf, nameAnswers, requireRole } from "../http/index.ts";
import type { Definitions } from "./definitions.ts";
import { RULE_BOOK_ANSWERS } from "./rule-book-answers.ts";
import { createCurrentBook } from "./rule-book-runner.ts";
import { createRuleHistory } from "./rule-history.ts";

const RULE = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string", pattern: "^[a-z][a-z0-9-]{0,120}$" } },
} as const;
const WHOLE = {
  type: "object",
  additionalProperties: false,
  properties: { whole: { type: "boolean" } },
} as const;
const TAGS = ["definitions"];
const READERS = ["compliance", "operations", "support"] as const;

/**
 * The rule book of what is published now, for colleagues: every rule in words of both languages, and who proposed and
 * approved which version of it. `nameOf` answers how a colleague is called.
 */
export function ruleBookRoutes(
  app: App,
  definitions: Pick<Definitions, "current" | "flows" | "get" | "list">,
  deps: { readonly nameOf: (personId: string) => Promise<string | null> },
): void {
  nameAnswers(app, RULE_BOOK_ANSWERS);
  const book = createCurrentBook(definitions);
  const history = createRuleHistory({ ...definitions, ...deps });
  const whole = async (page: RulePage) => ({
    ...page,
    versions: await history.of(
      page.rule,
      page.uses.map(({ flow }) => flow),
    ),
  });

  app.get<{ Querystring: { whole?: boolean } }>(
    "/api/rule-book",
    {
      schema: {
        summary:
          "Every rule by its title, and the words to search in; `whole` gives every page with its versions; `unread`: flows whose rules cannot be told",
        tags: TAGS,
        querystring: WHOLE,
        response: { 200: eitherOf(answer("RuleList"), answer("RuleBook")) },
      },
    },
    async (request) => {
      requireRole(request, ...READERS);
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

  app.get<{ Params: { id: string } }>(
    "/api/rule-book/:id",
    {
      schema: {
        summary: "One rule in words, its cases and what they show, its versions and who approved them",
        tags: TAGS,
        params: RULE,
        response: { 200: answer("WholeRule") },
      },
    },
    async (request) => {
      requireRole(request, ...READERS);
      const page = (await book()).pages.find(({ id }) => id === request.params.id);
      if (page === undefined) throw new AppError("not-found");
      return await whole(page);
    },
  );
}

/** What a list shows of a rule. */
function entryOf({ id, kind, title, source, owner, from, uses, cases, coverage, ...page }: RulePage) {
  const passages = [...page.clauses.map(({ says }) => says), ...page.table.flatMap(({ when }) => when ?? [])];
  const reasons = page.clauses.map(({ reason }) => reason);
  const says = [
    ...(page.says === null ? passages : [...passages, page.says]).flatMap(sentencesIn),
    ...reasons,
  ];
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

function sentencesIn({ says, parts }: Passage): readonly Passage["says"][] {
  return [says, ...parts.flatMap(sentencesIn)];
}
