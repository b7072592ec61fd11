import type { Deployment } from '../../contract/deployment.ts';
import { isBeingDeleted } from '../../contract/statuses.ts';
import { readMarker, type PullRequestId, sameRepositoryName } from './marker.ts';
import { couldBeNamed, type NamingInputs, namesWithoutBranch } from './names.ts';

/** A deployment that a sweep is about. */
export interface Candidate {
  deployment: Deployment;
  of: PullRequestId;
  /** The service hides the marker's value, and only the name tells whose it is. */
  hidden: boolean;
}

/**
 * The previews of a repository among all deployments: by marker and name, as everywhere. `misnamed`: the marker says that
 * it is one, and the name is none that a preview of its pull request gets.
 */
export function candidatesOf(
  deployments: readonly Deployment[],
  repository: string,
  naming: NamingInputs,
): { candidates: Candidate[]; misnamed: Candidate[] } {
  const marked = deployments.flatMap((deployment): Candidate[] => {
    if (isBeingDeleted(deployment.status)) return [];
    const mark = readMarker(deployment);
    if (mark.kind === 'none') return [];
    if (mark.kind === 'hidden') return hiddenCandidate(deployment, repository, naming);
    const ours = sameRepositoryName(mark.of.repository, repository);
    return ours ? [{ deployment, of: mark.of, hidden: false }] : [];
  });
  const fits = ({ deployment, of }: Candidate) => couldBeNamed(deployment.name, naming, of, undefined);
  return { candidates: marked.filter(fits), misnamed: marked.filter((one) => !fits(one)) };
}

/** Its name has to be exactly the one that a pull request of this repository would get. */
function hiddenCandidate(deployment: Deployment, repository: string, naming: NamingInputs): Candidate[] {
  const numbers = (deployment.name.match(/\d+/g) ?? ([] as string[])).map(Number);
  const number = numbers.find((one) =>
    namesWithoutBranch(naming, { repository, number: one }).includes(deployment.name),
  );
  return number === undefined ? [] : [{ deployment, of: { repository, number }, hidden: true }];
}
