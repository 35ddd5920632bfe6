import type { firstSteps as english } from '../first-steps.ts';

export const firstSteps: typeof english = {
  title: 'Erste Schritte',
  note: 'Die Schritte bis zur ersten Einlösung. Jeder wird abgehakt, sobald er erledigt ist, auch von Kollegen oder einem Skript.',
  redeemed: 'Die erste Einlösung ist da',
  redeemedNote: 'Der Spielserver ist verbunden. Ab jetzt zeigt die Übersicht Einlösungen und Umsatz.',
  show: 'Zur Übersicht',
  done: 'Erledigt:',
  settings: {
    title: 'Einstellungen prüfen',
    note: 'Die Währung lässt sich nach der ersten Zahlung oder dem ersten Wechselkurs nicht mehr ändern.',
    button: 'Einstellungen öffnen',
  },
  campaign: {
    title: 'Kampagne anlegen',
    note: 'Sie hat einen Anfang und ein Ende und enthält die Codes.',
    button: 'Neue Kampagne',
  },
  code: {
    title: 'Code anlegen',
    note: 'Er legt fest, was der Spieler bekommt. Ihr Spiel erhält diese Belohnungen unverändert.',
    button: 'Neuer Code',
  },
  publish: {
    title: 'Kampagne veröffentlichen',
    note: 'Vorher können Spieler ihre Codes nicht einlösen.',
    button: 'Kampagne öffnen',
  },
  key: {
    title: 'Schlüssel für den Spielserver erstellen',
    note: 'Ein Serverschlüssel mit allen Rechten. Unter API-Schlüssel erstellen Sie einen mit weniger.',
    name: 'Spielserver',
    button: 'Schlüssel erstellen',
  },
  otherKey: {
    title: 'Schlüssel für den Spielserver besorgen',
    note: 'Ein Inhaber erstellt ihn unter API-Schlüssel.',
  },
  redeem: {
    title: 'Code einlösen',
    note: 'So, wie es Ihr Spielserver tun wird.',
  },
  ahead: (when) =>
    `Die Kampagne beginnt ${when}. Um sie jetzt zu testen, bearbeiten Sie die Kampagne und setzen ihren Anfang auf jetzt.`,
  command: 'In einem Terminal ausführen',
  copy: 'Befehl kopieren',
  yourKey: 'IHR_SCHLUESSEL',
  keepKey: 'Der Schlüssel ist nur hier und nur jetzt zu sehen. Speichern Sie ihn dort, wo Ihr Spielserver ihn liest.',
  enterKey: 'Ersetzen Sie IHR_SCHLUESSEL durch den Schlüssel Ihres Spielservers.',
  waiting: 'Warten auf die erste Einlösung',
  refused: (reason) => `Ein Versuch wurde abgelehnt: ${reason}.`,
};
