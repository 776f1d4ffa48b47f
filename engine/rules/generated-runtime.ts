/**
 * The part of a generated module that is the same for every rule set: tests of amounts, exact sums, outcomes.
 * It repeats `closures.ts`, `amounts.ts` and `outcome.ts` in plain JavaScript. A test checks that the
 * generated code and these files give equal results.
 */
export const GENERATED_RUNTIME = `
const isAmount = (text, tail) => {
  if (typeof text !== "string" || text.charCodeAt(text.length - tail) !== 46) return false;
  const first = text.charCodeAt(0);
  return first > 48 ? first < 58 : first === 48 && text.length === tail + 1;
};
const isInstant = (text) => typeof text === "string" && !Number.isNaN(Date.parse(text));
const orderOfAmounts = (a, b) => (a.length !== b.length ? a.length - b.length : a < b ? -1 : a > b ? 1 : 0);
const wholeOf = (text) => BigInt(text.replace(".", ""));
const orderOfSigned = (a, b) => {
  const x = wholeOf(a);
  const y = wholeOf(b);
  return x < y ? -1 : x > y ? 1 : 0;
};
const writeAmount = (whole, scale) => {
  const digits = (whole < 0n ? -whole : whole).toString().padStart(scale + 1, "0");
  return (whole < 0n ? "-" : "") + digits.slice(0, -scale) + "." + digits.slice(-scale);
};
const amountMath = (fn, scale, values) => {
  if (fn === "*") {
    let product = 1n;
    for (const value of values) product *= typeof value === "number" ? BigInt(value) : wholeOf(value);
    return writeAmount(product, scale);
  }
  const numbers = values.map(wholeOf);
  let result = numbers[0];
  if (fn === "-") return writeAmount(numbers.length === 1 ? -result : result - numbers[1], scale);
  for (const next of numbers.slice(1)) {
    if (fn === "+") result += next;
    else if (fn === "min" ? next < result : next > result) result = next;
  }
  return writeAmount(result, scale);
};
const present = (value) => value !== undefined && value !== null && value !== "";
const HOLDS = Object.freeze({ kind: "holds" });
const outcomes = (clauses, causes) => {
  const plain = clauses.map((clause) => Object.freeze({ ...clause, missing: Object.freeze([]) }));
  const kept = clauses.length <= 8 ? new Array(2 ** clauses.length).fill(undefined) : null;
  return (scope, failed, unknown) => {
    if (unknown === 0) {
      if (kept !== null && kept[failed] !== undefined) return kept[failed];
      const named = Object.freeze(plain.filter((_, at) => (failed & (1 << at)) !== 0));
      const outcome = Object.freeze({ kind: "fails", clauses: named });
      if (kept !== null) kept[failed] = outcome;
      return outcome;
    }
    const named = [];
    const missing = new Set();
    for (let at = 0; at < plain.length; at += 1) {
      if ((failed & (1 << at)) !== 0) named.push(plain[at]);
      if ((unknown & (1 << at)) === 0) continue;
      const absent = new Set();
      causes[at](scope, absent);
      for (const path of absent) missing.add(path);
      named.push({ ...plain[at], missing: [...absent] });
    }
    return failed === 0 ? { kind: "unknown", clauses: named, missing: [...missing] } : { kind: "fails", clauses: named };
  };
};
`.trim();
