import { describe, expect, test } from '@jest/globals';
import type { Deployment } from '../../src/contract/deployment.ts';
import { apiError } from './support/control-plane.ts';
import { COMMIT, createScenario, deployedScenario, OLD_COMMIT, OTHER_COMMIT } from './support/scenario.ts';

const image = (tag: string) => ({
  source: 'external_docker',
  source_config: {},
  source_revision_config: { image_uri: `r.example.org/a:${tag}` },
});

/** An image deployment at tag 1, and a run that wants tag 2. */
function imageScenario(inputs: Record<string, string> = {}) {
  const scenario = createScenario({ 'image-uri': 'r.example.org/a:2', ...inputs });
  const deployment = scenario.controlPlane.add({ name: 'my-agent', ...image('1') });
  const first = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED']);
  deployment.active_revision_id = first.id;
  return { world: scenario, deployment };
}

describe('a lost answer and the revision of another client', () => {
  test('of another image is not taken for ours', async () => {
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

  test('with other secrets is not taken for ours', async () => {
    const { scenario, deployment } = deployedScenario({ secrets: 'A=value-of-ours' });
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    scenario.clock.at(500, () => {
      deployment.secrets = [{ name: 'A', value: 'value-of-theirs' }];
      scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], COMMIT);
    });
    expect((await scenario.run()).host.outputs['reason-code']).toBe('lost-answer');
  });

  test('of the same commit and settings is as good as ours', async () => {
    const { scenario, deployment } = deployedScenario({ secrets: 'A=value-of-ours' });
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    scenario.clock.at(500, () => {
      deployment.secrets = [{ name: 'A', value: 'value-of-ours' }];
      scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], COMMIT);
    });
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });

  describe('that was made right before ours, and over which ours took', () => {
    /** Both are of our commit; what another client does once both are there. */
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

    test.each([[{}], [OURS]])('is not taken for ours when ours answers, with %j', async (inputs) => {
      const { code, host, world: scenario, deployment } = await run(undefined, inputs);
      expect(code).toBe(0);
      expect(host.outputs).toMatchObject({
        outcome: 'deployed',
        'revision-id': deployment.active_revision_id,
      });
      expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
    });

    test('is superseded when what answers is of another commit, or has other variables', async () => {
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

    test('keeps its result when no second read is answered', async () => {
      const { host } = await run((scenario) =>
        scenario.controlPlane.fail('listRevisions', apiError('http', 503), { times: 9 }),
      );
      expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'newer-revision' });
    });
  });

  test('on a create of the same name with other secrets continues as an update', async () => {
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

describe('a lost answer to a change that never arrived', () => {
  test.each([
    ['is said not to be set', { build_command: null }],
    ['is not told', {}],
    ['is another one', { build_command: 'other' }],
  ])('is not taken for done when the setting %s', async (_what, config) => {
    const scenario = createScenario({ 'build-command': 'make' });
    const repository = { repo_url: 'https://github.com/acme/agents', build_on_push: false };
    scenario.controlPlane.add({ name: 'my-agent', source_config: { ...repository, ...config } }, COMMIT);
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('lost-answer');
  });

  test('is not taken for done when our variable is shown as empty, by a service that shows values', async () => {
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
  ])(
    'and a deployment that another client created without our %s is brought to what is wanted',
    async (_what, inputs, config) => {
      const scenario = createScenario({ ...inputs });
      const repository = { repo_url: 'https://github.com/acme/agents', build_on_push: false };
      scenario.controlPlane.fail('createDeployment', apiError('ambiguous'));
      scenario.clock.at(500, () => {
        scenario.controlPlane.add({ name: 'my-agent', source_config: { ...repository, ...config } }, COMMIT);
      });
      const { host } = await scenario.run();
      expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false', changed: 'true' });
      expect(scenario.controlPlane.count('patchDeployment')).toBe(1);
    },
  );
});

describe('a lost answer and a service that then fails to answer at all', () => {
  test.each([
    ['a patch', 'getDeployment'],
    ['a create', 'findDeployments'],
  ] as const)('to %s is still reported as unknown', async (what, method) => {
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

  test('that answers again after a while is found out', async () => {
    const { scenario } = deployedScenario();
    scenario.controlPlane.fail('patchDeployment', apiError('ambiguous'), { afterDoing: true });
    scenario.controlPlane.before('patchDeployment', 1, () =>
      scenario.controlPlane.fail('getDeployment', apiError('http', 503), { times: 2 }),
    );
    expect((await scenario.run()).host.outputs['outcome']).toBe('deployed');
  });
});

describe('another run at the same time', () => {
  test('whose image the answer shows does not become our success', async () => {
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

  test('that takes over between the last poll and the list makes ours superseded', async () => {
    const { scenario, deployment } = deployedScenario({});
    scenario.controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
    // The first list found the deployment; the second confirms the success.
    scenario.controlPlane.before('findDeployments', 2, () => {
      const theirs = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], OTHER_COMMIT);
      deployment.active_revision_id = theirs.id;
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'newer-revision' });
    expect(host.annotations[0]?.message).toContain('Run the workflow again.');
  });

  test('that changed only the secrets does not either', async () => {
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

  test('of our image with other secrets is not taken for ours when ours was made on a third image', async () => {
    const { world: scenario, deployment } = imageScenario({ secrets: 'A=value-of-ours' });
    const second = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED']);
    Object.assign(deployment, image('2'), { active_revision_id: second.id });
    second.source_revision_config = { image_uri: 'r.example.org/a:2' };
    // Only the secrets differ, so only they are sent: our revision has the latest image of that moment.
    scenario.controlPlane.before('patchDeployment', 1, () => {
      deployment.secrets = [{ name: 'A', value: 'value-of-theirs' }];
      scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED']);
      Object.assign(deployment, image('3'));
      scenario.controlPlane.addRevision(deployment.id, ['QUEUED', 'SKIPPED']);
    });
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'image-mismatch' });
  });

  test('that took our variables away before our change arrived does not either', async () => {
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

  describe('that set a command without a revision of its own', () => {
    const repository = { repo_url: 'https://github.com/acme/agents', build_on_push: false };
    /** A run that says a build command; what the service shows of the settings a while after its change. */
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

    test.each(['create', 'update'] as const)('after our %s is seen', async (what) => {
      for (const later of [{ build_command: 'other' }, { build_command: null }]) {
        const { code, host } = await run(what, later);
        expect(code).toBe(1);
        expect(host.outputs).toMatchObject({ outcome: 'superseded', 'reason-code': 'settings-mismatch' });
        expect(host.annotations[0]?.message).toContain(
          'my-agent no longer has the given source_config.build_command: another client changed it after this run did',
        );
      }
    });

    test('is not suspected when the service shows no value, or normalizes it from the start', async () => {
      expect((await run('update', {})).host.outputs['outcome']).toBe('deployed');
      const own = { build_command: 'sh -c make' };
      expect((await run('update', own, own)).host.outputs['outcome']).toBe('deployed');
    });
  });

  test('between the two reads is seen: settings are never those of a revision that is not', async () => {
    const scenario = createScenario({ secrets: 'A=value-of-ours' });
    const deployment = scenario.controlPlane.add(
      { name: 'my-agent', secrets: [{ name: 'A', value: 'value-of-ours' }] },
      OLD_COMMIT,
    );
    // After our look at the deployment, another client asks for our commit with other secrets.
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

describe('one intent makes one revision', () => {
  test('when the run before it stopped right after its change', async () => {
    const { scenario, deployment } = deployedScenario();
    // Queued: the commit is not shown before it is fetched.
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

  test('unless the one in progress turns out to be of another commit', async () => {
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

  test('also when the one in progress never leaves the queue: nothing is sent', async () => {
    const { scenario, deployment } = deployedScenario({ 'wait-timeout': '10m' });
    scenario.controlPlane.heads.delete('main');
    const stuck = scenario.controlPlane.addRevision(deployment.id, ['QUEUED']);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'timed-out', 'revision-id': stuck.id, changed: 'false' });
    expect(Number(host.outputs['duration-seconds'])).toBeLessThan(620);
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('also without waiting: what is in the queue builds the same ref, and nothing is sent', async () => {
    const { scenario, deployment } = deployedScenario({ wait: 'false' });
    scenario.controlPlane.heads.delete('main');
    const queued = scenario.controlPlane.addRevision(deployment.id, ['QUEUED']);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'submitted', 'revision-id': queued.id, changed: 'false' });
    expect(Number(host.outputs['duration-seconds'])).toBeLessThan(60);
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('and a service that never says commits delays a run by little', async () => {
    const { scenario, deployment } = deployedScenario({ wait: 'false' });
    scenario.controlPlane.heads.delete('main');
    scenario.controlPlane.addRevision(deployment.id, ['BUILDING']);
    const { host } = await scenario.run();
    expect(host.outputs['outcome']).toBe('submitted');
    expect(Number(host.outputs['duration-seconds'])).toBeLessThan(60);
  });

  test('when it is deployed and the switch is still to come', async () => {
    const { scenario, deployment } = deployedScenario();
    const there = scenario.controlPlane.addRevision(deployment.id, ['DEPLOYED'], COMMIT);
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', 'revision-id': there.id, changed: 'false' });
    expect(scenario.controlPlane.count('patchDeployment')).toBe(0);
  });

  test('also of an empty secret: the second run changes nothing', async () => {
    const scenario = createScenario({ secrets: 'A=value-of-a\nEMPTY=""' });
    await scenario.run();
    expect((await scenario.run()).host.outputs['outcome']).toBe('unchanged');
  });
});

describe('a deployment that is being deleted', () => {
  const dying: Partial<Deployment> = { status: 'AWAITING_DELETE' };

  test('is not unchanged when it is named by its ID', async () => {
    const scenario = createScenario();
    const { id } = scenario.controlPlane.add({ name: 'my-agent', ...dying }, COMMIT);
    scenario.inputs = { 'api-key': scenario.inputs['api-key'] ?? '', 'deployment-id': id };
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('deployment-gone');
  });

  test('while we wait is gone, even when our revision is deployed and active', async () => {
    const { scenario, deployment } = deployedScenario();
    scenario.controlPlane.nextRollout = ['BUILDING', 'DEPLOYED'];
    scenario.controlPlane.before('getRevision', 2, () => Object.assign(deployment, dying));
    const { host } = await scenario.run();
    expect(host.outputs['reason-code']).toBe('deployment-gone');
  });
});

describe('what the service leaves open', () => {
  test('that it makes a revision although none is due: it is waited for', async () => {
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

describe('a change that needs no revision, while one in progress becomes active', () => {
  const settings = async (commit: string) => {
    const { scenario, deployment } = deployedScenario({ 'build-command': 'make' }, COMMIT);
    const theirs = scenario.controlPlane.addRevision(deployment.id, ['BUILDING'], commit);
    scenario.controlPlane.before('patchDeployment', 1, () => {
      theirs.status = 'DEPLOYED';
      deployment.active_revision_id = theirs.id;
    });
    return { ...(await scenario.run()), theirs: theirs.id };
  };

  test('reports the one that serves, when it is of our commit too', async () => {
    const { host, theirs } = await settings(COMMIT);
    expect(host.outputs).toMatchObject({
      outcome: 'deployed',
      'reason-code': 'configuration-updated',
      'revision-id': theirs,
    });
  });

  test('is no success when it is of another commit', async () => {
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

describe('a name that was refused', () => {
  test('is read again: a list may lag', async () => {
    const scenario = createScenario();
    scenario.controlPlane.nameTaken = true;
    scenario.clock.at(3000, () => scenario.controlPlane.add({ name: 'my-agent' }, OLD_COMMIT));
    const { host } = await scenario.run();
    expect(host.outputs).toMatchObject({ outcome: 'deployed', created: 'false' });
  });
});
