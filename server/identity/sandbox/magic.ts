/**
 * The values that control the sandbox. They belong to no real person.
 *
 * Documents and faces, by tags in the applicant's e-mail (`somchai+doc-bad@example.com`). Without a tag, the
 * result is good:
 * | tag | what happens |
 * |---|---|
 * | `doc-bad`, `face-bad` | complete, `consider`, sub-result `rejected` |
 * | `doc-suspect`, `face-suspect` | complete, `consider`, sub-result `suspected`: a person must look |
 * | `doc-expired`, `doc-unsupported` | rejected: the card has expired, or is no ID card |
 * | `doc-minor`, `doc-blurred`, `doc-mismatch` | in doubt: under age, unclear, or a card other than the submitted one |
 * | `doc-forged`, `doc-stolen` | suspected, for that reason |
 * | `doc-odd`, `face-odd` | complete, with unknown values |
 * | `doc-garbage`, `face-garbage` | the report is an HTML page |
 * | `doc-slow`, `face-slow` | good, but the webhook comes late |
 * | `doc-late`, `face-late` | bad, and the webhook comes late |
 * | `doc-early`, `face-early` | good, and the webhook comes before the answer with the check's number |
 * | `doc-silent`, `face-silent` | never completes, no webhook |
 * | `doc-lost`, `face-lost` | completes, but its webhook is lost |
 * | `doc-doubled`, `face-doubled` | good, the webhook comes three times |
 * | `doc-unreadable`, `face-unclear` | the upload is refused with 422 |
 * | `doc-down`, `face-down` | the vendor answers 503 |
 * `doc-` applies to documents at both vendors, `onfido-` and `verifio-` to those at one of them.
 *
 * ID card register, by laser code `ZZ00000000NN` or by national ID:
 * | laser code | national ID | answer |
 * |---|---|---|
 * | ZZ0000000001 | 1000000000017 | code 1, chip |
 * | ZZ0000000002 | 1000000000025 | code 2, void |
 * | ZZ0000000004 | 1000000000041 | code 4, no match |
 * | ZZ0000000005 | 1000000000050 | code 5, missing |
 * | ZZ0000000053 | | 503 |
 * | ZZ0000000060 | | code 0, but slowly |
 * | ZZ0000000098 | | 200 with an unknown code |
 * | ZZ0000000099 | | no answer within 20 s |
 * Anything else is code 0, good.
 *
 * National digital ID, by bank; a number that begins with 9 is enrolled nowhere:
 * | bank | what happens |
 * |---|---|
 * | 004 | confirmed, IAL 2.3, AAL 2.2 |
 * | 014 | confirmed, but late |
 * | 002 | the customer rejects |
 * | 022 | the customer rejects, late |
 * | 006 | no answer |
 * | 025 | confirmed with insufficient assurance, IAL 1.3 |
 * | 011 | confirmed, the callback comes twice, and an older one after it |
 * | 065 | confirmed, but the callback is lost |
 * | 030 | 503 |
 * Any other bank does not know the number.
 */
export type CheckBehaviour =
  | "good"
  | "bad"
  | "suspect"
  | "slow"
  | "late"
  | "early"
  | "silent"
  | "lost"
  | "doubled"
  | "unusable"
  | "down"
  | "expired"
  | "unsupported"
  | "minor"
  | "blurred"
  | "mismatch"
  | "forged"
  | "stolen"
  | "odd"
  | "garbage";

/** Returns how a vendor behaves for an applicant's documents or face. */
export function checkBehaviour(email: string, part: "doc" | "face", vendor: string): CheckBehaviour {
  const parts = part === "doc" ? `(?:doc|${vendor})` : part;
  const tag = new RegExp(`\\+(?:[^@]*\\+)?${parts}-([a-z]+)`).exec(email)?.[1];
  if (tag === "unreadable" || tag === "unclear") return "unusable";
  return BEHAVIOURS.find((known) => known === tag) ?? "good";
}

/** Returns the card register's answer: a code, or a kind of failure. */
export function registerBehaviour(card: {
  readonly pid: string;
  readonly laser: string;
}): number | "down" | "silent" | "slow" | "strange" {
  const last = /^ZZ00000000(\d\d)$/.exec(card.laser)?.[1];
  if (last === "53") return "down";
  if (last === "99") return "silent";
  if (last === "60") return "slow";
  if (last === "98") return "strange";
  const byLaser = [1, 2, 4, 5].find((code) => last === `0${code}`);
  return byLaser ?? CODES_BY_ID[card.pid] ?? 0;
}

/** Returns how a bank behaves for a digital identity request. */
export function ndidBehaviour(bank: string): NdidBehaviour {
  return BY_BANK[bank] ?? "good";
}

type NdidBehaviour = "good" | "slow" | "late" | "bad" | "silent" | "weak" | "doubled" | "down" | "lost";

const BY_BANK: Readonly<Record<string, NdidBehaviour>> = {
  "014": "slow",
  "022": "late",
  "002": "bad",
  "006": "silent",
  "025": "weak",
  "011": "doubled",
  "065": "lost",
  "030": "down",
};

const BEHAVIOURS = [
  ...(["bad", "suspect", "slow", "late", "early", "silent", "lost", "doubled", "down"] as const),
  ...([
    "expired",
    "unsupported",
    "minor",
    "blurred",
    "mismatch",
    "forged",
    "stolen",
    "odd",
    "garbage",
  ] as const),
];

const CODES_BY_ID: Readonly<Record<string, number>> = {
  "1000000000017": 1,
  "1000000000025": 2,
  "1000000000041": 4,
  "1000000000050": 5,
};
