import * as z from 'zod';
import { escapeHtml } from '../server/escape-html.ts';
import type { ApiDocument } from '../server/lazy-document.ts';

const Parameter = z.looseObject({ name: z.string(), in: z.string(), required: z.boolean().optional() });
const Operation = z.looseObject({
  summary: z.string().optional(),
  description: z.string().optional(),
  parameters: z.array(z.unknown()).optional(),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.unknown()).optional(),
});
const Document = z.looseObject({
  info: z.looseObject({ title: z.string().optional(), description: z.string().optional() }).optional(),
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()).optional() }).optional(),
});

const METHODS: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options']);
const REF_PREFIX = '#/components/schemas/';

/**
 * Renders an OpenAPI document as an HTML page without scripts, images or external links. Agents provide parts of the
 * document, so all text is escaped and values with an unexpected shape are omitted.
 */
export function renderApiPage(document: ApiDocument): string {
  const { info, paths, components } = Document.parse(document);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => renderOperation(method, path, operation)),
  );
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) =>
    renderDetails(name, schema, `schema-${name}`),
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Agent Server API Reference</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
section { border-top: 1px solid #8884; padding: .5rem 0; }
h2 { font: 600 1rem/1.5 ui-monospace, monospace; margin: .5rem 0; overflow-wrap: anywhere; }
h2 b { display: inline-block; min-width: 4.5rem; }
pre { overflow-x: auto; background: #8881; padding: .5rem; }
</style>
<h1>${escapeHtml(info?.title ?? 'Agent Server API')}</h1>
<p>${escapeHtml(info?.description ?? '')}</p>
${operations.join('\n')}
<h1>Schemas</h1>
${schemas.join('\n')}
</html>
`;
}

function renderOperation(method: string, path: string, value: unknown): string {
  const read = Operation.safeParse(value);
  if (!read.success) return '';
  const { summary = '', description = '', parameters = [], requestBody, responses = {} } = read.data;
  return `<section>
<h2><b>${escapeHtml(method.toUpperCase())}</b> ${escapeHtml(path)}</h2>
<p>${escapeHtml(summary)}</p>
${description === '' || description === summary ? '' : `<p>${escapeHtml(description)}</p>`}
${parameters.map(renderParameter).join('\n')}
${requestBody === undefined ? '' : renderDetails('Request body', requestBody)}
${Object.entries(responses)
  .map(([status, response]) => renderDetails(`Response ${status}`, response))
  .join('\n')}
</section>`;
}

function renderParameter(value: unknown): string {
  const read = Parameter.safeParse(value);
  if (!read.success) return '';
  const { name, in: place, required } = read.data;
  const label = `${name} (${place}${required === true ? ', required' : ''})`;
  return renderDetails(label, read.data['schema'] ?? {});
}

function renderDetails(label: string, value: unknown, id?: string): string {
  const anchor = id === undefined ? '' : ` id="${escapeHtml(id)}"`;
  return `<details${anchor}><summary>${escapeHtml(label)}</summary><pre>${renderJson(value)}</pre></details>`;
}

/** Renders a value as JSON, with links to the schemas on the page. */
function renderJson(value: unknown): string {
  return escapeHtml(JSON.stringify(value, undefined, 2)).replaceAll(
    new RegExp(`&quot;${REF_PREFIX}([\\w.-]+)&quot;`, 'g'),
    (text, name: string) => `<a href="#schema-${name}">${text}</a>`,
  );
}
