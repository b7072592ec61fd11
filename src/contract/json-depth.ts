/** Levels of arrays and objects in JSON that is taken: whatever walks over it can, without running out of stack. */
export const JSON_DEPTH_MAX = 500;

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** Whether well-formed JSON text is nested deeper than this. Reads it once. */
export function isNestedDeeper(text: string, levels = JSON_DEPTH_MAX): boolean {
  // Each level opens and closes.
  if (text.length < 2 * levels) return false;
  let level = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) at = endOfString(text, at);
    else if (sign === OPEN_OBJECT || sign === OPEN_LIST) level += 1;
    else if (sign === CLOSE_OBJECT || sign === CLOSE_LIST) level -= 1;
    if (level > levels) return true;
  }
  return false;
}

/** Where the string that begins here ends: at the next quote before which there is an even number of backslashes. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}
