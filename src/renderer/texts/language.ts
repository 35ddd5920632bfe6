/** The languages of the Portal, each in its own name. public/before-paint.js chooses one of them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

export const language: Language = document.documentElement.lang.startsWith('de') ? 'de' : 'en';

/** Loads the page again in another language. */
export function changeLanguage(next: Language): void {
  localStorage.setItem('portal.language', next);
  location.reload();
}
