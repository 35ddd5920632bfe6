import { figures as english } from './en/figures.ts';
import { language } from './language.ts';

export const figures: typeof english = language === 'de' ? (await import('./de/figures.ts')).figures : english;
