import { describe, expect, test } from '@jest/globals';
import { readWorkflow } from '../../../harness/workflow/read.ts';
import { tokenPermissions } from '../../../harness/workflow/schema.ts';
import { workflowFile } from './fixture.ts';

const job = (rest: string) => `on: push\njobs: { a: { runs-on: x, ${rest} } }`;
const step = (rest: string) => job(`steps: [ { ${rest} } ]`);

describe('an invalid workflow file', () => {
  // GitHub's validator has its own tests, so these cases cover only shape, names and contexts.
  test.each([
    ['on: [', 'Flow sequence'],
    [job('needs: b, steps: [ { run: a } ]'), "'b' is not valid"],
    [step('run: a, continue-on-eror: true'), 'continue-on-eror'],
    [step('run: a, if: "secrets.A"'), "Unrecognized named-value: 'secrets'"],
    [job('if: "env.A", steps: [ { run: a } ]'), "Unrecognized named-value: 'env'"],
    [step('run: "${{ always() }}"'), "Unrecognized function: 'always'"],
    [step('run: "${{ github.ref "'), 'is not closed'],
    // Features of GitHub that this harness does not support.
    [job('container: node, steps: [ { run: a } ]'), 'containers are not run'],
    [job('services: { db: { image: x } }, steps: [ { run: a } ]'), 'containers are not run'],
  ])('is rejected before any job runs (%s), with the message: %s', async (text, problem) => {
    await expect(readWorkflow(await workflowFile(text))).rejects.toThrow(problem);
  });
});

describe("the permissions of a job's token", () => {
  test.each([
    ['the default permissions, if none are set', {}, { contents: 'read', packages: 'read' }],
    ['the permissions of the workflow', { workflow: { contents: 'read' as const } }, { contents: 'read' }],
    [
      'the permissions of the job, which replace the permissions of the workflow',
      { workflow: { contents: 'write' as const }, job: { deployments: 'write' as const } },
      { deployments: 'write' },
    ],
    ['no permissions', { workflow: {} }, {}],
    [
      'no permission that is set to none',
      { job: { contents: 'none' as const, issues: 'read' as const } },
      { issues: 'read' },
    ],
    [
      'only read permissions for a fork',
      { job: { contents: 'write' as const, 'id-token': 'write' as const }, readOnly: true },
      { contents: 'read' },
    ],
  ])('are granted as on GitHub: %s', (_name, asked, granted) => {
    expect(tokenPermissions(asked)).toEqual(granted);
  });

  test('include all permissions by default, and id-token only if the workflow requests it', () => {
    const all = tokenPermissions({ workflow: 'write-all' });
    expect(all).toMatchObject({ contents: 'write', 'id-token': 'write', models: 'read' });
    expect(tokenPermissions({ workflow: 'read-all' })).not.toHaveProperty('id-token');
  });
});
