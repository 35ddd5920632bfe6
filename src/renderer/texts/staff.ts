import { staff as english } from './en/staff.ts';
import { inLanguage } from './language.ts';

/** Texts of one screen, which are loaded with it and not with the first screen. */
export const staff = await inLanguage(english, 'staff');
