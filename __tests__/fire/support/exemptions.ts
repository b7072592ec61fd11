/**
 * Where a run may say something else than what is true, and why nobody could do better. The table is the whole list:
 * the judge names an entry each time it needs one, tests count them, and an entry that swallows too much fails them.
 * `share`: of all runs, at most.
 */
export const EXEMPTIONS = {
  cancelled: {
    share: 0.1,
    why: 'The user stopped the run: red is what was asked for, whatever became of the revision; an answer that was on its way is not waited for.',
  },
  blind: {
    share: 0.1,
    why: 'The last thing the run asked was not answered, though it was asked until the deadline, or the list it was shown left out the deployment: it cannot know.',
  },
  'lost-and-not-seen': {
    share: 0.05,
    why: 'The answer to a write was lost, and looking for a minute was not answered either, or showed the change of somebody else on top of it.',
  },
  'hidden-values': {
    share: 0.05,
    why: 'The service shows no values of secrets, so that the same variable with another value looks the same.',
  },
  'as-good-as-ours': {
    share: 0.02,
    why: 'The answer to a create was lost, and somebody else made exactly what we asked for: nothing tells whose it is.',
  },
  'commit-untold': {
    share: 0.1,
    why: 'The service does not say which commit a revision is built from; the run says so (commit-unknown).',
  },
} as const;

export type Exemption = keyof typeof EXEMPTIONS;
