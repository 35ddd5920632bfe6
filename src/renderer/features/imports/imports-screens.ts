// All imports load as one file.
export { ImportCampaignPage } from './import-campaign-page.tsx';
export { ImportCodesPage } from './import-codes-page.tsx';
export { ImportCreatorsPage } from './import-creators-page.tsx';
export { ImportRatesPage } from './import-rates-page.tsx';
