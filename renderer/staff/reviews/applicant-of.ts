import type { Review } from "../../kit/api/answers.ts";

/** Returns the applicant's Thai name, or else their e-mail address. */
export function applicantOf({ identity, person }: Review): string {
  return (
    [identity?.firstNameTh, identity?.lastNameTh].filter((part) => part && part !== "-").join(" ") ||
    person.email
  );
}
