import type { EmailLanguage } from '../../../contract/words.ts';
import { de } from './de.ts';
import { en, type MailTexts } from './en.ts';

export const MAIL_TEXTS: Record<EmailLanguage, MailTexts> = { en, de };
