import * as z from 'zod';
import type { Worker } from '../../ports/worker.ts';
import { HttpError } from '../../server/http-error.ts';
import { escapeHtml } from '../../server/escape-html.ts';
import type { Route } from '../../server/route.ts';
import type { AgentServerDependencies } from '../dependencies.ts';
import { agentRoutes, errorResponses } from './responses.ts';

const Names = z.object({ name: z.string() });
/** Names and content types of the files that a bundle of components can contain. */
const FILES = [
  { file: 'entrypoint.js', type: 'text/javascript', summary: 'Return the script of the components' },
  { file: 'entrypoint.css', type: 'text/css', summary: 'Their styles' },
] as const;

/** Creates the routes that serve the files of the graph configuration's user interface components. */
export function uiRoutes({ live }: Pick<AgentServerDependencies, 'live'>): Route[] {
  /** Calls `use` with a worker that has the component, and with the component's files. */
  const withComponent = async <T>(
    deploymentId: string,
    name: string,
    use: (worker: Worker, files: readonly string[]) => T | Promise<T>,
  ): Promise<T> => {
    const held = live.acquire(deploymentId);
    if (!held) {
      throw new HttpError(503, 'No revision of this deployment is serving', {
        headers: { 'retry-after': '1' },
      });
    }
    try {
      const component = new Map(Object.entries(held.worker.ui ?? {})).get(name);
      if (component) return await use(held.worker, component.files);
      throw new HttpError(404, `This deployment has no user interface "${name}"`);
    } finally {
      held.release();
    }
  };
  return [
    agentRoutes.post('/ui/{name}', {
      summary: 'Return the HTML tags that load a component',
      params: Names,
      body: Names,
      responses: { 200: { description: 'HTML', type: 'text/html' }, ...errorResponses(404, 503) },
      async handler({ deploymentId, params, body }) {
        const files = await withComponent(deploymentId, params.name, (_, all) => all);
        const tags = files.map((file) => tagOf(params.name, file, body.name));
        const headers = { 'content-type': 'text/html; charset=utf-8' };
        return { status: 200, body: tags.join('\n'), headers };
      },
    }),
    ...FILES.map(({ file, type, summary }) =>
      agentRoutes.get(`/ui/{name}/${file}`, {
        summary,
        // The page loads the file with an HTML tag, so the request cannot contain an API key.
        auth: 'none',
        params: Names,
        responses: { 200: { description: summary, type }, ...errorResponses(404, 503) },
        async handler({ deploymentId, params }) {
          const body = await withComponent(deploymentId, params.name, (worker, files) => {
            if (!files.includes(file)) throw new HttpError(404, 'Not Found');
            return worker.readUi(params.name, file);
          });
          return { status: 200, body, headers: { 'content-type': `${type}; charset=utf-8` } };
        },
      }),
    ),
  ];
}

/**
 * Returns the HTML tag that loads a file. The page replaces `{{shadowRootId}}` with the ID of the component's mount
 * point.
 */
function tagOf(name: string, file: string, component: string): string {
  const address = escapeHtml(`/ui/${encodeURIComponent(name)}/${encodeURIComponent(file)}`);
  if (file.endsWith('.css')) return `<link rel="stylesheet" href="${address}" />`;
  const variable = `__LGUI_${name.replaceAll(/[^a-zA-Z0-9]/g, '_')}`;
  const call = `${variable}.render(${escapeHtml(JSON.stringify(component))}, "{{shadowRootId}}")`;
  return `<script src="${address}" onload='${call}'></script>`;
}
