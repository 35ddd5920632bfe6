import { signIn as english } from './en/sign-in.ts';
import { inLanguage } from './language.ts';

export const signIn = await inLanguage(english, 'sign-in');
