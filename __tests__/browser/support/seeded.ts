import { afterAll, beforeAll } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { type SeededDashboard, seedDashboard } from '../../../harness/dashboard/seed.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from '../../../src/emulator/index.ts';
import { useDashboard } from './dashboard.ts';

/**
 * Provides one emulator with real agents for all tests of a file. Tests may add data, but must not remove data of
 * other tests. Tests fail for the same problems as with `useDashboard`.
 */
export function useSeededDashboard(options: EmulatorOptions & { sandbox?: boolean } = {}) {
  const dashboard = useDashboard();
  let started: { emulator: Emulator; seeded: SeededDashboard } | undefined;
  beforeAll(async () => {
    const { sandbox = false, ...more } = options;
    const emulator = await createEmulator({
      runtime: 'process',
      dashboard: true,
      log: () => undefined,
      ...more,
    });
    const { apiKey, workspaceId, urls } = emulator;
    try {
      const target = { origin: urls.controlPlane, apiKey, workspaceId };
      started = { emulator, seeded: await seedDashboard(target, { sandbox }) };
    } catch (error) {
      await emulator.close();
      throw error;
    }
  });
  afterAll(async () => {
    await started?.emulator.close();
    await started?.seeded.close();
  });
  const running = () => {
    if (started === undefined) throw new Error('the emulator is seeded before the tests, not before that');
    return started;
  };
  return {
    ...dashboard,
    get emulator() {
      return running().emulator;
    },
    get seeded() {
      return running().seeded;
    },
    /** Signs in with a new link to a screen of the dashboard, such as `/requests?status=5xx`. */
    openAt(place = '/', browserOptions?: BrowserContextOptions) {
      const link = new URL(running().emulator.dashboardLink() ?? '');
      link.pathname += place.slice(1).replace(/\?.*/s, '');
      link.search = /\?.*/s.exec(place)?.[0] ?? '';
      return dashboard.signIn(link.href, browserOptions);
    },
  };
}

/** A screen, and the text that appears once the screen has loaded its data. */
export interface SeededPlace {
  name: string;
  place: string;
  heading: string;
  shows: RegExp;
}

/** Returns every screen of the dashboard, and important states of some screens, with the seeded data. */
export function seededPlaces(seeded: SeededDashboard): SeededPlace[] {
  const { support, invoices, threadId, sandboxId, faultedRequest } = seeded;
  const own = `/deployments/${support.id}`;
  const draft = { match: { stage: 'DEPLOYING' }, when: { times: 1 }, then: { fail: 'no room' } };
  return [
    { name: 'runs', place: '/', heading: 'Runs', shows: /Runs/ },
    { name: 'deployments', place: '/deployments', heading: 'Deployments', shows: /support-agent-pr-42/ },
    { name: 'revisions', place: own, heading: 'support-agent', shows: /push to main/ },
    {
      name: 'difference of revisions',
      place: `${own}?to=${support.revisions[1]}`,
      heading: 'support-agent',
      shows: /MODEL_KEY\s+value changed/,
    },
    {
      name: 'log',
      place: `/logs/${invoices.id}`,
      heading: 'Logs',
      shows: /no matching version of invoice-templates/,
    },
    { name: 'settings', place: `${own}/settings`, heading: 'support-agent', shows: /REPLY_HOOK/ },
    {
      name: 'playground',
      place: `/playground/${support.id}`,
      heading: 'New thread',
      shows: /support-agent/,
    },
    {
      name: 'threads',
      place: '/threads',
      heading: 'Threads',
      shows: /support-agent|Threads/,
    },
    {
      name: 'thread',
      place: `/threads/${support.id}/${threadId}`,
      heading: '',
      shows: /Where is my parcel/,
    },
    { name: 'graph', place: `${own}/graph`, heading: 'support-agent', shows: /answer/ },
    { name: 'feedback', place: `${own}/feedback`, heading: 'support-agent', shows: /Run/ },
    { name: 'requests', place: '/requests', heading: 'Requests', shows: /fault/ },
    {
      name: 'request',
      place: `/requests/${faultedRequest}`,
      heading: 'Requests',
      shows: /Injected by a fault rule/,
    },
    { name: 'events', place: '/events?only=events', heading: 'Events', shows: /retired-agent\s+was deleted/ },
    { name: 'faults', place: '/faults', heading: 'Faults', shows: /search-agent while building/ },
    {
      name: 'form of a fault',
      place: `/faults?draft=${encodeURIComponent(JSON.stringify(draft))}`,
      heading: 'Faults',
      shows: /New rule/,
    },
    { name: 'clock', place: '/clock', heading: 'Clock', shows: /Moving the clock starts/ },
    ...(sandboxId === undefined
      ? []
      : [
          {
            name: 'sandbox',
            place: `/sandboxes/${sandboxId}`,
            heading: '',
            shows: /code-host/,
          },
        ]),
    { name: 'sandboxes', place: '/sandboxes', heading: 'Sandboxes', shows: /Isolation on this machine/ },
    { name: 'previews', place: '/previews', heading: 'Previews', shows: /acme\/support/ },
    { name: 'pushes', place: '/pushes', heading: 'Pushes', shows: /support-agent #3/ },
    { name: 'snapshots', place: '/snapshots', heading: 'Snapshots', shows: /Download a snapshot/ },
    { name: 'nothing', place: '/no/such/place', heading: 'Nothing here', shows: /This page does not exist/ },
    {
      name: 'deleted deployment',
      place: `/deployments/${seeded.retired.id}`,
      heading: 'No such deployment',
      shows: /might have been deleted/,
    },
  ];
}
