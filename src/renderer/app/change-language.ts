import type { Language } from '../texts/language.ts';

/** Loads the page again in another language. */
export function changeLanguage(next: Language): void {
  localStorage.setItem('portal.language', next);
  location.reload();
}
