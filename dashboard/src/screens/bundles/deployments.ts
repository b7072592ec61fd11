// Screens about deployments and their comparison, in one script.
export { default as Deployment } from '../deployment.tsx';
export { default as Deployments } from '../deployments.tsx';
export { default as Experiment } from '../experiment.tsx';
export { default as Experiments } from '../experiments.tsx';
export { default as Logs } from '../logs.tsx';
