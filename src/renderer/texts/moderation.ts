import { moderation as english } from './en/moderation.ts';
import { language } from './language.ts';

export const moderation: typeof english = language === 'de' ? (await import('./de/moderation.ts')).moderation : english;
