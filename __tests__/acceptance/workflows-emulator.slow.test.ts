import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pullRequestEvent } from '../../harness/events.ts';
import { createRepository, type FixtureRepository } from '../../harness/git.ts';
import { type ReleasedAction, releaseEmulatorAction, runWithEmulator } from './support/emulator-action.ts';
import { EXAMPLES, jobs, messagesOf } from './support/examples.ts';
import { obedientAgent } from './support/verify.ts';

/** Returns an ordinary deploy script, which retries after a 503, and waits until the revision is deployed. */
const script = (url: string, retries: number) => `#!/bin/sh
exec node --input-type=module --eval '
const ask = async (method, path, body, retries = ${retries}) => {
  const { CONTROL_PLANE_URL, LANGSMITH_API_KEY, LANGSMITH_WORKSPACE_ID } = process.env;
  const headers = { "X-Api-Key": LANGSMITH_API_KEY, "X-Tenant-Id": LANGSMITH_WORKSPACE_ID, "Content-Type": "application/json" };
  const answer = await fetch(CONTROL_PLANE_URL + path, { method, headers, body: body && JSON.stringify(body) });
  if (answer.status === 503 && retries > 0) return ask(method, path, body, retries - 1);
  if (!answer.ok) throw new Error(method + " " + path + ": " + answer.status);
  return answer.json();
};
const { id, latest_revision_id: revision } = await ask("POST", "/v2/deployments", {
  name: "my-agent", source: "github",
  source_config: { repo_url: "${url}", deployment_type: "dev", build_on_push: false, integration_id: null },
  source_revision_config: { repo_ref: "main", langgraph_config_path: "langgraph.json" },
  secrets: [],
});
for (;;) {
  const { status } = await ask("GET", "/v2/deployments/" + id + "/revisions/" + revision);
  if (status === "DEPLOYED") break;
  if (status.endsWith("FAILED")) throw new Error(status);
}
console.log("my-agent is deployed");
'
`;

let action: ReleasedAction | undefined;
let repository: FixtureRepository | undefined;
beforeAll(async () => {
  action = await releaseEmulatorAction({ offline: true });
  repository = await createRepository(obedientAgent('one'));
});
afterAll(async () => {
  await Promise.all([action?.remove(), repository?.remove()]);
});

async function run(retries: number) {
  if (action === undefined || repository === undefined) throw new Error('they are made before the tests');
  await repository.commit({ 'scripts/deploy.sh': script(repository.url, retries) });
  await repository.git('update-index', '--chmod=+x', 'scripts/deploy.sh');
  await repository.git('commit', '--quiet', '--message', 'Make it a program');
  const sha = await repository.git('rev-parse', 'HEAD');
  const uploads: Record<string, string>[] = [];
  const result = await runWithEmulator(action, {
    file: path.join(EXAMPLES, 'test-deploy-script.yml'),
    event: pullRequestEvent({
      number: 7,
      head: { branch: 'main', sha },
      mergeSha: sha,
      headRepository: { fullName: 'stranger/agents' },
    }),
    repository: repository.dir,
    actions: (uses) =>
      uses.startsWith('actions/upload-artifact@')
        ? { play: ({ inputs }) => ({ outputs: {}, ...(uploads.push({ ...inputs }) && {}) }) }
        : null,
  });
  return { result, uploads, log: result.jobs['test']?.log ?? '' };
}

describe('the example workflow test-deploy-script.yml', () => {
  test("is green for a fork's pull request if the script retries its request and deploys an agent", async () => {
    const { result, uploads, log } = await run(1);
    expect(messagesOf(result)).toEqual([]);
    expect(jobs(result)).toEqual({ test: 'success' });
    expect(log).toContain('my-agent is deployed');
    expect(log).toMatch(/ 1 {2}503 {2}POST \/v2\/deployments \(control-plane\)/);
    expect(uploads).toEqual([]);
  });

  test('is red if the script fails at the first error, and uploads the log and the journal', async () => {
    const { result, uploads } = await run(0);
    expect(jobs(result)).toEqual({ test: 'failure' });
    expect(uploads).toEqual([{ name: 'emulator', path: expect.stringMatching(/logs$/) }]);
  });
});
