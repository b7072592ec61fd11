import * as z from 'zod';
import type { EmulatorHandle } from '../emulator.ts';
import type { OpenPullRequest } from './github.ts';
import { expectThat } from './show.ts';

const Named = z.looseObject({ name: z.string() });
const Deployments = z.looseObject({ resources: z.array(Named) });
const Projects = z.array(Named);

export interface Remains {
  emulator: Pick<EmulatorHandle, 'api'>;
  pull: OpenPullRequest;
  /** The preview that has to be gone. */
  preview: { name: string; url: string };
  /** The deployment that has to be there still. */
  keep: string;
}

/**
 * Looks for anything of a preview, everywhere one leaves something, past the action. Gives a line for each place; throws
 * when something is left, or when too much is gone.
 */
export async function expectNothingLeft({ emulator, pull, preview, keep }: Remains): Promise<string[]> {
  const deployments = Deployments.parse((await emulator.api('GET', '/v2/deployments?limit=100')).body);
  const names = deployments.resources.map(({ name }) => name);
  expectThat(names.join() === keep, `the deployments should be ${keep} alone (they are ${names.join(', ')})`);
  const projects = Projects.parse((await emulator.api('GET', '/api/v1/sessions?limit=100')).body);
  const traced = projects.map(({ name }) => name);
  expectThat(traced.join() === keep, `the tracing projects should be ${keep} alone (${traced.join(', ')})`);
  const environments = pull.environments();
  const active = environments
    .filter(({ state }) => !['inactive', 'empty'].includes(state))
    .map(({ name }) => name);
  expectThat(!active.includes(preview.name), `the environment ${preview.name} should not be active`);
  const answers = await fetch(`${preview.url}/ok`).then(
    () => true,
    () => false,
  );
  expectThat(!answers, `nobody should answer at ${preview.url}`);
  return [
    `deployments:      ${names.join(', ')}`,
    `tracing projects: ${traced.join(', ')}`,
    `environments:     ${active.length === 0 ? 'none' : active.join(', ')} active`,
    `processes:        nobody answers at ${preview.url}`,
  ];
}
