import { events as english } from './en/events.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const events = await inLanguage(english, 'events');
