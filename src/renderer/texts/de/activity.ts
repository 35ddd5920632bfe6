import type { activity as english } from '../activity.ts';

export const activity: typeof english = {
  tab: 'Aktivität',
  title: 'Kommentare und Änderungen',
  loading: 'Aktivität wird geladen',
  comment: 'Kommentar',
  commentHint: 'Alle, die diese Seite öffnen können, können ihn lesen. Bitte keine Spieler nennen.',
  tell: 'Personen erwähnen',
  tellHint: 'Sie finden den Kommentar unter „Erwähnungen“.',
  add: 'Kommentar hinzufügen',
  added: 'Kommentar hinzugefügt',
  mentioned: (names) => `Für ${names}`,
  system: 'Server',
  remove: (name) => `Kommentar von ${name} löschen`,
  removed: 'Kommentar gelöscht',
  notRemoved: 'Der Kommentar wurde nicht gelöscht',
  question: {
    title: 'Diesen Kommentar löschen?',
    text: 'Er verschwindet für alle. Das lässt sich nicht rückgängig machen.',
    confirm: 'Löschen',
    cancel: 'Behalten',
  },
  mentions: {
    title: 'Erwähnungen',
    about: 'Kommentare anderer, in denen Sie erwähnt werden.',
    list: 'Kommentare, die Sie erwähnen',
    loading: 'Erwähnungen werden geladen',
    kinds: { campaign: 'Kampagne', code: 'Code', creator: 'Creator', payout_run: 'Auszahlungslauf' },
    isNew: 'Neu',
    seen: 'Als gelesen markieren',
    allSeen: 'Alle als gelesen markieren',
    notSeen: 'Nicht als gelesen markiert',
    none: 'Sie wurden noch nicht erwähnt',
    noneText:
      'Andere können Sie in einem Kommentar zu einer Kampagne, einem Code, einem Creator oder einem Auszahlungslauf erwähnen.',
  },
};
