import * as z from 'zod';
import { notFound } from '../server/answer.ts';
import { listAnswer } from '../server/paging.ts';
import { repositoryRoute, type RepositoryContext, type Route } from '../server/route.ts';
import type { Label } from '../state/model.ts';
import { labelOf } from '../state/seed-repository.ts';
import { labelBody } from '../wire/issue.ts';
import { issueOf } from './support.ts';

const READ = 'issues=read; pull_requests=read';
const WRITE = 'issues=write; pull_requests=write';
const Labels = z.looseObject({ labels: z.array(z.string()).default([]) });

/** Labels of an issue or a pull request. */
export const labelRoutes: Route[] = [
  repositoryRoute({
    method: 'GET',
    path: '/issues/{issue_number}/labels',
    docs: 'issues/labels#list-labels-for-an-issue',
    permissions: READ,
    handle: (context) =>
      listAnswer(context, issueOf(context).labels, (label) =>
        labelBody(context.links, context.repository, label),
      ),
  }),
  repositoryRoute({
    method: 'POST',
    path: '/issues/{issue_number}/labels',
    docs: 'issues/labels#add-labels-to-an-issue',
    permissions: WRITE,
    body: Labels,
    handle(context, { labels }) {
      const { labels: there } = issueOf(context);
      const added = labels.map((name) => labelOf(context.state, context.repository, name));
      return replace(context, [...new Set([...there, ...added])]);
    },
  }),
  repositoryRoute({
    method: 'PUT',
    path: '/issues/{issue_number}/labels',
    docs: 'issues/labels#set-labels-for-an-issue',
    permissions: WRITE,
    body: Labels,
    handle: (context, { labels }) =>
      replace(
        context,
        labels.map((name) => labelOf(context.state, context.repository, name)),
      ),
  }),
  repositoryRoute({
    method: 'DELETE',
    path: '/issues/{issue_number}/labels/{name}',
    docs: 'issues/labels#remove-a-label-from-an-issue',
    permissions: WRITE,
    handle(context) {
      const { labels } = issueOf(context);
      const name = (context.params['name'] ?? '').toLowerCase();
      const left = labels.filter((label) => label.name.toLowerCase() !== name);
      if (left.length === labels.length) throw notFound('Label does not exist');
      return replace(context, left);
    },
  }),
];

function replace(context: RepositoryContext, labels: Label[]) {
  const issue = issueOf(context);
  issue.labels = labels;
  issue.updatedAt = context.state.stamp();
  return {
    status: 200,
    body: labels.map((label) => labelBody(context.links, context.repository, label)),
  };
}
