import { webhooks as english } from './en/webhooks.ts';
import { language } from './language.ts';

export const webhooks: typeof english = language === 'de' ? (await import('./de/webhooks.ts')).webhooks : english;
