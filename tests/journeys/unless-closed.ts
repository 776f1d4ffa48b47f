import type { Route } from "playwright";

/**
 * Returns a route handler that ends quietly if its page is closed meanwhile. Without it, a request that a page
 * makes just before the test closes it would fail the whole run, outside any test.
 */
export function unlessClosed(handle: (route: Route) => Promise<void>): (route: Route) => Promise<void> {
  return async (route) => {
    try {
      await handle(route);
    } catch (error) {
      if (!/disposed|has been closed/.test(String(error))) throw error;
    }
  };
}
