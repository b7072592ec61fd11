import { describe, expect, test } from '@jest/globals';
import type { Deployment } from '../../src/contract/deployment.ts';
import { apiError } from './support/control-plane.ts';
import { COMMIT, createScenario, deployedScenario, OLD_COMMIT, OTHER_COMMIT } from './support/scenario.ts';

const image = (tag: string) => ({
  source: 'external_docker',
  source_config: {},
  source_revision_config: { image_uri: `r.example.org/a:${tag}` },
});

/** Creates an image deployment with tag 1, and a run that desires tag 2. */
function imageScenario(inputs: Record<string, string> = {}) {
  const scenario = createScenario({ 'image-uri': 'r.example.org/a:2', ...inputs });
  const deployment = scenario.controlPlane.add({ name: 'my-agent', ...image('1') });
  const first = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED']);
  deployment.active_revision_id = first.id;
  return { world: scenario, deployment };
}

describe("another client's revision that is created while the response to the run's change is lost", () => {
  test("is not mistaken for the run's revision if the images differ", async () => {
    const { world: scenario, deployment } = imageScenario();
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    scenario.clock.at(500, () => {
      Object.assign(deployment, image('3'));
      scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED']);
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'failed', 'reason-code': 'lost-answer', changed: 'false' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });

  test("is not mistaken for the run's revision if the secrets differ", async () => {
    const { scenario, deployment } = deployedScenario({ secrets: 'A=value-of-ours' });
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    scenario.clock.at(500, () => {
      deployment.secrets = [{ name: 'A', value: 'value-of-theirs' }];
      scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], COMMIT);
    });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('lost-answer');
  });

  test("counts as the run's revision if it has the same commit and settings", async () => {
    const { scenario, deployment } = deployedScenario({ secrets: 'A=value-of-ours' });
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    scenario.clock.at(500, () => {
      deployment.secrets = [{ name: 'A', value: 'value-of-ours' }];
      scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], COMMIT);
    });
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });

  describe("after the run's own revision has replaced it", () => {
    /** Both revisions have the run's commit; `then` is the action of another client once both revisions exist. */
    const run = async (then?: (scenario: ReturnType<typeof createScenario>) => void, inputs = {}) => {
      const scenario = createScenario(inputs);
      const secrets = [{ name: 'A', value: 'value-of-ours' }];
      const deployment = scenario.controlPlane.add({ name: 'my-agent', secrets }, OLD_COMMIT);
      scenario.controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
      scenario.controlPlane.before('patchDeployment', 1, () =>
        scenario.controlPlane.addRevision(deployment.id, ['BUILDING', 'BUILDING', 'DEPLOYED'], COMMIT),
      );
      scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'), { afterDoing: true });
      scenario.clock.at(500, () => {
        then?.(scenario);
        const [latest] = scenario.controlPlane.revisions.get(deployment.id) ?? [];
        if (latest) Object.assign(latest, { status: 'DEPLOYED' });
        deployment.active_revision_id = latest?.id ?? null;
      });
      return { ...(await scenario.run()), world: scenario, deployment };
    };

    const OURS = { secrets: 'A=value-of-ours' };

    test.each([[{}], [OURS]])("is not reported as the run's revision, with inputs %j", async (inputs) => {
      const { code, host, world: scenario, deployment } = await run(undefined, inputs);
      expect(code).toBe(0);
      expect(host.outputs).toMatchObject({
        outcome: 'deployed',
        'revision-id': deployment.active_revision_id,
      });
      expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
    });

    test('does not make the run green if the active revision has a different commit or different variables', async () => {
      const deployment = ({ controlPlane }: ReturnType<typeof createScenario>) =>
        [...controlPlane.deployments.values()][0];
      const other = await run((scenario) =>
        scenario.controlPlane.addRevision(deployment(scenario)?.id ?? '', ['DEPLOYED'], OTHER_COMMIT),
      );
      expect(other.host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'newer-revision' });
      const theirs = await run((scenario) => {
        Object.assign(deployment(scenario) ?? {}, { secrets: [{ name: 'A', value: 'value-of-theirs' }] });
        scenario.controlPlane.addRevision(deployment(scenario)?.id ?? '', ['DEPLOYED'], COMMIT);
      }, OURS);
      expect(theirs.host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'newer-revision' });
    });

    test('does not make the run green if the revisions cannot be listed again', async () => {
      const { host } = await run((scenario) =>
        scenario.controlPlane.fail('listRevisions', apiError('http', 503), { times: 9 }),
      );
      expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'newer-revision' });
    });
  });

  test('that belongs to a new deployment with different secrets makes the run update the deployment', async () => {
    const scenario = createScenario({ secrets: 'A=value-of-ours' });
    scenario.controlPlane.fail('createDeployment', apiError('ambiguous'));
    scenario.clock.at(500, () => {
      scenario.controlPlane.add(
        { name: 'my-agent', secrets: [{ name: 'A', value: 'value-of-theirs' }] },
        COMMIT,
      );
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false', changed: 'true' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });
});

describe('a run whose response was lost and whose change never arrived', () => {
  test.each([
    ['is shown as unset', { build_command: null }],
    ['is not shown', {}],
    ['has another value', { build_command: 'other' }],
  ])('fails if the setting %s', async (_what, config) => {
    const scenario = createScenario({ 'build-command': 'make' });
    const repository = { repo_url: 'https://github.com/acme/agents', build_on_push: false };
    scenario.controlPlane.add({ name: 'my-agent', source_config: { ...repository, ...config } }, COMMIT);
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('lost-answer');
  });

  test("fails if the service shows variable values, but an empty value for the run's variable", async () => {
    const scenario = createScenario({ secrets: 'A=value-of-ours' });
    const secrets = [
      { name: 'A', value: '' },
      { name: 'B', value: 'value-of-b' },
    ];
    const deployment = scenario.controlPlane.add({ name: 'my-agent', secrets }, OLD_COMMIT);
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    scenario.clock.at(500, () => {
      deployment.secrets = [{ name: 'A', value: '' }];
      scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], COMMIT);
    });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('lost-answer');
  });

  test.each([
    ['variables', { secrets: 'A=value-of-ours' }, {}],
    ['settings', { 'build-command': 'make' }, { build_command: null }],
  ])("updates a deployment of another client that lacks the run's %s", async (_what, inputs, config) => {
    const scenario = createScenario({ ...inputs });
    const repository = { repo_url: 'https://github.com/acme/agents', build_on_push: false };
    scenario.controlPlane.fail('createDeployment', apiError('ambiguous'));
    scenario.clock.at(500, () => {
      scenario.controlPlane.add({ name: 'my-agent', source_config: { ...repository, ...config } }, COMMIT);
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false', changed: 'true' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });
});

describe('a change whose response is lost before the service stops responding', () => {
  test.each([
    ['a patch', 'getDeployment'],
    ['a create', 'findDeployments'],
  ] as const)('is reported as unknown if it was sent to %s', async (what, method) => {
    const scenario = createScenario();
    if (what === 'a patch') scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT);
    const write = what === 'a patch' ? 'patchDeployment' : 'createDeployment';
    scenario.controlPlane.fail(write, apiError('ambiguous'));
    scenario.controlPlane.before(write, 1, () =>
      scenario.controlPlane.fail(method, apiError('http', 503), { times: 100 }),
    );
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('lost-answer');
    expect(host.annotations[0]?.message).toContain('Run the workflow again');
  });

  test('is looked up again once the service responds again', async () => {
    const { scenario } = deployedScenario();
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'), { afterDoing: true });
    scenario.controlPlane.before('patchDeployment', 1, () =>
      scenario.controlPlane.fail('getDeployment', apiError('http', 503), { times: 2 }),
    );
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });
});

describe('a concurrent change by another run', () => {
  test("does not count as this run's success if the response shows the other run's image", async () => {
    const { world: scenario, deployment } = imageScenario();
    scenario.controlPlane.nextRollout = ['DEPLOYED'];
    scenario.controlPlane.holdSwitch = true;
    const real = scenario.controlPlane.client.patchDeployment;
    scenario.controlPlane.client.patchDeployment = async (...args) => {
      await real(...args);
      Object.assign(deployment, image('3'));
      const theirs = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED']);
      deployment.active_revision_id = theirs.id;
      return { ...deployment };
    };
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('superseded');
  });

  test("makes this run superseded if the other run's revision becomes active after the last poll", async () => {
    const { scenario, deployment } = deployedScenario({});
    scenario.controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
    // The first list request finds the deployment, and the second list request confirms the success.
    scenario.controlPlane.before('findDeployments', 2, () => {
      const theirs = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], OTHER_COMMIT);
      deployment.active_revision_id = theirs.id;
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'newer-revision' });
    expect(host.annotations[0]?.message).toContain('Run the workflow again.');
  });

  test("does not count as this run's success if it changed only the secrets", async () => {
    const { scenario, deployment } = deployedScenario({ secrets: 'A=value-of-ours' });
    scenario.controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
    const real = scenario.controlPlane.client.patchDeployment;
    scenario.controlPlane.client.patchDeployment = async (...args) => {
      await real(...args);
      deployment.secrets = [{ name: 'A', value: 'value-of-theirs' }];
      scenario.controlPlane.addRevision(deployment.id, ['BUILDING', 'DEPLOYED'], COMMIT);
      return { ...deployment };
    };
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'settings-mismatch' });
    expect(host.annotations[0]?.message).toContain('secrets.A');
    expect(host.everything()).not.toMatch(/value-of-(ours|theirs)/);
  });

  test("does not count as this run's success if it has the desired image but different secrets", async () => {
    const { world: scenario, deployment } = imageScenario({ secrets: 'A=value-of-ours' });
    const second = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED']);
    Object.assign(deployment, image('2'), { active_revision_id: second.id });
    second.source_revision_config = { image_uri: 'r.example.org/a:2' };
    // Only the secrets differ and are sent, so the run's revision has the latest image at that moment.
    scenario.controlPlane.before('patchDeployment', 1, () => {
      deployment.secrets = [{ name: 'A', value: 'value-of-theirs' }];
      scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED']);
      Object.assign(deployment, image('3'));
      scenario.controlPlane.addRevision(deployment.id, ['QUEUED', 'SKIPPED']);
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'image-mismatch' });
  });

  test("does not count as this run's success if it removed variables before this run's change arrived", async () => {
    const scenario = createScenario({ secrets: 'A=value-of-ours' });
    const secrets = [{ name: 'A', value: 'value-of-ours' }];
    const deployment = scenario.controlPlane.add({ name: 'my-agent', secrets }, OLD_COMMIT);
    scenario.controlPlane.before('patchDeployment', 1, () => {
      deployment.secrets = [];
      scenario.controlPlane.addRevision(deployment.id, ['QUEUED', 'SKIPPED'], COMMIT);
    });
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('settings-mismatch');
  });

  describe('of only the build command', () => {
    const repository = { repo_url: 'https://github.com/acme/agents', build_on_push: false };
    /** Runs with a build command, while the service shows other settings some time after the change. */
    const run = async (what: 'create' | 'update', later: Record<string, unknown>, answered = {}) => {
      const scenario = createScenario({ 'build-command': 'make' });
      if (what === 'update')
        scenario.controlPlane.add({ name: 'my-agent', source_config: repository }, OLD_COMMIT);
      scenario.controlPlane.nextRollout = ['BUILDING', 'BUILDING', 'DEPLOYED'];
      const write = what === 'create' ? 'createDeployment' : 'patchDeployment';
      const real: (...args: never[]) => Promise<Deployment> = scenario.controlPlane.client[write];
      scenario.controlPlane.client[write] = async (...args: unknown[]) => {
        const answer = await real(...(args as never[]));
        return { ...answer, source_config: { ...answer.source_config, ...answered } };
      };
      scenario.clock.at(500, () => {
        const [deployment] = scenario.controlPlane.deployments.values();
        if (deployment) deployment.source_config = { ...repository, ...later };
      });
      return scenario.run();
    };

    test.each(['create', 'update'] as const)("is detected after this run's %s", async (what) => {
      for (const later of [{ build_command: 'other' }, { build_command: null }]) {
        const { code, host } = await run(what, later);
        expect(code).toBe(1);
        expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'settings-mismatch' });
        expect(host.annotations[0]?.message).toContain(
          'my-agent no longer has the requested source_config.build_command, because another client changed it after this run did',
        );
      }
    });

    test('is not reported if the service hides the command or always normalizes it', async () => {
      expect((await run('update', {})).host.outputs['outcome']).toBe('deployed');
      const own = { build_command: 'sh -c make' };
      expect((await run('update', own, own)).host.outputs['outcome']).toBe('deployed');
    });
  });

  test('is detected even if it happens between the last reads of the deployment and its revisions', async () => {
    const scenario = createScenario({ secrets: 'A=value-of-ours' });
    const deployment = scenario.controlPlane.add(
      { name: 'my-agent', secrets: [{ name: 'A', value: 'value-of-ours' }] },
      OLD_COMMIT,
    );
    // After the run has read the deployment, another client requests the same commit with other secrets.
    scenario.controlPlane.before('listRevisions', 1, () => {
      deployment.secrets = [{ name: 'A', value: 'value-of-theirs' }];
      scenario.controlPlane.addRevision(deployment.id, ['BUILDING', 'BUILDING', 'DEPLOYED'], COMMIT);
      deployment.latest_revision_id = null;
    });
    scenario.controlPlane.before('listRevisions', 2, () => {
      deployment.latest_revision_id = scenario.controlPlane.revisions.get(deployment.id)?.[0]?.id ?? null;
    });
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('deployed');
    expect(deployment.secrets).toEqual([{ name: 'A', value: 'value-of-ours' }]);
  });
});

describe('a second run with the same commit', () => {
  test('creates no second revision if the previous run was killed right after its change', async () => {
    const { scenario, deployment } = deployedScenario();
    // The revision is queued, and its commit is not shown before it is fetched.
    scenario.controlPlane.heads.delete('main');
    const underway = scenario.controlPlane.addRevision(deployment.id, ['QUEUED', 'BUILDING', 'DEPLOYED']);
    scenario.clock.at(300_000, () => {
      underway.status = 'BUILDING';
      underway.source_revision_config = { ...underway.source_revision_config, repo_commit_sha: COMMIT };
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'revision-id': underway.id, changed: 'false' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('creates a revision if the revision in progress turns out to have a different commit', async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.controlPlane.heads.delete('main');
    const underway = scenario.controlPlane.addRevision(deployment.id, ['QUEUED', 'BUILDING', 'DEPLOYED']);
    scenario.clock.at(10_000, () => {
      underway.source_revision_config = { ...underway.source_revision_config, repo_commit_sha: OTHER_COMMIT };
      scenario.controlPlane.heads.set('main', COMMIT);
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'commit-sha': COMMIT, changed: 'true' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
  });

  test('sends no change if the revision in progress stays in the queue until the timeout', async () => {
    const { scenario, deployment } = deployedScenario({ 'wait-timeout': '10m' });
    scenario.controlPlane.heads.delete('main');
    const stuck = scenario.controlPlane.addRevision(deployment.id, ['QUEUED']);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'timed-out', 'revision-id': stuck.id, changed: 'false' });
    expect(Number(host.outputs['duration-seconds'])).toBeLessThan(620);
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('without waiting creates no second revision if the queued revision builds the same ref', async () => {
    const { scenario, deployment } = deployedScenario({ wait: 'false' });
    scenario.controlPlane.heads.delete('main');
    const queued = scenario.controlPlane.addRevision(deployment.id, ['QUEUED']);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'submitted', 'revision-id': queued.id, changed: 'false' });
    expect(Number(host.outputs['duration-seconds'])).toBeLessThan(60);
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('creates no second revision if the service never shows commits, and waits only briefly', async () => {
    const { scenario, deployment } = deployedScenario({ wait: 'false' });
    scenario.controlPlane.heads.delete('main');
    scenario.controlPlane.addRevision(deployment.id, ['BUILDING']);
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('submitted');
    expect(Number(host.outputs['duration-seconds'])).toBeLessThan(60);
  });

  test('creates no second revision while the first revision is deployed but not yet active', async () => {
    const { scenario, deployment } = deployedScenario();
    const there = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'revision-id': there.id, changed: 'false' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('does not send an empty secret again', async () => {
    const scenario = createScenario({ secrets: 'A=value-of-a\nEMPTY=""' });
    await scenario.run();
    expect((await scenario.run()).host.outputs['outcome']).toBe('unchanged');
  });
});

describe('a deployment that is being deleted', () => {
  const dying: Partial<Deployment> = { status: 'AWAITING_DELETE' };

  test('is not reported as unchanged if the inputs specify its ID', async () => {
    const scenario = createScenario();
    const { id } = scenario.controlPlane.add({ name: 'my-agent', ...dying }, COMMIT);
    scenario.inputs = { 'api-key': scenario.inputs['api-key'] ?? '', 'deployment-id': id };
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('deployment-gone');
  });

  test("is reported as deleted by a waiting run, even if the run's revision is deployed and active", async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
    scenario.controlPlane.before('getRevision', 2, () => Object.assign(deployment, dying));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('deployment-gone');
  });
});

describe('a service that creates a revision although none of the changed settings requires it', () => {
  test('makes the run wait for the unexpected revision', async () => {
    const { scenario, deployment } = deployedScenario({ 'build-command': 'make' }, COMMIT);
    const real = scenario.controlPlane.client.patchDeployment;
    scenario.controlPlane.client.patchDeployment = async (...args) => {
      await real(...args);
      scenario.controlPlane.addRevision(deployment.id, ['BUILDING', 'BUILD_FAILED'], COMMIT);
      return { ...deployment };
    };
    expect((await scenario.run()).host.outputs['reason-code']).toBe('build-failed');
  });
});

describe('a change of settings that the service applies without a new revision', () => {
  const settings = async (commit: string) => {
    const { scenario, deployment } = deployedScenario({ 'build-command': 'make' }, COMMIT);
    const theirs = scenario.controlPlane.addRevision(deployment.id, ['BUILDING'], commit);
    scenario.controlPlane.before('patchDeployment', 1, () => {
      theirs.status = 'DEPLOYED';
      deployment.active_revision_id = theirs.id;
    });
    return { ...(await scenario.run()), theirs: theirs.id };
  };

  test("makes the run report the active revision if another revision with the run's commit becomes active", async () => {
    const { host, theirs } = await settings(COMMIT);
    expect(host.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'configuration-updated',
      'revision-id': theirs,
    });
  });

  test('makes the run fail if a revision with another commit becomes active', async () => {
    const { code, host, theirs } = await settings(OTHER_COMMIT);
    expect(code).toBe(1);
    expect(host.outputs).toMatchObject({
      outcome: 'superseded',
      'reason-code': 'newer-revision',
      'revision-id': theirs,
      changed: 'true',
    });
  });
});

describe('a deployment name that the service rejects because it is taken', () => {
  test("is looked up again, because the service's list might not show it yet", async () => {
    const scenario = createScenario();
    scenario.controlPlane.nameTaken = true;
    scenario.clock.at(3000, () => scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false' });
  });
});
