import { palette as english } from './en/palette.ts';
import { language } from './language.ts';

export const palette: typeof english = language === 'de' ? (await import('./de/palette.ts')).palette : english;
