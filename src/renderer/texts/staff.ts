import { staff as english } from './en/staff.ts';
import { language } from './language.ts';

export const staff: typeof english = language === 'de' ? (await import('./de/staff.ts')).staff : english;
