// A run, its preview and the trial of tiers load as one file.
export { DryRunPage } from './dry-run/dry-run-page.tsx';
export { RunPage } from './run/run-page.tsx';
export { TrialPage } from './trial/trial-page.tsx';
