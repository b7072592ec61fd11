/**
 * Newest patch of each minor version of the graph library that agents use, oldest first. Each version becomes a
 * revision of one deployment, which a real `npm install` installs.
 */
export const VERSIONS = [
  '0.2.74',
  '0.3.12',
  '0.4.9',
  '1.0.15',
  '1.1.5',
  '1.2.9',
  '1.3.7',
  '1.4.18',
  '1.5.3',
  '1.7.3',
];
