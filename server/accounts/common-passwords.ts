import { BRAND_CODES } from "../../domain/brands.ts";

// Words that often occur in passwords, in the form that `wordBehind` returns. They come from lists of leaked
// passwords and from local usage.
const WORDS = `
abc abcd abcde abcdef abcdefg abcdefgh access account admin administrator alex amazing andrew angel apple arsenal asdf
asdfg asdfgh asdfghjk asdfghjkl ashley asshole august babygirl bailey bangkok bank banker baseball basketball batman
bitcoin bitch blackpink blink bond boss buddy buster butterfly buriram casino changeme charlie chelsea chiangmai chocolate
chonburi christmas coffee computer cookie corona covid crypto daniel december default demo diamond doraemon dragon email
ethereum facebook family february finance football forever freedom friday friend friends fuckyou fund garden george ginger
google guest hannah happy harley hello hellokitty hockey holiday home hunter iloveu iloveyou ihateyou india instagram
internet invest investor investment isan january jasmine jennifer jessica jesus jordan joshua july june justin killer king
kingkong lakers letmein line lion liverpool login london lotus love lovely loveme lover loveyou lucky madison maggie
manager manchester manchesterunited march marvel master matrix matthew merlin michael michelle mickey mobile monday money
monkey monster morning mustang mypassword naruto nicole ninja november october office oracle orange pass passw passwd
passcode passphrase password pattaya pepper phone phuket pikachu player please pokemon police prince princess private
purple qazwsx qazwsxedc qwe qweasd qweasdzxc qwer qwert qwerty qwertyu qwertyui qwertyuiop rainbow ranger robert root
samsung sawasdee sawatdee saturday school secret secure security september server shadow siam soccer sophie spiderman
spring starwars strong student success summer sunday sunflower sunshine super superman support sweet system taylor teacher
temp temppass test tester testing thai thailand thaksin thomas thursday tiger tigger today toor trader trading trustno
tuesday user vip wealth wednesday welcome whatever william winner winter wordpass world yellow zaq zaqwsx zaqxsw zxc zxcv
zxcvb zxcvbn zxcvbnm
`;

const COMMON = new Set(WORDS.trim().split(/\s+/));

/**
 * Sequences of adjacent keys on a keyboard, and other sequences. A password that contains part of such a
 * sequence is easy to guess.
 */
const RUNS = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "!@#$%^&*()",
];

const LOOKS_LIKE: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "8": "b",
  "3": "e",
  "6": "g",
  "1": "i",
  "!": "i",
  "|": "l",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
  "+": "t",
  "2": "z",
};

/** A password that contains a common word is acceptable if it has at least this number of other letters. */
const OWN_LETTERS = 4;

/**
 * Returns whether a password is easy to guess: a common word with digits and symbols around or inside it
 * (`P@ssw0rd1!`), adjacent keys (`1qaz2WSX!`), a repetition, or a part of the person's names. `names`: the
 * person's e-mail and company; brand names are always checked.
 */
export function isCommonPassword(password: string, names: readonly string[]): boolean {
  const lower = password.toLowerCase();
  const own = new Set([...BRAND_CODES, ...names.flatMap(partsOf)]);
  if (spellings(lower).some((word) => isCommon(word, own))) return true;
  return withoutRuns(lower).replaceAll(/[^a-z0-9]/g, "").length < OWN_LETTERS || new Set(lower).size < 5;
}

/** Returns the words that a password may spell if its digits and symbols stand for letters. */
function spellings(lower: string): readonly string[] {
  // Digits and symbols at the start or end can stand for letters, or can be mere decoration. So the password
  // is read in both ways.
  const readings = [/(?!)/, /^[^a-z]+/, /[^a-z]+$/, /^[^a-z]+|[^a-z]+$/g];
  return readings.flatMap((around) => {
    const text = lower.replace(around, "");
    const read = (one: string) =>
      [...text]
        .map((sign) => (sign === "1" || sign === "!" ? one : (LOOKS_LIKE[sign] ?? sign)))
        .join("")
        .replaceAll(/[^a-z]/g, "");
    return [text.replaceAll(/[^a-z]/g, ""), read("i"), read("l")];
  });
}

function isCommon(word: string, own: ReadonlySet<string>): boolean {
  if (word === "") return true;
  for (let from = 0; from < word.length; from += 1)
    for (let to = word.length; to - from >= 3; to -= 1) {
      const part = word.slice(from, to);
      if (!COMMON.has(part) && !own.has(part)) continue;
      const rest = word.slice(0, from) + word.slice(to);
      if (rest.length < OWN_LETTERS || isCommon(rest, own)) return true;
    }
  return false;
}

/**
 * Returns the parts of a name that a password can contain: `somchai.j@nava.example` gives `somchai`, `nava`.
 */
function partsOf(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((part) => part.length >= 4 && part !== "mail" && part !== "example");
}

/** Removes sequences of four or more adjacent keys, forwards or backwards. */
function withoutRuns(text: string): string {
  let left = text;
  for (const row of RUNS)
    for (const run of [row, [...row].reverse().join("")])
      for (let length = run.length; length >= 4; length -= 1)
        for (let at = 0; at + length <= run.length; at += 1)
          left = left.replaceAll(run.slice(at, at + length), "");
  return left;
}
