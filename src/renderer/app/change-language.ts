import type { Language } from '../texts/language.ts';

/** Reloads the page in another language. */
export function changeLanguage(next: Language): void {
  localStorage.setItem('portal.language', next);
  location.reload();
}
