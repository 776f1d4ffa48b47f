import { expect, test } from "vitest";
import { PageLink } from "../../renderer/kit/parts/page-link.tsx";

test("a link to a page compiles only if it names a path of the router and all its parameters", () => {
  const links = [
    <PageLink key="list" to="/staff/rules" />,
    <PageLink key="one" to="/staff/rules/$id" params={{ id: "minimum" }} />,
    // @ts-expect-error: this page does not exist.
    <PageLink key="none" to="/staff/rule" />,
    // @ts-expect-error: the rule is missing.
    <PageLink key="which" to="/staff/rules/$id" />,
    // @ts-expect-error: an order needs an id.
    <PageLink key="order" to="/orders/$id" params={{ code: "1" }} />,
  ];
  expect(links).toHaveLength(5);
});
