import dockerignore from '@balena/dockerignore/ignore.js';

/**
 * Tells which paths a `.dockerignore` leaves out, by Docker's own rules: patterns begin at the root, the last one that
 * fits decides, and `!` takes back in, also below a folder that is left out. Takes the text of the file.
 */
export function dockerIgnore(text: string): (path: string) => boolean {
  const rules = dockerignore().add(text.replace(/^\uFEFF/, ''));
  return (path) => rules.ignores(path);
}
