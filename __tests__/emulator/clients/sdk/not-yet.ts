/** Cases of what is not served yet: they are left out on the emulator until it is. */
export const NOT_YET: ReadonlySet<string> = new Set([]);
