import type { ReplayedRun } from '../../../src/contract/dashboard/runs.ts';
import { visibleLine } from '../logic/format.ts';
import type { PaletteEntry } from '../logic/palette.ts';
import { pathOf } from '../logic/paths.ts';
import { runTitle } from '../logic/run-list.ts';
import { send } from './api.ts';
import { goTo } from './navigation.ts';
import { runList } from './runs.ts';
import { faults, loadFaults } from './store.ts';
import { showProblem } from './toasts.ts';

/** Turns all fault rules off, unless another tab has changed the rules since this page loaded them. */
export async function turnFaultsOff(): Promise<void> {
  const revision = faults.peek()?.revision ?? 0;
  await send('DELETE', '/faults', undefined, { revision });
  await loadFaults();
}

/** Returns the actions that the palette offers on every screen. */
export function actsEverywhere(): PaletteEntry[] {
  const rules = faults.peek()?.rules.length ?? 0;
  const failed = runList.runs.peek().find(({ state }) => state === 'failed' || state === 'timed-out');
  return [
    ...(failed === undefined
      ? []
      : [
          act(
            {
              name: 'Replay the last failed run',
              icon: 'replay',
              note: visibleLine(runTitle(failed)).slice(0, 60),
            },
            async () => {
              const made = await send<ReplayedRun>('POST', `/runs/${failed.run_id}/replay`, {});
              goTo(pathOf({ screen: 'run', id: made.deployment_id, run: made.run_id }));
            },
          ),
        ]),
    ...(rules === 0
      ? []
      : [act({ name: 'Turn all faults off', icon: 'fault', note: `${rules} on` }, turnFaultsOff)]),
  ];
}

const act = (
  entry: Pick<PaletteEntry, 'name' | 'icon' | 'note'>,
  run: () => Promise<void>,
): PaletteEntry => ({
  group: 'Acts',
  ...entry,
  run: () => void run().catch(showProblem),
});
