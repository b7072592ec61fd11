import { isoTime } from '../ports/clock.ts';
import { SandboxTemplate, SandboxTemplateBody, SandboxTemplateList } from '../../contract/sandbox.ts';
import type { SandboxTemplateRow } from '../ports/store.ts';
import { routesOf, type Route } from '../server/route.ts';
import type { SandboxDependencies } from './dependencies.ts';
import { refusedAnswer } from './declared-refusals.ts';
import { notFound, refusal } from './refusal.ts';
import { SandboxPath } from './routes.ts';

const api = routesOf('sandboxes', 'workspace');

/** Creates the routes of templates, which older clients select by `template_name`. */
export function templateRoutes(prefix: string, { store, clock }: SandboxDependencies): Route[] {
  const path = `${prefix}/templates`;
  const { sandboxTemplates: templates } = store;
  const noSuch = refusedAnswer('The template does not exist');
  return [
    api.post(path, {
      summary: 'Create a template; fields other than its name are stored without effect',
      body: SandboxTemplateBody,
      responses: {
        201: { description: 'The template', schema: SandboxTemplate },
        409: refusedAnswer('The name is taken'),
      },
      handler: async ({ caller, body }) => {
        const { name, ...settings } = body;
        const { workspaceId } = caller;
        const now = clock.now();
        const row = { workspaceId, name, settings, createdAt: now, updatedAt: now };
        await store.transaction(async ({ sandboxTemplates }) => {
          if ((await sandboxTemplates.get(workspaceId, name)) !== undefined) {
            throw refusal(409, 'NameConflict', `A template named ${JSON.stringify(name)} already exists.`);
          }
          await sandboxTemplates.put(row);
        });
        return { status: 201, body: toSandboxTemplate(row) };
      },
    }),
    api.get(path, {
      summary: 'List the templates of the workspace, by name',
      responses: { 200: { description: 'All of them', schema: SandboxTemplateList } },
      handler: async ({ caller }) => {
        const rows = await templates.list(caller.workspaceId);
        return { status: 200, body: { templates: rows.map(toSandboxTemplate), offset: rows.length } };
      },
    }),
    api.get(`${path}/{name}`, {
      params: SandboxPath,
      summary: 'One template',
      responses: { 200: { description: 'The template', schema: SandboxTemplate }, 404: noSuch },
      handler: async ({ caller, params }) => {
        const row = await templates.get(caller.workspaceId, params.name);
        if (row === undefined) throw notFound('sandbox template', params.name);
        return { status: 200, body: toSandboxTemplate(row) };
      },
    }),
    api.delete(`${path}/{name}`, {
      params: SandboxPath,
      summary: 'Delete a template; sandboxes created from it are kept',
      responses: { 204: { description: 'It is gone' }, 404: noSuch },
      handler: async ({ caller, params }) => {
        if (!(await templates.remove(caller.workspaceId, params.name))) {
          throw notFound('sandbox template', params.name);
        }
        return { status: 204 };
      },
    }),
  ];
}

function toSandboxTemplate({ name, settings, createdAt, updatedAt }: SandboxTemplateRow) {
  return {
    ...settings,
    name,
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt),
  };
}
