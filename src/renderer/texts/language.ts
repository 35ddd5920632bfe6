import { locale } from '../lib/locale.ts';

/** The languages of the Portal, each named in its own language. public/before-paint.js chooses one of them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

export const language: Language =
  Object.keys(LANGUAGES).find((code): code is Language => !!locale?.startsWith(code)) ?? 'en';

/**
 * Returns a catalogue in the language of the page. English is the model: a file in another language has the same name
 * and the same type. Each screen has its own file, so that the first screen loads only its own texts.
 */
export async function inLanguage<T>(english: T, file: string): Promise<T> {
  if (language === 'en') return english;
  const { catalogues } = await import('./catalogues.ts');
  const load = catalogues[`./${language}/${file}.ts`];
  return load ? (Object.values(await load())[0] as T) : english;
}
