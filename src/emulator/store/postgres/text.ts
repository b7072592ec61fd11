// PostgreSQL keeps every text but one that holds NUL; SQLite keeps those too, and so must we. Two noncharacters, which
// Unicode keeps for such inner use, stand for it.

const NUL = '\0';
const MARK = '\u{10fffe}';
const FOR_NUL = `${MARK}\u{10ffff}`;
const FOR_MARK = `${MARK}${MARK}`;

/** A text as PostgreSQL can hold it. */
export function toStorable(text: string): string {
  if (!text.includes(NUL) && !text.includes(MARK)) return text;
  return text.replaceAll(MARK, FOR_MARK).replaceAll(NUL, FOR_NUL);
}

/** The text that `toStorable` was given. */
export function fromStorable(text: string): string {
  if (!text.includes(MARK)) return text;
  return text.replaceAll(/\u{10fffe}([\u{10fffe}\u{10ffff}])/gu, (_, second: string) =>
    second === MARK ? MARK : NUL,
  );
}
