export { ableToInvestRoutes } from "./able-to-invest-routes.ts";
export { pathsRoutes } from "./paths-routes.ts";
export { bookOf } from "./rule-book.ts";
export type { RuleVersion } from "./rule-book-answers.ts";
export type { BookPage } from "./rule-book-article.ts";
export { htmlOf } from "./rule-book-html.ts";
export { ruleBookRoutes } from "./rule-book-routes.ts";
export { createRuleHistory } from "./rule-history.ts";
export { createSwitchEffects } from "./switch-effects.ts";
