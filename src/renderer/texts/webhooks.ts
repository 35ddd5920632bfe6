import { webhooks as english } from './en/webhooks.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const webhooks = await inLanguage(english, 'webhooks');
