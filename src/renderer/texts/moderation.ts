import { moderation as english } from './en/moderation.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const moderation: typeof english = language === 'de' ? (await import('./de/moderation.ts')).moderation : english;
