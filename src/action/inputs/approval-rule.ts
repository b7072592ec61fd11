/** A way in which the workflow lets people approve one commit of a fork. */
export type ApprovalRule =
  | { by: 'review' }
  | { by: 'label'; name: string }
  | { by: 'environment'; name: string };
