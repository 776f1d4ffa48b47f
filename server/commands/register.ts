/** A command of `npm run saphan -- NAME`: its file, relative to the project's root, and a description. */
type SaphanCommand = { readonly file: string; readonly does: string };

/** All commands, in the order in which `npm run saphan -- --help` lists them. */
export const SAPHAN_COMMANDS = {
  verify: {
    file: "server/commands/verify-command.ts",
    does: "Checks and proves flows, and prints each fault with an example person and a correction.",
  },
  compare: {
    file: "server/commands/compare-command.ts",
    does: "Compares two rule files, two flow folders, or two roots with all their flows, and prints for whom the answer changes.",
  },
  atlas: {
    file: "server/commands/atlas-command.ts",
    does: "Prints each class of paths through a flow with an example person, and keeps them as regression cases.",
  },
  "rule-book": {
    file: "server/commands/rule-book-command.ts",
    does: "Writes every rule in Thai and English sentences, with its source, date and cases, as a printable page.",
  },
  evidence: {
    file: "server/commands/evidence-command.ts",
    does: "Checks a downloaded evidence file and prints what was proved; without a file, prints this installation's public key.",
  },
  audit: {
    file: "server/commands/audit-command.ts",
    does: "Checks the whole audit trail, and whether it still contains a head that was kept elsewhere.",
  },
  "ledger:check": {
    file: "server/commands/ledger-command.ts",
    does: "Recomputes the ledger: every asset sums to zero, each balance equals its entries, promised units equal open orders, each entry has its record. Prints the ledger's hash.",
  },
  "first-admin": {
    file: "server/commands/first-admin-command.ts",
    does: "Makes the first two administrators of an installation: one proposes roles, the other approves them.",
  },
  backup: {
    file: "server/commands/backup-command.ts",
    does: "Copies the data folder while the portal serves: database, files, sealed root key. The master key is left out.",
  },
  "rotate-key": {
    file: "server/commands/rotate-key-command.ts",
    does: "Gives the installation a new master key.",
  },
  conformance: {
    file: "server/commands/conformance-command.ts",
    does: "Runs JSON-logic suites, or random rules beside json-logic-js, against the untyped core.",
  },
  spec: {
    file: "tests/spec/command.ts",
    does: "Prints the specification's rows with the tests that show each, and what is open.",
  },
  api: {
    file: "tests/api/command.ts",
    does: "Writes openapi.json from the declarations of the calls, and the types that pages are checked with.",
  },
  simulate: {
    file: "tests/simulate/run.ts",
    does: "Simulates days of a fund with random events and faults, and checks the books after every step.",
  },
  mutation: {
    file: "tests/mutation/run.ts",
    does: "Changes the engine or the fund's arithmetic in one place at a time, and counts the changes that no test detects.",
  },
} as const satisfies { readonly [name: string]: SaphanCommand };

export type SaphanCommandName = keyof typeof SAPHAN_COMMANDS;

/** Returns the call and the description of a command, for `readCommandLine`. */
export function saphanCommand(name: SaphanCommandName): { readonly call: string; readonly does: string } {
  return { call: `npm run saphan -- ${name}`, does: SAPHAN_COMMANDS[name].does };
}
