import { players as english } from './en/players.ts';
import { inLanguage } from './language.ts';

export const players = await inLanguage(english, 'players');
