import type { jobs as english } from '../jobs.ts';

const SCHEDULES: Record<string, string> = {
  'when needed': 'wenn es etwas zu tun gibt',
  'after the end of every month': 'nach dem Ende jedes Monats',
  'every hour': 'jede Stunde',
};

export const jobs: typeof english = {
  title: 'Aufgaben',
  note: 'Aufgaben, die der Server nach Plan ausführt. Jeder Lauf geschieht einmal, auch wenn mehrere Server eine Datenbank teilen.',
  overdue: (list) => `Überfällig: ${list}`,
  overdueText:
    'Der Server versucht es automatisch wieder. Wenn der Fehler bleibt, sehen Sie im Protokoll des Servers nach.',
  job: 'Aufgabe',
  runs: 'Zeitplan',
  last: 'Letzter Lauf',
  next: 'Nächster Lauf',
  neverYet: 'Noch nie',
  states: { running: 'Läuft', done: 'Erledigt', failed: 'Fehlgeschlagen' },
  overdueSince: (when) => `War ${when} fällig`,
  campaign: (id) => `Kampagne ${id}`,
  payoutRun: (id) => `Auszahlungslauf ${id}`,
  descriptions: {
    'campaign-ends': 'Sendet campaign.ended an Webhook-Endpunkte',
    'campaign-end-payouts': 'Bereitet den Auszahlungslauf einer beendeten Kampagne vor',
    'monthly-payouts': 'Bereitet den Auszahlungslauf des vergangenen Monats vor',
    'unfinished-payouts': 'Beendet Auszahlungsläufe, die das Team begonnen hat und die stehen geblieben sind',
    'leak-signs': 'Sucht nach Anzeichen dafür, dass Codes weitergegeben oder missbraucht werden',
    'scheduled-changes': 'Führt die geplanten Änderungen von Kampagnen und Stapeln aus',
    'rate-corrections': 'Korrigiert den Umsatz aus Zahlungen mit einem falschen Wechselkurs',
    'daily-results': 'Sendet Creatorn die Ergebnisse des Vortags',
    'weekly-reports': 'Sendet dem Team auf Wunsch die Zahlen der Vorwoche',
    'event-archive': 'Schreibt abgeschlossene Tage der SDK-Ereignisse als Dateien',
    'ledger-export': 'Schreibt abgeschlossene Tage der Einlösungen, Zahlungen und Auszahlungen als Dateien',
    'fetch-rates': 'Fügt die Wechselkurse der täglichen Datei hinzu',
    retention: 'Löscht Zeilen, deren Aufbewahrungsfrist abgelaufen ist',
  },
  schedule: (runs) =>
    SCHEDULES[runs] ??
    runs
      .replace(/^every day at (.+)$/, 'jeden Tag um $1')
      .replace(/^every Monday at (.+)$/, 'jeden Montag um $1')
      .replace(/^every (\d+) minutes$/, 'alle $1 Minuten'),
};
