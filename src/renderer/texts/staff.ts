import { staff as english } from './en/staff.ts';
import { language } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const staff: typeof english = language === 'de' ? (await import('./de/staff.ts')).staff : english;
