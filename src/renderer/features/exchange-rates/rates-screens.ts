// The list and its dialog load as one file.
export { NewRatePage } from './new-rate-page.tsx';
export { RatesPage } from './rates-page.tsx';
