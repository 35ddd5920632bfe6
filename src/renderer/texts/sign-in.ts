import { signIn as english } from './en/sign-in.ts';
import { language } from './language.ts';

/** Apart from `texts`, so that the first screen does not load them. */
export const signIn: typeof english = language === 'de' ? (await import('./de/sign-in.ts')).signIn : english;
