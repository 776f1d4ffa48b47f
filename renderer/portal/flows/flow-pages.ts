/** The flows that have a page of their own, by name; any other is under `/flows/`. */
export const FLOW_PAGES: { readonly [flow: string]: string } = {
  "sign-up": "/invest/register",
  kyc: "/kyc",
  invest: "/invest",
  pin: "/pin",
  complaint: "/complaint",
  "contact-back": "/contact",
};
