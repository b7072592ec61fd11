import type { Account, App } from '../state/model.ts';
import { nodeId } from '../state/state.ts';
import { accountPage, type Links } from './links.ts';
import type { AppBody, UserBody } from './types.ts';

/** An account as it stands in every body. */
export function userBody(links: Links, account: Account): UserBody {
  // The brackets of a bot's login are escaped in addresses.
  const url = `${links.api}/users/${encodeURIComponent(account.login)}`;
  const prefixes = { Bot: 'BOT', User: 'U', Organization: 'O' };
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(prefixes[account.type], account.id),
    avatar_url: `${links.html}/avatars/u/${account.id}?v=4`,
    gravatar_id: '',
    url,
    html_url: accountPage(links, account),
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: account.type,
    user_view_type: 'public',
    site_admin: false,
  };
}

/** A GitHub App as `performed_via_github_app` shows it. */
export function appBody(links: Links, app: App): AppBody {
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('A', app.id),
    owner: userBody(links, app.owner),
    name: app.name,
    description: '',
    external_url: `${links.html}/apps/${app.slug}`,
    html_url: `${links.html}/apps/${app.slug}`,
    created_at: '2018-07-30T09:30:17Z',
    updated_at: '2024-04-10T20:33:16Z',
    permissions: { metadata: 'read' },
    events: [],
  };
}
