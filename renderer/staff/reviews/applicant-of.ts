import type { Review } from "../../kit/api/answers.ts";

/** The applicant's Thai name, else their e-mail. */
export function applicantOf({ identity, person }: Review): string {
  return (
    [identity?.firstNameTh, identity?.lastNameTh].filter((part) => part && part !== "-").join(" ") ||
    person.email
  );
}
