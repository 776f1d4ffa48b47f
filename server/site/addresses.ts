/** Public pages that the server draws, by their Thai address; English stands under `/en`. `$` is one of many. */
export const SITE_ADDRESSES = [
  "/",
  "/strategies",
  "/strategies/compare",
  "/strategies/$code",
  "/articles",
  "/articles/$uid",
  "/news",
  "/testimonials",
  "/coffee",
  "/coffee/$key",
  "/activities",
  "/team",
  "/faq",
  "/learn",
  "/about",
  "/disclosure",
  "/custody",
  "/legal/$document",
] as const;
export type SiteAddress = (typeof SITE_ADDRESSES)[number];
