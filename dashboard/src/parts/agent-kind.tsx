import type { JSX } from 'preact';
import type { DeploymentSummary } from '../../../src/contract/dashboard/deployments.ts';
import { deployments } from '../live/store.ts';
import { Void } from './page.tsx';
import { WebLink } from './basics.tsx';

const REASONS: Readonly<Partial<Record<DeploymentSummary['kind'], string>>> = {
  stub: 'This emulator was started with --runtime stub, which runs no agents. Start it without this option.',
  program: 'This agent is a custom server without graphs, threads or runs.',
  image: 'This agent is an image with a custom server, without graphs, threads or runs.',
  unknown: 'No revision has served yet. The agent’s details appear once a revision is serving.',
};

/** Returns whether an agent has graphs, threads and runs. */
export const hasGraphs = ({ kind }: Pick<DeploymentSummary, 'kind'>): boolean => REASONS[kind] === undefined;

/** Explains why a deployment has no graphs, threads and runs. */
export function NoGraphs({ deployment }: { deployment: DeploymentSummary }): JSX.Element {
  const { kind, url } = deployment;
  return (
    <Void title="No graphs" {...(url === null || kind === 'stub' ? {} : { acts: <WebLink url={url} /> })}>
      {REASONS[kind]}
    </Void>
  );
}

/** Returns the deployment in the URL, or else the first deployment that has graphs. */
export function chooseDeployment(id: string | null): DeploymentSummary | undefined {
  const list = deployments.value ?? [];
  return id === null ? (list.find(hasGraphs) ?? list[0]) : list.find((one) => one.id === id);
}
