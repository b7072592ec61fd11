import { parseTemplate } from '../../contract/secret-template.ts';
import { headerValueProblem } from './names.ts';

/** A header's value as it goes on the wire, with the raw secrets in it; or why there is none, without any value. */
export type RenderedTemplate =
  | { ok: true; value: string; secrets: string[] }
  | { ok: false; problems: string[] };

/**
 * Fills in a `workspace_secret` value (facts D.4): each `{KEY}` once, from the left; a secret that looks like a
 * template stays as it is. `secretOf` gives a workspace secret by its key, undefined = there is none.
 */
export function renderTemplate(
  value: string,
  secretOf: (key: string) => string | undefined,
): RenderedTemplate {
  const template = parseTemplate(value);
  if (!template.ok) return { ok: false, problems: [template.msg] };
  const keys = new Set(template.parts.flatMap((part) => (part.kind === 'secret' ? [part.key] : [])));
  if (keys.size === 0) {
    return {
      ok: false,
      problems: ['a workspace_secret value refers to at least one secret, as in "Bearer {KEY}"'],
    };
  }
  const secrets = new Map([...keys].map((key) => [key, secretOf(key)]));
  const problems = [...secrets].flatMap(([key, secret]) => {
    if (secret === undefined)
      return [`workspace secret ${key} does not exist: define it in the workspace first`];
    const problem = headerValueProblem(secret);
    return problem === undefined ? [] : [`workspace secret ${key} ${problem}`];
  });
  if (problems.length > 0) return { ok: false, problems };
  const text = template.parts.map((part) =>
    part.kind === 'text' ? part.text : (secrets.get(part.key) ?? ''),
  );
  return {
    ok: true,
    value: text.join(''),
    secrets: [...secrets.values()].filter((secret) => secret !== undefined),
  };
}
