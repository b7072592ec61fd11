/**
 * A text with `$(NAME)` replaced by the value of that variable, as a cluster does it: unknown names stay, `$$` is a
 * dollar sign that begins nothing.
 */
export function expand(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replaceAll(/\$\$|\$\(([^()$]+)\)/g, (whole, name: string | undefined) =>
    name === undefined ? '$' : (valueOf(name) ?? whole),
  );
}

/**
 * The same for a command line. A secret is not put there, where every program of the machine could read it: that is
 * told in `problems`, with `where` in front.
 */
export function expandAll(
  texts: readonly string[],
  values: ReadonlyMap<string, string>,
  secretNames: ReadonlySet<string>,
  where: string,
  problems: string[],
): string[] {
  return texts.map((text) =>
    expand(text, (name) => {
      if (!secretNames.has(name)) return values.get(name);
      problems.push(
        `${where}: $(${name}) would show a secret on the command line. Read the variable ${name} inside the container instead`,
      );
      return undefined;
    }),
  );
}
