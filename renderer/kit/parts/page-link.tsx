import { Link, type LinkComponent } from "@tanstack/react-router";

/**
 * A link to a page of ours: `to` is one of the router's paths, `params` what stands in it. Not for what the first page
 * draws, which runs without the router.
 */
export const PageLink: LinkComponent<"a"> = (props) => (
  // Who leads to a page above this one does not stand on it.
  <Link activeOptions={EXACT} activeProps={NONE} {...props} />
);

const EXACT = { exact: true } as const;
const NONE = {} as const;
