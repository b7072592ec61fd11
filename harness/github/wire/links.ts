import { fullNameOf, type Account, type Repository } from '../state/model.ts';

/** The addresses in use: answers hold absolute URLs of the very host that was asked. */
export interface Links {
  /** Base of the REST API, without a slash at the end. */
  readonly api: string;
  /** Base of the web pages. */
  readonly html: string;
}

/** A repository's API address. */
export const repositoryUrl = (links: Links, repository: Repository): string =>
  `${links.api}/repos/${fullNameOf(repository)}`;

/** A repository's page. */
export const repositoryPage = (links: Links, repository: Repository): string =>
  `${links.html}/${fullNameOf(repository)}`;

/** An account's page; a bot's is that of its App. */
export const accountPage = (links: Links, account: Account): string =>
  account.type === 'Bot'
    ? `${links.html}/apps/${account.login.replace('[bot]', '')}`
    : `${links.html}/${account.login}`;
