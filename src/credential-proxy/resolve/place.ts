import type { ProxyConfig } from '../../contract/sandbox.ts';
import type { PushProblem } from '../push.ts';

/** The fields of a push as a configuration calls them. */
const FIELDS: Record<string, string> = {
  matchHosts: 'match_hosts',
  matchPaths: 'match_paths',
  matchHeaders: 'match_headers',
  noProxy: 'no_proxy',
};

/** The place in the configuration of what was found at a place in the push that was made of it. */
export function placeIn(config: ProxyConfig, loc: PushProblem['loc']): PushProblem['loc'] {
  const [field, ...rest] = loc;
  if (field === 'access') {
    const list = (config.access_control?.allow_list ?? []).length > 0 ? 'allow_list' : 'deny_list';
    return ['access_control', list, ...rest.slice(1)];
  }
  // A match header is one text in a configuration: its name and value have no places of their own.
  const place = loc[2] === 'matchHeaders' ? loc.slice(0, 4) : loc;
  return place.map((part) => (typeof part === 'string' ? (FIELDS[part] ?? part) : part));
}
