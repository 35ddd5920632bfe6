import { webhooks as english } from './en/webhooks.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const webhooks: typeof english = language === 'de' ? (await import('./de/webhooks.ts')).webhooks : english;
