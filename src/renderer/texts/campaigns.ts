import { campaigns as english } from './en/campaigns.ts';
import { language } from './language.ts';

export const campaigns: typeof english = language === 'de' ? (await import('./de/campaigns.ts')).campaigns : english;
