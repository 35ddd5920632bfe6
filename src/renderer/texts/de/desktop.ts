import type { desktop as english } from '../desktop.ts';

export const desktop: typeof english = {
  saves: 'Dateien, die gespeichert werden',
  saving: (name) => `${name} wird gespeichert`,
  cancelSave: (name) => `Speichern von ${name} abbrechen`,
  bytesOf: (done, total) => `${done} von ${total}`,
  fits: {
    older: (version) =>
      `Dieser Server (Version ${version}) ist älter als die App. Manche Seiten funktionieren vielleicht nicht; bitten Sie den Betreiber, ihn zu aktualisieren.`,
    newer: (version) =>
      `Dieser Server (Version ${version}) ist neuer als die App. Manche Seiten funktionieren vielleicht nicht; installieren Sie die neuere App.`,
  },
  notKept:
    'Dieser Computer hat keinen Schlüsselspeicher, den die App benutzen kann; Sie melden sich bei jedem Start der App neu an.',
};
