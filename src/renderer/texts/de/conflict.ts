import type { conflict as english } from '../en/conflict.ts';

export const conflict: typeof english = {
  title: 'Eine andere Person hat das auch geändert',
  text: 'Es wurde gespeichert, nachdem Sie es geöffnet hatten. Von Ihren Änderungen ist noch nichts gespeichert. Wählen Sie, was bleiben soll, wo Sie beide dasselbe geändert haben.',
  theirs: 'Inzwischen gespeichert',
  mine: 'Ihre Änderung',
  onlyMine: 'nur von Ihnen geändert; wird gespeichert',
  onlyTheirs: 'nur inzwischen geändert; bleibt so',
  nothing: 'Nichts',
  back: 'Zurück zum Formular',
  save: 'Speichern',
  takeTheirs: 'Lassen, wie es gespeichert wurde',
  moved:
    'Es wurde inzwischen geändert. Diese Seite zeigt den neuen Stand: Sehen Sie ihn an und wiederholen Sie den Schritt.',
};
