import type { conflict as english } from '../conflict.ts';

export const conflict: typeof english = {
  title: 'Eine andere Person hat das auch geändert',
  text: (name) =>
    `${name ?? 'Eine andere Person'} hat gespeichert, nachdem Sie das Formular geöffnet hatten. Von Ihren Änderungen ist noch nichts gespeichert. Wählen Sie für jedes Feld, das Sie beide geändert haben, welcher Wert bleiben soll.`,
  theirs: 'Andere Fassung',
  mine: 'Ihre Fassung',
  onlyMine: 'nur von Ihnen geändert; wird gespeichert',
  onlyTheirs: 'nur von der anderen Person geändert; deren Wert bleibt',
  nothing: 'Leer',
  back: 'Zurück zum Formular',
  save: 'Speichern',
  takeTheirs: 'Andere Fassung behalten',
  moved:
    'Eine andere Person hat etwas geändert, nachdem Sie diese Seite geöffnet hatten. Die Seite zeigt jetzt den neuen Stand. Prüfen Sie ihn, und versuchen Sie es noch einmal.',
};
