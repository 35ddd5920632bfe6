import { locale } from '../lib/locale.ts';
import { creatorPage } from '../texts/creator-page.ts';

export const t = locale?.startsWith('de') ? (await import('../texts/de/creator-page.ts')).creatorPage : creatorPage;
