import { imports as english } from './en/imports.ts';
import { inLanguage } from './language.ts';

export const imports = await inLanguage(english, 'imports');
