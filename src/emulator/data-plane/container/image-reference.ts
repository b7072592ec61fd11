const HOST = String.raw`(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:]+\])(?::\d{1,5})?`;
const PART = String.raw`[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*`;
const REFERENCE = new RegExp(
  String.raw`^(?:${HOST}/)?${PART}(?:/${PART})*(?::\w[\w.-]{0,127})?(?:@[A-Za-z][A-Za-z0-9]*:[0-9a-fA-F]{32,})?$`,
);

/**
 * Whether this names an image the way engines write it: `[host[:port]/]path[:tag][@digest]`. Nothing else may reach an
 * engine's command line: it could be read as a flag, or as a file of this machine.
 */
export function isImageReference(text: string): boolean {
  return text.length <= 1_000 && REFERENCE.test(text);
}
