import { sql, type SqlBool } from 'kysely';
import { isJsonObject } from '../../contract/json-safety.ts';
import { titleOfRequest, titleOfValues } from '../../contract/messages.ts';
import type { Webhooks } from '../ports/store.ts';
import { WEBHOOK_HEAD_COLUMNS, webhookHeadRows, webhookRows } from '../tables/agent-server-columns.ts';
import type { Context } from './context.ts';
import { fromJson, toJson } from './json.ts';

/** Maximum length of a body that remains stored after the last attempt, in characters. */
const MAX_BODY = 64 * 1024;
/** Maximum number of webhooks of a deployment that remain stored after their last attempt. */
const KEPT = 500;

/** Creates the methods that store and read the webhooks of ended runs. */
export function webhooks(context: Context): Webhooks {
  return {
    ...pendingWebhooks(context),
    async finish({ id, deploymentId }, attempts) {
      await context.db
        .updateTable('webhooks')
        .set((e) => ({
          due_at: null,
          attempts_json: toJson(attempts),
          body_json: e
            .case()
            .when('keeps_body', '=', 1)
            .then(e.ref('body_json'))
            .else(toJson<Record<string, unknown>>({}))
            .end(),
        }))
        .where('id', '=', id)
        .execute();
      // The deletion and the update are not in one transaction, because webhooks that end at the same time would
      // conflict.
      await context.db
        .deleteFrom('webhooks')
        .where('deployment_id', '=', deploymentId)
        .where('due_at', 'is', null)
        .where('ordinal', '<=', (e) =>
          e
            .selectFrom('webhooks')
            .select('ordinal')
            .where('deployment_id', '=', deploymentId)
            .orderBy('ordinal', 'desc')
            .limit(1)
            .offset(KEPT),
        )
        .execute();
    },
    get: (id) => webhookRows.first(context.db.selectFrom('webhooks').selectAll().where('id', '=', id)),
    listNewest: (limit) =>
      webhookHeadRows.all(
        context.db
          .selectFrom('webhooks')
          .select(WEBHOOK_HEAD_COLUMNS)
          .where('ordinal', '>', 0)
          .orderBy('ordinal', 'desc')
          .limit(limit),
      ),
  };
}

function pendingWebhooks(context: Context): Omit<Webhooks, 'finish' | 'get' | 'listNewest'> {
  return {
    async insert({ body, ...row }) {
      await context.db
        .insertInto('webhooks')
        .values({ ...webhookRows.toColumns(row), ...describeBody(body) })
        .execute();
    },
    async claim(now, dueAgain, excludedPrefixes = []) {
      return webhookRows.first(
        context.db
          .updateTable('webhooks')
          .set({ due_at: dueAgain })
          .where('id', '=', (e) =>
            e
              .selectFrom('webhooks as next')
              .select('next.id')
              .where('next.due_at', '<=', now)
              .where((w) => w.and(excludedPrefixes.map((start) => notTo('next.url', start))))
              .orderBy('next.due_at')
              .orderBy('next.ordinal')
              .limit(1),
          )
          // The update checks the due time again, because another process might have claimed the webhook.
          .where('due_at', '<=', now)
          .returningAll(),
      );
    },
    async update(id, change) {
      await context.db
        .updateTable('webhooks')
        .set(webhookRows.toChanges(change))
        .where('id', '=', id)
        .execute();
    },
    async setValues(runId, values) {
      const row = await context.db
        .selectFrom('webhooks')
        .select('body_json')
        .where('id', '=', runId)
        .where('due_at', 'is not', null)
        .executeTakeFirst();
      if (!row) return;
      await context.db
        .updateTable('webhooks')
        .set(describeBody({ ...fromJson(row.body_json), values }))
        .where('id', '=', runId)
        .execute();
    },
    async remove(id) {
      await context.db.deleteFrom('webhooks').where('id', '=', id).execute();
    },
    async nextDue(excludedPrefixes = []) {
      const row = await context.db
        .selectFrom('webhooks')
        .select('due_at')
        .where('due_at', '>=', 0)
        .where((w) => w.and(excludedPrefixes.map((start) => notTo('url', start))))
        .orderBy('due_at')
        .orderBy('ordinal')
        .limit(1)
        .executeTakeFirst();
      return row?.due_at ?? undefined;
    },
  };
}

/** Returns the columns of a webhook's body, and of the parts of the body that lists show. */
function describeBody(body: Record<string, unknown>) {
  const { thread_id: threadId, status, kwargs, values } = body;
  const json = toJson(body);
  return {
    thread_id: typeof threadId === 'string' ? threadId : null,
    title: (isJsonObject(kwargs) && titleOfRequest(kwargs)) || titleOfValues(values),
    run_status: typeof status === 'string' ? status : '',
    keeps_body: json.length <= MAX_BODY ? 1 : 0,
    body_json: json,
  };
}

const notTo = (column: string, start: string) =>
  sql<SqlBool>`substr(${sql.ref(column)}, 1, ${sql.lit(Array.from(start).length)}) <> ${start}`;
