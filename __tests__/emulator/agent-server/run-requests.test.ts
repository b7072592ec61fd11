import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import type * as z from 'zod';
import { CronCreate } from '../../../src/contract/cron.ts';
import { InputRespondParams, RunStartParams } from '../../../src/contract/protocol.ts';
import { RunCreate } from '../../../src/contract/run.ts';
import { toCronRow, toRunBody } from '../../../src/emulator/agent-server/crons/cron-row.ts';
import { startingCheckpoint, toRunRequest } from '../../../src/emulator/agent-server/run-row.ts';

const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;

describe('the internal request that creates a run', () => {
  test('contains only the deployment, the headers and the caller of the HTTP request', () => {
    const http = {
      deploymentId: 'd',
      headers: { 'x-user': 'ada' },
      agentCaller: undefined,
      signal: 'signal',
    };
    const body = RunCreate.parse({ assistant_id: 'agent', input: 1, unknown: true });
    expect(toRunRequest(http, body, { threadId: 't', isStreamed: true })).toEqual({
      deploymentId: 'd',
      headers: { 'x-user': 'ada' },
      agentCaller: undefined,
      body: { assistant_id: 'agent', input: 1 },
      threadId: 't',
      isStreamed: true,
    });
  });

  test("has the body of a client's request, without null fields, if a cron creates it", () => {
    const assistantId = randomUUID();
    const repeated = {
      input: { say: 'hi' },
      config: { tags: ['a'], configurable: { tier: 'gold' } },
      metadata: { by: 'cron' },
      interrupt_before: ['node'],
      stream_mode: ['values', 'updates'],
      durability: 'sync',
      multitask_strategy: 'rollback',
      checkpoint_during: false,
    };
    const cron = CronCreate.parse({
      assistant_id: 'agent',
      schedule: '0 9 * * *',
      on_run_completed: 'keep',
      ...repeated,
      context: null,
      webhook: null,
    });
    const row = toCronRow(cron, {
      id: randomUUID(),
      deploymentId: 'd',
      assistantId,
      threadId: null,
      nextRunAt: 1,
      userId: null,
      now: 0,
    });
    const sent = { assistant_id: assistantId, ...repeated, on_completion: 'keep' };
    expect(toRunBody(row)).toEqual(RunCreate.parse(sent));
  });
});

describe('a command of the streaming protocol that starts a run', () => {
  const anyValue = fc.oneof(
    fc.anything(),
    fc.constantFrom('node', '', ['a', { node: 'b' }], { node: '' }, {}, { a: 1 }, null),
  );

  test.each(['assistant_id', 'input', 'config', 'metadata'])(
    'accepts the same %s as the body of a run',
    (field) => {
      fc.assert(
        fc.property(anyValue, (value) => {
          const body = { assistant_id: 'agent', [field]: value };
          expect(accepts(RunStartParams, body)).toBe(accepts(RunCreate, body));
        }),
      );
    },
  );

  test('accepts the same values of `goto` in an answer to an interrupt as in a run', () => {
    fc.assert(
      fc.property(anyValue, (goto) => {
        expect(accepts(InputRespondParams, { interrupt_id: 'q', goto })).toBe(
          accepts(RunCreate, { assistant_id: 'agent', command: { goto } }),
        );
      }),
    );
  });

  // docs/agent-server/streams.md#protocol-commands
  test('differs from the body of a run in its strategies, update and checkpoint', () => {
    const body = { assistant_id: 'agent', input: {} };
    expect(RunStartParams.parse({ ...body, multitaskStrategy: 'other' }).multitaskStrategy).toBeUndefined();
    expect(accepts(RunCreate, { ...body, multitask_strategy: 'other' })).toBe(false);
    const update = [['a', 1]];
    expect(accepts(InputRespondParams, { interrupt_id: 'q', update })).toBe(false);
    expect(accepts(RunCreate, { ...body, command: { update } })).toBe(true);
    const config = { configurable: { checkpoint_id: 'c1' } };
    // Only the graph library reads the checkpoint in a request body.
    expect(startingCheckpoint(RunCreate.parse({ ...body, config }))).toBeUndefined();
  });
});
