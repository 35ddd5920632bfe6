import { creators as english } from './en/creators.ts';
import { language } from './language.ts';

export const creators: typeof english = language === 'de' ? (await import('./de/creators.ts')).creators : english;
