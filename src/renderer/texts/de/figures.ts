import { formatCount } from '../../lib/format.ts';
import type { figures as english } from '../figures.ts';

export const figures: typeof english = {
  versus: (period) => `ggü. ${period}`,
  period: 'Zeitraum',
  periods: {
    ...{ '24h': '24 Stunden', '7d': '7 Tage', '30d': '30 Tage', '90d': '90 Tage' },
    ...{ 'last-month': 'Letzter Monat', 'this-month': 'Dieser Monat', '12-months': 'Letzte 12 Monate' },
  },
  morePeriods: 'Mehr',
  otherPeriods: 'Andere Zeiträume',
  dates: (first, last) => (first === last ? first : `${first} – ${last}`),
  firstDay: 'Erster Tag',
  lastDay: 'Letzter Tag',
  showDates: 'Anzeigen',
  mostDays: (days) => `Höchstens ${formatCount(days)} Tage, der erste zuerst.`,
  overTime: 'Verlauf',
  whichFigure: 'Zahl im Diagramm',
  kinds: { revenue: 'Umsatz', claims: 'Einlösungen', payments: 'Zahlungen' },
  days: (zone) => `Tage in der Zeitzone der Organisation, ${zone}`,
  hours: (zone) => `Stunden in der Zeitzone der Organisation, ${zone}`,
  dashedDay: 'Gestrichelt: Heute ist noch nicht vorbei',
  dashedHour: 'Gestrichelt: Diese Stunde ist noch nicht vorbei',
  day: 'Tag',
  hour: 'Stunde',
  dayOpen: 'noch nicht vorbei',
  hourOpen: 'diese Stunde',
  nothing: 'In diesem Zeitraum ist noch nichts geschehen.',
  chart: (label, total) => `${label} im Verlauf, insgesamt ${total}`,
  claims: (count) => (count === 1 ? '1 Einlösung' : `${formatCount(count)} Einlösungen`),
  topCreators: 'Beste Creator',
  inPeriod: 'in diesem Zeitraum',
  byCurrency: 'Umsatz nach Währung',
  byCurrencyNote: (own) =>
    `Was Spieler nach Abzug der Erstattungen bezahlt haben, und der Umsatz in ${own} zum Wechselkurs der jeweiligen Zahlung.`,
  noCreators: 'Kein Creator hatte in diesem Zeitraum eine Einlösung oder eine Zahlung.',
};
