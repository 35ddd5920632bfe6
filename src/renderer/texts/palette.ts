import { palette as english } from './en/palette.ts';
import { inLanguage } from './language.ts';

/** Texts of the palette, which are loaded with it. */
export const palette = await inLanguage(english, 'palette');
