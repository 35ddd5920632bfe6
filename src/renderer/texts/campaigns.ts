import { campaigns as english } from './en/campaigns.ts';
import { inLanguage } from './language.ts';

export const campaigns = await inLanguage(english, 'campaigns');
