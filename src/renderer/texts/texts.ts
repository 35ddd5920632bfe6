import { texts as english } from './en/texts.ts';
import { inLanguage } from './language.ts';

/** The texts that every screen needs. Those of one screen are in files of their own. */
export const texts = await inLanguage(english, 'texts');
