import { formatCount } from '../../lib/format.ts';
import type { secondFactor as english } from '../en/second-factor.ts';

const codes = (count: number) =>
  `${formatCount(count)} ${count === 1 ? 'Wiederherstellungscode' : 'Wiederherstellungscodes'}`;

export const secondFactor: typeof english = {
  title: 'Zweiter Faktor',
  on: 'Ein',
  off: 'Aus',
  note: 'Die Anmeldung fragt zusätzlich zum Passwort nach sechs Ziffern aus einer Authenticator-App.',
  setUp: 'Einrichten',
  qr: 'QR-Code für Ihre Authenticator-App',
  scan: 'Scannen Sie das mit Ihrer App, oder tippen Sie ein:',
  code: 'Code aus der App',
  codeOrRecovery: 'Sechs Ziffern oder einer Ihrer Wiederherstellungscodes',
  wrong: 'Das stimmt nicht. Versuchen Sie den nächsten Code.',
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
      'Jeder dieser Codes ersetzt die sechs Ziffern einmal, zum Beispiel wenn Sie Ihr Telefon verlieren. Das Portal zeigt sie nicht noch einmal: Sichern Sie sie jetzt, getrennt von Ihrem Telefon.',
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
      'Erstellen Sie neue: Ohne sie sperrt ein verlorenes Telefon Sie aus, bis ein Inhaber Ihren zweiten Faktor zurücksetzt.',
    make: 'Neue Codes erstellen',
    makeText: 'Zehn neue Codes ersetzen die bisherigen, die dann nicht mehr gelten.',
    made: 'Die neuen Wiederherstellungscodes gelten.',
    fewNote: (count) =>
      `${count === 0 ? 'Sie haben keine Wiederherstellungscodes mehr.' : `Sie haben nur noch ${codes(count)}.`} Erstellen Sie neue unter „Passwort und Anmeldung“.`,
    usedNote: (count) =>
      `Sie haben sich mit einem Wiederherstellungscode angemeldet; er ist verbraucht. ${codes(count)} übrig.`,
  },
};
