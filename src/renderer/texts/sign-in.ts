import { signIn as english } from './en/sign-in.ts';
import { language } from './language.ts';

export const signIn: typeof english = language === 'de' ? (await import('./de/sign-in.ts')).signIn : english;
