import { expect, test } from '@jest/globals';
import { authorOfRun } from '../../dashboard/src/logic/run-author.ts';

test.each([
  ['from the dashboard', { 'x-auth-scheme': 'langsmith', langgraph_auth_user_id: 'studio' }],
  ['by ada', { 'user-agent': 'python-httpx/0.28.1', langgraph_auth_user_id: 'ada' }],
  ['with python-httpx', { 'user-agent': 'python-httpx/0.28.1', langgraph_auth_user_id: '' }],
  ['with Mozilla', { 'x-auth-scheme': 'langsmith', 'user-agent': 'Mozilla/5.0 (X11; Linux)' }],
  ['', { langgraph_auth_user_id: '' }],
  ['', { 'user-agent': 7, langgraph_auth_user_id: { name: 'ada' } }],
])('the author of a run is %j for %j', (author, configurable) => {
  expect(authorOfRun({ kwargs: { config: { configurable } } })).toBe(author);
});

test.each([[null], ['run'], [{}], [{ kwargs: null }], [{ kwargs: { config: [] } }]])(
  'the author of a run is unknown without a configuration: %j',
  (run) => {
    expect(authorOfRun(run)).toBe('');
  },
);
