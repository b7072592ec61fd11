import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Rig, type RigSandbox, SECRETS, startRig } from '../../../harness/credential-proxy/rig.ts';
import { type Attack, get } from './attack.ts';
import { AUTHORITIES, FORMS, IDENTITY } from './authorities.ts';
import { FRAMING } from './framing.ts';
import { HEADERS, HOSTS } from './headers.ts';
import { PATHS } from './paths.ts';
import { perform, upstreamOf } from './perform.ts';

// Runs all attacks, byte by byte, against a proxy process that is started as in production. Unlike in production,
// names and addresses lead to upstreams of the test.
let rig: Rig;
let main: RigSandbox;
let other: RigSandbox;
beforeAll(async () => {
  rig = await startRig();
  main = await rig.push('main');
  other = await rig.push('other', { rules: [] });
});
afterAll(() => rig.stop());
beforeEach(() => rig.clear());

const SECRET = [SECRETS.authorization.replace('Bearer ', ''), SECRETS.key];

async function check(attack: Attack): Promise<void> {
  const { outcome, closed, shown } = await perform(rig, main, other, attack);
  const expected = [attack.answer].flat();
  expect({ outcome: expected.includes(outcome) ? attack.answer : outcome, upstream: safelySeen() }).toEqual({
    outcome: attack.answer,
    // A refused request may be refused before or after it reaches the upstream, but never arrives partially.
    upstream: typeof outcome === 'number' && outcome < 400 ? attack.upstream : 'nothing',
  });
  if (attack.closes === true) expect(closed).toBe(true);
  if (attack.silent === true) expect(rig.network.lookups()).toEqual([]);
  const seen = [...rig.upstream.requests, ...rig.plain.requests];
  if (attack.line !== undefined) expect(seen.map(({ head }) => head.split('\r\n')[0])).toEqual([attack.line]);
  for (const secret of [...SECRET, main.token]) expect(shown).not.toContain(secret);
}

function safelySeen(): string {
  try {
    return upstreamOf(rig);
  } catch (error) {
    return String(error);
  }
}

const TABLES: [name: string, attacks: Attack[]][] = [
  ['the identity of the client', IDENTITY],
  ['the target of a tunnel', AUTHORITIES],
  ["a request to the proxy's own port", FORMS],
  ['the host of a request', HOSTS],
  ['the path of a request', PATHS],
  ['the length of a request', FRAMING],
  ['the headers of a request', HEADERS],
];

// docs/credential-proxy.md#what-could-read-two
// docs/credential-proxy.md#host-inside-tunnel
describe.each(TABLES)('an attack on the credential proxy through %s', (_name, attacks) => {
  test.each(attacks.map((attack): [string, Attack] => [attack.title, attack]))(
    'has only the allowed effect: %s',
    async (_title, attack) => {
      await check(attack);
    },
  );
});

test('the attack tables contain more than 71 attacks with unique titles', () => {
  const titles = TABLES.flatMap(([name, attacks]) => attacks.map(({ title }) => `${name}: ${title}`));
  expect(new Set(titles).size).toBe(titles.length);
  expect(titles.length).toBeGreaterThan(71);
});

test('the credential proxy still works after all attacks', async () => {
  await check({
    title: 'afterwards',
    connect: 'api.test:443',
    send: get('/repos/x'),
    answer: 200,
    upstream: 'ours',
  });
});
