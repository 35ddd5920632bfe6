import { formatCount } from '../../lib/format.ts';
import type { payouts as english } from '../payouts.ts';

const creators = (count: number) => `${formatCount(count)} Creator`;

export const payouts: typeof english = {
  title: 'Auszahlungen',
  note: 'Zahlungen an Creator. Der Server bereitet einen Lauf vor, wenn ein Monat oder eine Kampagne endet; Sie können jederzeit selbst einen erstellen.',
  tabs: { runs: 'Läufe', unmatched: 'Zahlungen ohne Zuordnung' },
  kinds: { monthly: 'Monatlich', campaign_end: 'Kampagnenende', manual: 'Auf Anforderung' },
  statuses: {
    preparing: 'In Vorbereitung',
    draft: 'Entwurf',
    approved: 'Genehmigt',
    exported: 'Exportiert',
    paid: 'Bezahlt',
    void: 'Storniert',
  },
  status: 'Status',
  anyStatus: 'Jeder Status',
  kind: 'Art',
  anyKind: 'Jede Art',
  list: 'Auszahlungsläufe',
  newRun: 'Neuer Lauf',
  noMatch: 'Kein Lauf passt',
  noMatchText: 'Versuchen Sie einen anderen Status oder eine andere Art.',
  clear: 'Filter löschen',
  empty: 'Noch keine Auszahlungsläufe',
  emptyText:
    'Der Server bereitet den ersten Lauf vor, wenn ein Monat oder eine Kampagne endet. Sie können auch jetzt eine Vorschau ansehen und den Lauf vorbereiten.',
  columns: {
    run: 'Lauf',
    status: 'Status',
    period: 'Zeitraum',
    creators: 'Creator',
    payable: 'Auszahlung',
    prepared: 'Vorbereitet',
    approved: 'Genehmigt',
  },
  name: (runId) => `Lauf ${runId}`,
  allCampaigns: 'Alle Kampagnen',
  calendar: 'Automatisch',
  formerStaff: 'Ein früherer Mitarbeiter',
  toPayOf: (toPay, all) => `${formatCount(toPay)} von ${formatCount(all)}`,
  changedDetails: (count) => `${formatCount(count)} geänderte ${count === 1 ? 'Adresse' : 'Adressen'}`,
  changed: (count) => `${formatCount(count)} geändert`,
  zone: (zone) => `In ${zone}`,
  figures: {
    payable: 'Auszahlung',
    toPay: 'Creator mit Auszahlung',
    ofStatements: (count) => `von ${formatCount(count)} ${count === 1 ? 'Abrechnung' : 'Abrechnungen'}`,
    commission: 'Provision',
    ofRevenue: (revenue) => `auf ${revenue} Umsatz`,
    carried: 'Übertrag in den nächsten Lauf',
    carriedIn: (amount) => `${amount} übernommen`,
    minimum: (amount) => `je mindestens ${amount}`,
    hold: (days) => `Umsatz älter als ${formatCount(days)} ${days === 1 ? 'Tag' : 'Tage'}`,
  },
  preview: {
    title: 'Neuer Auszahlungslauf',
    note: 'Was ein Lauf jetzt zahlen würde. Der Server erstellt keinen Lauf, bis Sie ihn vorbereiten.',
    prepare: 'Lauf vorbereiten',
    prepared: (runId) => `Lauf ${runId} ist vorbereitet und wartet auf die Genehmigung.`,
    failed: 'Der Lauf wurde nicht vorbereitet',
    campaign: 'Für',
    noCampaign: 'Keine Kampagne passt',
    campaignOf: (id) => `Kampagne ${id}`,
    list: 'Abrechnungen des nächsten Laufs',
    last: 'Seit letztem Lauf',
    comparedWith: (difference, runId) => `${difference} seit Lauf ${runId}`,
    first: 'Es gibt keinen früheren Lauf',
    empty: 'Keine Abrechnungen in diesem Lauf',
    emptyText:
      'Seit dem letzten Lauf hat kein Creator etwas verdient, und es gibt keinen Übertrag. Ein neuer Lauf wäre leer.',
    largest: (shown, more) =>
      `Die ${formatCount(shown)} größten Zahlungen; ${formatCount(more)} weitere ${more === 1 ? 'ist' : 'sind'} im Lauf.`,
    all: (count) => `${formatCount(count)} ${count === 1 ? 'Abrechnung' : 'Abrechnungen'} insgesamt`,
  },
  run: {
    title: (runId) => `Auszahlungslauf ${runId}`,
    about: (kind, campaign) => `${kind}, ${campaign ?? 'alle Kampagnen'}`,
    missing: 'Auszahlungslauf nicht gefunden',
    all: 'Alle Auszahlungsläufe',
    loading: 'Der Lauf wird geladen',
    preparing: 'Der Lauf wird vorbereitet. Diese Seite aktualisiert sich automatisch.',
    failures: (count) =>
      `${formatCount(count)} ${count === 1 ? 'Abrechnung konnte' : 'Abrechnungen konnten'} nicht erstellt werden`,
    failuresText: (count) =>
      `Der nächste Lauf rechnet ${count === 1 ? 'den Betrag dieses Creators' : 'die Beträge dieser Creator'} ab.`,
    more: (count) => `Und ${formatCount(count)} weitere.`,
    void: 'Dieser Lauf ist storniert: Aus ihm wird kein Creator bezahlt',
    importResults: 'Zahlungsergebnisse importieren',
    tabs: { statements: 'Abrechnungen', files: 'Dateien', compare: 'Vergleich' },
  },
  frozen: {
    since: (names) => `Die Auszahlungen von ${names} wurden eingefroren, nachdem der Lauf erstellt wurde.`,
    draft: (count) =>
      `Entfernen Sie ${count === 1 ? 'die Abrechnung dieses Creators' : 'die Abrechnungen dieser Creator'} aus dem Lauf, oder heben Sie das Einfrieren auf. Dann können Sie den Lauf genehmigen.`,
    approved: () =>
      'Heben Sie das Einfrieren auf, oder stornieren Sie den Lauf. Vorher können Sie ihn nicht als exportiert markieren.',
  },
  steps: {
    label: 'Status des Laufs',
    names: { draft: 'Entwurf', approved: 'Genehmigt', exported: 'Exportiert', paid: 'Bezahlt' },
    pending: {
      draft: 'Wird vorbereitet',
      approved: 'Wartet auf die Genehmigung',
      exported: 'Zahlungsdateien noch nicht gesendet',
      paid: 'Creator noch nicht bezahlt',
    },
    by: (name) => ` von ${name}`,
    automatically: ' automatisch',
    formerStaff: 'einem früheren Mitarbeiter',
  },
  moves: {
    approve: 'Genehmigen',
    export: 'Als exportiert markieren',
    pay: 'Als bezahlt markieren',
    void: 'Lauf stornieren',
    cancel: 'Abbrechen',
    done: {
      approve: (runId) => `Lauf ${runId} ist genehmigt.`,
      export: (runId) => `Lauf ${runId} ist als exportiert markiert.`,
      pay: (runId) => `Lauf ${runId} ist als bezahlt markiert.`,
      void: (runId) => `Lauf ${runId} ist storniert.`,
    },
    failed: 'Der Lauf wurde nicht geändert',
    unchecked: 'Die Beträge des Laufs konnten nicht geprüft werden',
    approveTitle: (runId) => `Lauf ${runId} genehmigen?`,
    approveText: (amount, count) =>
      `Die Zahlungsdateien zahlen ${amount} an ${creators(count)}. Webhook-Endpunkte und die E-Mail-Adresse für Auszahlungen bekommen eine Nachricht.`,
    changed: (count) =>
      `${creators(count)} ${count === 1 ? 'hat' : 'haben'} andere Auszahlungsdaten als im vorigen Lauf. Prüfen Sie diese zuerst.`,
    payTitle: (runId) => `Lauf ${runId} als bezahlt markieren?`,
    payText: (amount) =>
      `Markieren Sie den Lauf erst als bezahlt, wenn ${amount} bezahlt sind. Danach können Sie nicht mehr den Lauf stornieren, sondern nur die Abrechnung einer gescheiterten Zahlung.`,
    payAnyway: 'Ich habe es von Hand bezahlt: als bezahlt markieren',
    voidTitle: (runId) => `Lauf ${runId} stornieren?`,
    voidConfirm: 'Lauf stornieren',
    voidText:
      'Aus einem stornierten Lauf wird kein Creator bezahlt, und Sie können ihn nicht wiederherstellen. Der nächste Lauf übernimmt seine Beträge.',
    voidSent: 'Wenn Sie die Dateien des Laufs schon gesendet haben, sorgen Sie dafür, dass sie nicht bezahlt werden.',
    reasons: {
      second_person_needed:
        'Sie haben diesen Lauf selbst vorbereitet. Nach den Einstellungen der Organisation muss ihn eine andere Person genehmigen.',
      statements_paid:
        'Zahlungen dieses Laufs sind angekommen, also kann er nicht storniert werden. Die Abrechnung einer gescheiterten Zahlung können Sie weiterhin stornieren.',
      newer_run:
        'Ein neuerer Lauf hängt von diesem ab, also kann er nicht storniert werden. Stornieren Sie zuerst den neueren.',
    },
  },
};
