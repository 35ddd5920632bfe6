import { formatCount } from '../../lib/format.ts';
import type { secondFactor as english } from '../second-factor.ts';

const codes = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'Wiederherstellungscode' : 'Wiederherstellungscodes'}`;

export const secondFactor: typeof english = {
  title: 'Zweiter Faktor',
  on: 'Ein',
  off: 'Aus',
  note: 'Die Anmeldung fragt zusätzlich zum Passwort nach sechs Ziffern aus einer Authenticator-App.',
  byPasskey:
    'Zu Ihrem Passwort gehört ein Passkey oder ein Wiederherstellungscode. Sie können auch eine Authenticator-App einrichten.',
  setUp: 'Einrichten',
  qr: 'QR-Code für Ihre Authenticator-App',
  scan: 'Scannen Sie das mit Ihrer App, oder geben Sie diesen Schlüssel ein:',
  code: 'Code aus der App',
  codeOrRecovery: 'Sechs Ziffern oder einer Ihrer Wiederherstellungscodes',
  codeOrPasskey: 'Sechs Ziffern oder einer Ihrer Wiederherstellungscodes. Leer lassen, um einen Passkey zu verwenden.',
  wrong: 'Dieser Code gilt nicht. Geben Sie den aktuellen Code Ihrer App ein.',
  wrongProof:
    'Das Passwort oder der Code gilt nicht. Jeder Code gilt nur einmal: Geben Sie den aktuellen Code Ihrer App oder einen unbenutzten Wiederherstellungscode ein.',
  turnOn: 'Einschalten',
  cancel: 'Abbrechen',
  password: 'Passwort',
  showPassword: 'Passwort zeigen',
  turnOff: 'Ausschalten',
  turnOffTitle: 'Zweiten Faktor ausschalten',
  turnedOn: 'Der zweite Faktor ist eingeschaltet.',
  turnedOff: 'Der zweite Faktor ist ausgeschaltet.',
  recovery: {
    title: 'Wiederherstellungscodes',
    shown:
      'Jeder dieser Codes ersetzt die sechs Ziffern einmal, zum Beispiel wenn Sie Ihr Telefon verlieren. Das Portal zeigt sie nicht noch einmal. Sichern Sie sie jetzt, aber nicht auf Ihrem Telefon.',
    list: 'Ihre Wiederherstellungscodes',
    copy: 'Alle kopieren',
    copied: 'Kopiert',
    saveFile: 'Als Textdatei speichern',
    fileName: 'redeemd-wiederherstellungscodes.txt',
    fileHead: (email, server) => `Wiederherstellungscodes von ${email} für ${server}. Jeder gilt einmal.`,
    saved: 'Ich habe sie gesichert',
    left: (count) => `${codes(count)} übrig.`,
    few: (count) => `Nur noch ${codes(count)} übrig`,
    none: 'Keine Wiederherstellungscodes mehr',
    fewText:
      'Erstellen Sie neue. Wenn Sie Ihr Telefon verlieren und keine Codes haben, können Sie sich nicht anmelden, bis ein Inhaber Ihren zweiten Faktor zurücksetzt.',
    make: 'Neue Codes erstellen',
    makeText: 'Zehn neue Codes ersetzen die bisherigen, die dann nicht mehr gelten.',
    made: 'Neue Wiederherstellungscodes erstellt.',
    fewNote: (count) =>
      `${count === 0 ? 'Sie haben keine Wiederherstellungscodes mehr.' : `Sie haben nur noch ${codes(count)}.`} Erstellen Sie neue unter „Passwort und Anmeldung“.`,
    usedNote: 'Sie haben sich mit einem Wiederherstellungscode angemeldet; er ist verbraucht.',
    leftNote: (count) => `${codes(count)} übrig.`,
  },
};
