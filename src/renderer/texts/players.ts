import { players as english } from './en/players.ts';
import { language } from './language.ts';

export const players: typeof english = language === 'de' ? (await import('./de/players.ts')).players : english;
