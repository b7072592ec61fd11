import { join } from 'node:path';
import { realClock } from '../../src/clients/clock.ts';
import { createWebhooks } from '../../src/emulator/agent-server/webhooks.ts';
import { toServiceClock } from '../../src/emulator/ports/clock.ts';
import { loadKeyring, openStore } from '../../src/emulator/store/index.ts';
import { aDeployment, cronRow, webhookRow } from '../emulator/store/samples.ts';

/**
 * Sends a webhook that its receiver refuses, and adds an outcome to a cron. Then prints a line and waits until the
 * process is killed.
 */
const dataDir = process.argv[2] ?? '';
const store = await openStore({
  location: join(dataDir, 'emulator.sqlite'),
  keyring: (held) => loadKeyring({ dataDir, held }),
});
const { id } = await aDeployment(store);
const cron = cronRow(id, { id: 'cron' });
await store.crons.insert(cron);
await store.crons.addOutcome('cron', { at: 1, status: 'refused', runId: null, threadId: null, reason: 'no' });
await store.webhooks.insert(webhookRow(id, { id: 'webhook' }));
const update = store.webhooks.update.bind(store.webhooks);
store.webhooks.update = async (...given) => {
  await update(...given);
  process.stdout.write('stored\n');
};
const post = () => Promise.resolve(503);
createWebhooks({ store, clock: toServiceClock(realClock), log: () => undefined, post }).wake();
setInterval(() => undefined, 1_000);
