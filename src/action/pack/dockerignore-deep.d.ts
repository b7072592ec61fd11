// The package's own types declare `export default`; it exports the function itself.
declare module '@balena/dockerignore/ignore.js' {
  interface Rules {
    add(patterns: string | string[]): Rules;
    ignores(path: string): boolean;
  }
  export default function create(): Rules;
}
