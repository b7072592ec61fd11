/** Shorter texts are not masked: they are in every log, and masking them would hide the log and tell the secret's place. */
export const SHORTEST_SECRET = 4;

/** Words that are no secret on their own, however they came to be the value of one. */
const COMMON = new Set(
  `true false null none undefined debug info warn warning error test local localhost default
   dev development stage staging prod production main master`.split(/\s+/),
);

/** Asterisks alone, of which masks are made, and the first and last lines of a key. */
const NO_SECRET = /^[\s*]+$|^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/;

/** Whether a text can be taken out of a log and leave the log readable. */
export function isMaskable(text: string): boolean {
  return text.length >= SHORTEST_SECRET && !COMMON.has(text.toLowerCase()) && !NO_SECRET.test(text);
}

/** The lines of a value, which programs print one by one. */
export function secretLines(value: string): string[] {
  return value.split(/\r\n|[\r\n]/).map((line) => line.trim());
}
