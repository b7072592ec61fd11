/** Shorter texts are not masked: they are in every log, and masking them would hide the log and tell the secret's place. */
export const SHORTEST_SECRET = 4;

/** Words that are no secret on their own, however they came to be the value of one. */
const COMMON = new Set(
  `true false null none undefined debug info warn warning error test local localhost default
   dev development stage staging prod production main master`.split(/\s+/),
);

/** Whether a text can be taken out of a log and leave the log readable. Asterisks alone are what a mask is made of. */
export function isMaskable(text: string): boolean {
  return text.length >= SHORTEST_SECRET && !COMMON.has(text.toLowerCase()) && !/^[\s*]+$/.test(text);
}

/** The lines of a value, which programs print one by one. The first and last lines of a key are no secret. */
export function secretLines(value: string): string[] {
  const lines = value.split(/\r\n|[\r\n]/).map((line) => line.trim());
  return lines.filter((line) => !/^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/.test(line));
}
