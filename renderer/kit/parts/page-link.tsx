import { Link, type LinkComponent } from "@tanstack/react-router";

/**
 * A typed link to one of our pages: `to` is a router path, `params` its parameters. The first page cannot use
 * it, because that page runs without the router.
 */
export const PageLink: LinkComponent<"a"> = (props) => (
  // A link to a parent page is not marked as the current page.
  <Link activeOptions={EXACT} activeProps={NONE} {...props} />
);

const EXACT = { exact: true } as const;
const NONE = {} as const;
