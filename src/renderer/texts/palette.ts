import { palette as english } from './en/palette.ts';
import { language } from './language.ts';

/** Texts of the palette, which are loaded with it. */
export const palette: typeof english = language === 'de' ? (await import('./de/palette.ts')).palette : english;
