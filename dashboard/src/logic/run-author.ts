import { objectOf, textOf } from '../../../src/contract/json-safety.ts';

/**
 * Returns how or by whom a run was started, such as `by ada`, `from the dashboard` or `with python-httpx`, from the
 * run's configuration. Returns an empty string if the configuration does not contain this.
 */
export function authorOfRun(run: unknown): string {
  const configurable = objectOf(objectOf(objectOf(objectOf(run)['kwargs'])['config'])['configurable']);
  const agent = textOf(configurable['user-agent']);
  // The dashboard marks its requests as a developer's requests and, unlike a browser, sends no user agent.
  if (agent === '' && configurable['x-auth-scheme'] === 'langsmith') return 'from the dashboard';
  const user = textOf(configurable['langgraph_auth_user_id']);
  if (user !== '') return `by ${user}`;
  const [program = ''] = agent.split(/[\s/]/);
  return program === '' ? '' : `with ${program}`;
}
