import { imports as english } from './en/imports.ts';
import { language } from './language.ts';

export const imports: typeof english = language === 'de' ? (await import('./de/imports.ts')).imports : english;
