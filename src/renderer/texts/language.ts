import { locale } from '../lib/locale.ts';

/** The languages of the Portal, each in its own name. public/before-paint.js chooses one of them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

export const language: Language = locale?.startsWith('de') ? 'de' : 'en';
