import { plural } from '../../../lib/plural.ts';
import type { MailTexts } from './en.ts';

const claims = (count: number) => plural(count, 'Einlösung', 'Einlösungen');

export const de: MailTexts = {
  locale: 'de-DE',
  percent: (value) => `${value} %`,
  result: {
    subject: (date) => `Ihre Ergebnisse vom ${date}`,
    hello: (name) => `Guten Tag ${name},`,
    day: (date, zone, count, revenue) => `Ihre Codes am ${date} (${zone}): ${claims(count)}, ${revenue} Umsatz.`,
    soFar: (count, revenue) => `Bisher: ${claims(count)}, ${revenue} Umsatz.`,
    expected: (payout) => `Voraussichtliche Provision: ${payout}.`,
    campaignDay: (count, revenue) => `An diesem Tag: ${claims(count)}, ${revenue}`,
    campaignSoFar: (count, revenue) => `Bisher: ${claims(count)}, ${revenue}`,
    tier: (percent, payout) => `Stufe: ${percent}, voraussichtliche Provision ${payout}`,
    nextTier: (percent, missing) => `Nächste Stufe: ${percent}, nach weiteren ${missing} Umsatz`,
    refunds: 'Erstattungen können die voraussichtliche Provision bis zur Auszahlung noch ändern.',
    unsubscribe: 'Tägliche Ergebnisse abbestellen',
  },
  pageLink: {
    subject: 'Ihr Link zu Ihrer Creator-Seite',
    once: (minutes) =>
      `Dieser Link öffnet Ihre Seite. Er funktioniert einmal und nur innerhalb von ${minutes} Minuten nach Ihrer Anforderung.`,
    ignore:
      'Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Leiten Sie sie nicht weiter: Der Link meldet jeden an, der ihn öffnet.',
    open: 'Ihre Seite öffnen',
  },
  invitation: {
    subject: 'Ihre Creator-Seite',
    shows:
      'Ihre Seite zeigt Ihre Codes, was sie eingebracht haben, und Ihre Auszahlungen. Dort können Sie auch Ihre Auszahlungsdaten eintragen.',
    once: (days) =>
      `Dieser Link öffnet sie. Er funktioniert einmal und nur innerhalb von ${plural(days, 'Tag', 'Tagen')}. Danach fordern Sie auf der Seite einen neuen an.`,
    secret: 'Leiten Sie diese E-Mail nicht weiter: Der Link meldet jeden an, der ihn öffnet.',
  },
  address: {
    subject: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    confirm: (minutes) =>
      `Öffnen Sie diesen Link, damit Ihre Creator-Seite künftig diese Adresse verwendet. Er funktioniert einmal und nur innerhalb von ${minutes} Minuten nach Ihrer Anforderung.`,
    ignore: 'Wenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Dann ändert sich nichts.',
    open: 'Diese Adresse verwenden',
    changedSubject: 'Die E-Mail-Adresse Ihrer Creator-Seite wurde geändert',
    changed: 'Die E-Mail-Adresse Ihrer Creator-Seite wurde geändert. An diese Adresse bekommen Sie keine E-Mails mehr.',
    notYou: 'Wenn Sie diese Änderung nicht vorgenommen haben, wenden Sie sich sofort an das Team des Spiels.',
  },
  payoutDetails: {
    approved: 'Ihre neuen Auszahlungsdaten gelten',
    used: 'Die Auszahlungsdaten, die Sie eingegeben haben, wurden genehmigt. Sie gelten für Ihre nächsten Auszahlungen.',
    notYou: 'Wenn Sie sie nicht eingegeben haben, wenden Sie sich sofort an das Team des Spiels.',
    rejected: 'Ihre neuen Auszahlungsdaten wurden nicht angenommen',
    kept: 'Die Auszahlungsdaten, die Sie eingegeben haben, wurden nicht angenommen. Für Ihre Auszahlungen gelten weiterhin Ihre bisherigen Daten.',
    reason: (reason) => `Grund: ${reason}`,
  },
  report: {
    subject: (first, last) => `Ihr Wochenbericht: ${first} bis ${last}`,
    week: (first, last, zone) => `Die Woche vom ${first} bis ${last} (${zone}):`,
    claims: (now, before) => `Einlösungen: ${now} (Vorwoche: ${before})`,
    payments: (now, before) => `Zahlungen: ${now} (Vorwoche: ${before})`,
    revenue: (now, before) => `Umsatz: ${now} (Vorwoche: ${before})`,
    creatorRevenue: (now, before) => `Umsatz durch Creator: ${now} (Vorwoche: ${before})`,
    refunded: (now, before) => `Erstattungen: ${now} (Vorwoche: ${before})`,
    campaigns: 'Kampagnen mit dem höchsten Umsatz:',
    creators: 'Creator mit dem höchsten Umsatz:',
    row: (name, count, revenue) => `${name}: ${claims(count)}, ${revenue} Umsatz`,
    dashboard: 'Dashboard dieser Woche öffnen',
    unsubscribe: 'Wochenbericht abbestellen',
  },
  run: {
    prepared: {
      subject: (run) => `Auszahlungslauf ${run} kann geprüft werden`,
      news: (run) => `Auszahlungslauf ${run} kann geprüft werden. Prüfen Sie ihn und genehmigen Sie ihn dann.`,
    },
    approved: {
      subject: (run) => `Auszahlungslauf ${run} ist genehmigt`,
      news: (run) => `Auszahlungslauf ${run} ist genehmigt und kann ausgezahlt werden.`,
    },
    voided: {
      subject: (run) => `Auszahlungslauf ${run} ist storniert`,
      news: (run) => `Auszahlungslauf ${run} ist storniert. Zahlen Sie ihn nicht aus.`,
    },
    kinds: { monthly: 'monatlich', campaign_end: 'Kampagnenende', manual: 'manuell' },
    kind: (kind) => `Art: ${kind}`,
    period: (first, last) => `Zeitraum: ${first} bis ${last}`,
    periodIn: (first, last, zone) => `Zeitraum: ${first} bis ${last} (${zone})`,
    creators: (count) => `Creator: ${count}`,
    payable: (amount) => `Auszahlung: ${amount}`,
    csv: (url) => `CSV: ${url}`,
    sha256: (hash) => `SHA-256 der CSV-Datei: ${hash}`,
    attached: 'Die CSV-Datei ist angehängt.',
  },
};
