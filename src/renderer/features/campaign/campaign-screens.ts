// A campaign and its batches load as one file.
export { BatchPage } from './batch-page.tsx';
export { CampaignPage } from './campaign-page.tsx';
export { EditBatchPage } from './edit-batch-page.tsx';
