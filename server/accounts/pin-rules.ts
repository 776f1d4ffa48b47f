import { buddhistYear, type PartialDate } from "../../engine/values/local-date.ts";
/**
 * Returns whether a PIN is too easy to guess: not six digits, one repeated digit, a sequence up or down (also
 * from 9 to 0), a repeated block of two or three digits, or the birth date in a common notation. `birthDate`
 * is `YYYY`, `YYYY-MM` or `YYYY-MM-DD` of the Christian era.
 */
export function isWeakPin(pin: string, birthDate?: string): boolean {
  if (!/^\d{6}$/.test(pin)) return true;
  return isRun(pin) || isRepeated(pin) || (birthDate !== undefined && isBirthDate(pin, birthDate));
}

function isRun(pin: string): boolean {
  const steps = new Set<number>();
  for (let index = 1; index < pin.length; index += 1)
    steps.add((Number(pin[index]) - Number(pin[index - 1]) + 10) % 10);
  // The difference between neighbouring digits is 0 for a repeated digit, 1 for counting up, 9 for counting
  // down.
  return steps.size === 1 && [0, 1, 9].some((step) => steps.has(step));
}

function isRepeated(pin: string): boolean {
  return (
    pin.slice(0, 3) === pin.slice(3) ||
    (pin.slice(0, 2) === pin.slice(2, 4) && pin.slice(0, 2) === pin.slice(4))
  );
}

function isBirthDate(pin: string, birthDate: string): boolean {
  const [year = "", month = "", day = ""] = birthDate.split("-");
  const years = [year, buddhistYear(birthDate as PartialDate)];
  const notations = years.flatMap((era) => {
    const short = era.slice(2);
    return [
      `${day}${month}${short}`,
      `${month}${day}${short}`,
      `${short}${month}${day}`,
      `${month}${era}`,
      `${era}${month}`,
    ];
  });
  return notations.includes(pin);
}
