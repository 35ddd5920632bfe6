import { formatCount, plural } from '../../lib/format.ts';
import type { keyPools as english } from '../key-pools.ts';

const keys = (count: number) => plural(count, 'Schlüssel', 'Schlüssel');

export const keyPools: typeof english = {
  title: 'Schlüsselpools',
  note: 'Schlüssel von Plattformen wie Steam. Jeder Spieler, der einen Code mit Schlüsselpool einlöst, bekommt einen.',
  add: 'Neuer Schlüsselpool',
  search: 'Schlüsselpools suchen',
  name: 'Name',
  left: 'Schlüssel übrig',
  used: 'Schlüssel vergeben',
  lowStock: 'Mindestbestand',
  made: 'Angelegt',
  low: 'Knapp',
  empty: 'Leer',
  none: 'Noch keine Schlüsselpools',
  noneText:
    'Ein Schlüsselpool enthält die Schlüssel, die Sie von einer Plattform bekommen. Legen Sie einen an, fügen Sie Schlüssel hinzu und wählen Sie ihn in einem Code.',
  noMatch: 'Kein passender Schlüsselpool',
  noMatchText: 'Ändern Sie die Suche.',
  clear: 'Suche leeren',
  form: {
    new: 'Neuer Schlüsselpool',
    edit: 'Schlüsselpool bearbeiten',
    nameHelp: 'Etwa die Plattform und das Produkt. Spielserver bekommen ihn mit jedem Schlüssel.',
    nameMissing: 'Geben Sie einen Namen ein',
    lowHelp: 'Unter dieser Zahl melden die Übersicht und Webhooks den Pool. 0 für nie.',
    create: 'Schlüsselpool anlegen',
    created: (name) => `${name} ist angelegt. Fügen Sie jetzt Schlüssel hinzu.`,
    saved: 'Der Schlüsselpool ist gespeichert.',
  },
  page: {
    loading: 'Der Schlüsselpool wird geladen',
    missing: 'Schlüsselpool nicht gefunden',
    all: 'Alle Schlüsselpools',
    edit: 'Bearbeiten',
    addKeys: 'Schlüssel hinzufügen',
    lowBelow: (count) =>
      count === 0
        ? 'Keine Meldung bei knappem Bestand'
        : `Unter ${plural(count, 'Schlüssel', 'Schlüsseln')} als knapp gemeldet`,
    tabs: { used: 'Vergeben', unused: 'Übrig' },
    keys: 'Schlüssel',
    key: 'Schlüssel',
    usedAt: 'Vergeben',
    addedAt: 'Hinzugefügt',
    player: 'Spieler',
    code: 'Code',
    erased: 'Gelöschter Spieler',
    noneUsed: 'Noch kein Schlüssel vergeben',
    noneUsedText: 'Hier erscheinen vergebene Schlüssel mit ihren Spielern.',
    noneLeft: 'Keine Schlüssel übrig',
    noneLeftText:
      'Spieler können Codes mit diesem Pool erst einlösen, wenn Sie Schlüssel hinzufügen. Abgelehnte Versuche zählen nicht für Limits.',
    reveal: 'Schlüssel anzeigen',
    revealOf: (masked) => `Schlüssel ${masked} anzeigen`,
    revealTitle: 'Diesen Schlüssel anzeigen?',
    revealText: 'Das Änderungsprotokoll hält fest, dass Sie ihn gesehen haben.',
    revealed: 'Schlüssel',
    copy: 'Schlüssel kopieren',
    done: 'Fertig',
  },
  upload: {
    title: 'Schlüssel hinzufügen',
    note: 'Aus einer Textdatei mit einem Schlüssel je Zeile oder einer CSV-Datei mit der Spalte „key“. Sie sehen das Ergebnis jeder Zeile, bevor etwas gespeichert wird.',
    help: {
      key: 'Der Schlüssel, höchstens 512 Zeichen. Eine Datei, die nur Schlüssel enthält, braucht keine Kopfzeile.',
    },
    fields: { key: 'Schlüssel' },
    exampleFile: 'schluessel-beispiel.csv',
    done: (added, left) => `${keys(added)} hinzugefügt. Der Pool hat jetzt ${keys(left)}.`,
    open: 'Schlüsselpool öffnen',
  },
  choice: {
    label: 'Schlüsselpool',
    help: 'Jeder Spieler, der den Code einlöst, bekommt einen Schlüssel des Pools',
    none: 'Keine Schlüssel',
    option: (name, left) => `${name} (${formatCount(left)} übrig)`,
    unknown: (id) => `Schlüsselpool ${id}`,
    noMatch: 'Kein passender Schlüsselpool',
  },
  ofCode: (name, left) => `Schlüssel aus ${name}: ${formatCount(left)} übrig`,
  ofClaim: (pool, masked) => `${pool}: ${masked}`,
};
