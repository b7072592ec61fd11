import { isDeadOwner } from '../process/sweep.ts';
import type { Engine } from './engine.ts';
import { OWNER_LABEL } from './labels.ts';

/**
 * Removes the containers and volumes of emulators of this machine that are no more (DESIGN §6): killing an emulator
 * ends its processes, but an engine's containers are the engine's. Gives how many containers there were.
 */
export async function sweepContainers(engine: Engine, own: string): Promise<number> {
  const containers = await leftBy(engine, own, ['ps', '--all', '--quiet', '--no-trunc'], {
    inspect: ['inspect', '--type', 'container'],
    labels: '.Config.Labels',
  });
  if (containers.length > 0) await engine.run(removeCommand(engine, containers));
  const volumes = await leftBy(engine, own, ['volume', 'ls', '--quiet'], {
    inspect: ['volume', 'inspect'],
    labels: '.Labels',
  });
  if (volumes.length > 0) await engine.run(['volume', 'rm', '-f', ...volumes]);
  return containers.length;
}

/** The command that removes containers at once, whether they run or not. */
export function removeCommand({ info }: Engine, names: readonly string[]): string[] {
  return ['rm', '--force', '--volumes', ...(info.isPodman ? ['--time', '0'] : []), ...names];
}

async function leftBy(
  engine: Engine,
  own: string,
  list: string[],
  how: { inspect: string[]; labels: string },
): Promise<string[]> {
  const { ok, stdout } = await engine.run([...list, '--filter', `label=${OWNER_LABEL}`]);
  const found = ok ? stdout.split('\n').filter((line) => line !== '') : [];
  const dead = await Promise.all(
    found.map(async (id) => {
      const format = `{{index ${how.labels} "${OWNER_LABEL}"}}`;
      const { stdout: owner, ok: known } = await engine.run([...how.inspect, '--format', format, id]);
      return known && owner.trim() !== own && (await isDeadOwner(owner.trim())) ? id : undefined;
    }),
  );
  return dead.filter((id) => id !== undefined);
}
