import { settings as english } from './en/settings.ts';
import { inLanguage } from './language.ts';

export const settings = await inLanguage(english, 'settings');
