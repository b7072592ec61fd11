import { createContext, runInContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import { graphConfig, plainAgent } from '../../../harness/agents/fixtures.ts';
import { createRepository, type FileTree } from '../../../harness/git.ts';
import { startCloud } from '../admin/cloud.ts';
import { gitDeployment } from '../server/plane.ts';
import { Cleanup } from './fixture.ts';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

async function deployed(files: FileTree) {
  const repository = await createRepository(files);
  cleanup.add(() => repository.remove());
  const { api, deploy } = await startCloud({ runtime: 'process' });
  return { api, ...(await deploy(gitDeployment({ source_config: { repo_url: repository.url } }))) };
}

const UI: FileTree = {
  ...plainAgent(),
  'langgraph.json': graphConfig(undefined, {
    ui: { 'my agent': './src/ui.tsx' },
    ui_config: { shared: ['my-charts'] },
  }),
  'src/ui.tsx': `import * as React from 'react';
import { draw } from 'my-charts';
import { useStreamContext } from '@langchain/langgraph-sdk/react-ui';
import './ui.css';
const Card = ({ city }: { city: string }) => <b title={draw(useStreamContext())}>{city}</b>;
export default { card: Card };`,
  'src/ui.css': '@import "tailwindcss";\n.card { color: red }',
};

/** Runs the script in a fake page, and returns the arguments that it passes to the loader. */
function render(script: string, call: string): { component: (props: object) => unknown; appended: string[] } {
  const appended: string[] = [];
  let component: unknown;
  const place = { shadowRoot: { appendChild: (one: string) => (appended.push(one), one) } };
  const modules: Record<string, unknown> = {
    react: {},
    'react/jsx-runtime': { jsx: (type: string, props: object) => ({ type, props }) },
    'my-charts': { draw: (meta: string) => `drawn with ${meta}` },
    '@langchain/langgraph-sdk/react-ui': { useStreamContext: () => 'context' },
  };
  const page: Record<string | symbol, unknown> = {
    document: { createElement: (tag: string) => tag, getElementById: (id: string) => id === 'root' && place },
    [Symbol.for('LGUI_REQUIRE')]: (name: string) => modules[name],
    [Symbol.for('LGUI_EXT_STORE')]: { respond: (_id: string, given: unknown) => (component = given) },
  };
  page['window'] = page;
  const context = createContext(page);
  runInContext(script, context);
  runInContext(call, context);
  return { component: component as (props: object) => unknown, appended };
}

describe('the user interface that an agent provides', () => {
  // docs/agent-server/routes.md#user-interface
  test("consists of HTML tags, styles, and a script that renders a component with the page's libraries", async () => {
    const { api, url } = await deployed(UI);
    const tags = await api('POST', `${url}/ui/my%20agent`, { name: 'card' });
    expect(tags.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(tags.body).toBe(
      [
        `<script src="/ui/my%20agent/entrypoint.js" onload='__LGUI_my_agent.render(&quot;card&quot;, "{{shadowRootId}}")'></script>`,
        '<link rel="stylesheet" href="/ui/my%20agent/entrypoint.css" />',
      ].join('\n'),
    );
    const script = await api('GET', `${url}/ui/my%20agent/entrypoint.js`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const { component, appended } = render(String(script.body), '__LGUI_my_agent.render("card", "root")');
    expect(appended).toEqual(['div']);
    expect(component({ city: 'Oslo' })).toEqual({
      type: 'b',
      props: { title: 'drawn with context', children: 'Oslo' },
    });
    const styles = await api('GET', `${url}/ui/my%20agent/entrypoint.css`);
    expect(styles.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(styles.body).toContain('color: red');
  });

  test('requires the API key for its tags but not for the files in the tags', async () => {
    const { api, url } = await deployed(UI);
    const none = { 'x-api-key': null };
    expect((await api('POST', `${url}/ui/my%20agent`, { name: 'card' }, none)).status).toBe(401);
    expect((await api('GET', `${url}/ui/my%20agent/entrypoint.js`, undefined, none)).status).toBe(200);
    for (const target of ['/ui/my%20agent/..%2f..%2flanggraph.json', '/ui/my%20agent/x', '/ui/agent/x']) {
      expect((await api('GET', `${url}${target}`)).status).toBe(404);
    }
    expect((await api('POST', `${url}/ui/agent`, { name: 'card' })).status).toBe(404);
    expect((await api('POST', `${url}/ui/my%20agent`, { name: 7 })).status).toBe(422);
    const hostile = await api('POST', `${url}/ui/my%20agent`, { name: `'><script>x</script>` });
    expect(hostile.body).toContain('&quot;&#x27;&gt;&lt;script&gt;x&lt;/script&gt;&quot;');
  });

  test('is not available if the configuration sets http.disable_ui', async () => {
    const config = graphConfig(undefined, {
      ui: { agent: './src/ui.tsx' },
      ui_config: { shared: ['my-charts'] },
      http: { disable_ui: true },
    });
    const { api, url } = await deployed({ ...UI, 'langgraph.json': config });
    expect((await api('POST', `${url}/ui/agent`, { name: 'card' })).status).toBe(404);
  });
});
