import type { Result } from "../../engine/values/result.ts";
import type { Schema } from "../http/index.ts";

/** Dependencies that modules of higher layers supply to the account calls. */
export type AccountsRoutesDeps<User> = {
  /** The schema of the user record of section 3, for the API document. */
  readonly user: Schema<User>;
  /** Returns a person's record; `null` if unknown. */
  readonly userRecord: (personId: string) => Promise<User | null>;
  /** Undoes a change of phone number by its link. */
  readonly undoPhoneChange: (
    token: string,
  ) => Promise<Result<null, { readonly code: "link-invalid" | "phone-taken" }>>;
};
