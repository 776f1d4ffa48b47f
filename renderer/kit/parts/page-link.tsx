import { Link, type LinkComponent } from "@tanstack/react-router";

/**
 * A typed link to one of our pages: `to` is a router path, `params` its parameters. Not for the first page, which runs
 * without the router.
 */
export const PageLink: LinkComponent<"a"> = (props) => (
  // A link to a parent page is not marked as the current one.
  <Link activeOptions={EXACT} activeProps={NONE} {...props} />
);

const EXACT = { exact: true } as const;
const NONE = {} as const;
