// One file to load for a campaign and its batches.
export { BatchPage } from './batch-page.tsx';
export { CampaignPage } from './campaign-page.tsx';
