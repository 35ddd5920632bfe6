import type { FieldFaultCode } from '../../../../daemon/contract/field-faults.ts';
import { REFUSALS, type RefusalCode } from '../../../../daemon/contract/refusals.ts';
import { DESKTOP_REFUSALS, type DesktopRefusalCode } from '../../../preload/desktop-refusals.ts';
import type { problems as english } from '../en/problems.ts';

const SENTENCES: Record<RefusalCode, string> = {
  invalid_request: 'Die Anfrage ist ungültig.',
  invalid_json: 'Der Inhalt ist kein gültiges JSON.',
  unauthorized: 'Die Anmeldung ist fehlgeschlagen.',
  invalid_credentials: 'E-Mail-Adresse, Passwort oder Code ist falsch.',
  forbidden: 'Dieser Schlüssel oder diese Rolle darf das nicht.',
  wrong_game: 'Dieser Schlüssel gehört zu einem anderen Spiel.',
  not_found: 'Nicht gefunden.',
  method_not_allowed: 'Diese Adresse kennt diese Methode nicht.',
  body_too_large: 'Der Inhalt ist größer als 1 MiB.',
  unsupported_media_type: 'Der Inhalt muss application/json in UTF-8 sein.',
  request_timeout: 'Die Anfrage kam nicht rechtzeitig an.',
  headers_too_large: 'Die Anfrage hat zu viele oder zu lange Kopfzeilen.',
  too_many_requests: 'Zu viele Anfragen; versuchen Sie es später erneut.',
  account_locked: 'Zu viele fehlgeschlagene Anmeldungen; versuchen Sie es später erneut.',
  internal_error: 'Im Server ist ein Fehler aufgetreten.',
  unavailable: 'Der Server kann gerade nicht antworten; versuchen Sie es erneut.',
  code_not_found: 'Diesen Code gibt es nicht.',
  referral_base_not_redeemable: 'Dieser Code ist für Creator; Spieler verwenden den Code eines Creators.',
  code_inactive: 'Dieser Code ist inaktiv.',
  campaign_not_started: 'Die Kampagne hat noch nicht begonnen.',
  campaign_ended: 'Die Kampagne ist beendet.',
  campaign_paused: 'Die Kampagne ist pausiert.',
  creator_suspended: 'Der Creator dieses Codes ist gesperrt.',
  self_referral: 'Ein Creator kann den eigenen Code nicht einlösen.',
  already_redeemed: 'Dieser Nutzer hat diesen Code schon eingelöst.',
  limit_reached: 'Der Code hat sein Limit erreicht.',
  idempotency_mismatch: 'Dieser Idempotency-Key wurde schon mit einem anderen Inhalt verwendet.',
  too_many_guesses: 'Zu viele unbekannte Codes dieses Nutzers; versuchen Sie es später erneut.',
  invalid_creator_id:
    'Eine creator_id hat 1 bis 255 Zeichen ohne Steuerzeichen und ist nicht 0, denn das ist die des Live-Operations-Managers.',
  not_a_referral_code: 'Aus einem Einlösecode können Creator keine Codes machen.',
  creator_code_exists: 'Dieser Creator hat für diesen Empfehlungscode schon einen Code.',
  invalid_code: 'Ein Code hat 3 bis 64 Zeichen aus A-Z 0-9 _ -.',
  code_taken: 'Dieser Wert ist vergeben.',
  invalid_csv: 'Die CSV-Datei hat Fehler; nichts davon wurde gespeichert.',
  import_refused: 'Die Datei kann so nicht importiert werden; nichts davon wurde gespeichert.',
  job_not_done: 'Die Aufgabe ist nicht fertig.',
  run_preparing: 'Ein Auszahlungslauf wird vorbereitet; versuchen Sie es danach erneut.',
  newer_run: 'Zuerst muss ein neuerer Auszahlungslauf storniert werden.',
  second_person_needed: 'Eine andere Person als die, die den Auszahlungslauf vorbereitet hat, muss ihn genehmigen.',
  payouts_frozen: 'Der Lauf zahlt Creator aus, deren Auszahlungen seitdem eingefroren wurden.',
  invalid_status_move: 'Diese Änderung ist im aktuellen Zustand nicht möglich.',
  mixed_events: 'Eine Anfrage kann nicht zugleich Zahlungen und andere Ereignisse enthalten.',
  invalid_amount: 'Der Betrag passt nicht zur Währung.',
  currency_mismatch: 'Die Währung ist nicht die der Organisation.',
  transaction_conflict: 'Diese transaction_id wurde schon mit anderem Inhalt verwendet.',
  duplicate_request: 'Diese Anfragekennung wurde schon mit anderen Ereignissen verwendet.',
  amount_out_of_range: 'Mit dem Betrag würde eine Summe dieser Organisation ihre Grenze überschreiten.',
  refund_mismatch: 'Eine Erstattung muss eine Zahlung desselben Nutzers nennen.',
  refund_exceeds_payment: 'Die Erstattungen dieser Zahlung würden ihren Betrag überschreiten.',
  currency_frozen: 'Währung und Nachkommastellen können nach der ersten Zahlung nicht geändert werden.',
  claim_released: 'Diese Einlösung wurde schon freigegeben.',
  already_set_up: 'Der Inhaber existiert schon.',
  last_owner: 'Der letzte Inhaber kann weder herabgestuft noch entfernt werden.',
  totp_required: 'Der Code des zweiten Faktors fehlt.',
  totp_setup_required: 'Diese Rolle braucht einen zweiten Faktor: Richten Sie ihn zuerst ein.',
  csrf: 'Diese Anfrage kommt nicht von der Seite des Portals.',
  endpoint_inactive: 'Der Endpunkt dieser Zustellung ist deaktiviert oder entfernt.',
  too_many_views: 'Eine Person kann 100 Ansichten speichern; löschen Sie zuerst eine.',
  duplicate: 'Das gibt es schon.',
  edit_conflict: 'Das wurde geändert, nachdem es gelesen wurde: Lesen Sie es erneut, bevor Sie es ändern.',
};

/** Details that people see in the Portal, in place of the general sentence of their refusal. */
const DETAILS: Record<string, string> = {
  'This email address is already registered. Use another one.':
    'Diese E-Mail-Adresse ist schon registriert. Verwenden Sie eine andere.',
  'You already have a view with this name. Choose another name.':
    'Sie haben schon eine Ansicht mit diesem Namen. Wählen Sie einen anderen.',
};

const REQUIRED = 'Das Feld muss ausgefüllt sein';
const entries = (count: number) => `${count} ${count === 1 ? 'Eintrag' : 'Einträge'}`;

const FIELD_FAULTS: Record<Exclude<FieldFaultCode, 'invalid'>, string | ((limit: number) => string)> = {
  required: REQUIRED,
  empty: REQUIRED,
  unknown: 'Dieses Feld gibt es nicht',
  repeated: 'Die Angabe ist mehrfach vorhanden',
  wrong_type: 'Diese Angabe ist nicht erlaubt',
  not_a_number: 'Die Angabe muss eine Zahl sein',
  not_an_email: 'Das ist keine E-Mail-Adresse',
  not_one_of: 'Diese Angabe ist nicht erlaubt',
  too_short: (limit) => `Die Angabe muss mindestens ${limit} Zeichen haben`,
  too_long: (limit) => `Die Angabe darf höchstens ${limit} Zeichen haben`,
  too_few: (limit) => `Die Liste muss mindestens ${entries(limit)} haben`,
  too_many: (limit) => `Die Liste darf höchstens ${entries(limit)} haben`,
  too_small: (limit) => `Die Zahl muss mindestens ${limit} sein`,
  too_large: (limit) => `Die Zahl darf höchstens ${limit} sein`,
  not_multiple: (limit) => `Die Zahl muss ein Vielfaches von ${limit} sein`,
};

/** The rules of single fields, by the end of the daemon's sentence. */
const RULES: [string, string][] = [
  ['must be an http or https URL', 'Die Adresse muss mit http:// oder https:// beginnen'],
  ['must be a URL without user and password', 'Die Adresse darf weder Benutzer noch Passwort enthalten'],
  [
    'allows private networks, such as 127.0.0.0/8',
    'Die Adresse muss im Internet liegen. Private Netze wie 127.0.0.0/8 erlaubt die Einstellung REDEEMD_ALLOW_PRIVATE_WEBHOOKS',
  ],
  ['must not contain control characters', 'Steuerzeichen sind nicht erlaubt'],
  ['must be 1-64 letters, digits or underscores', 'Erlaubt sind 1 bis 64 Buchstaben, Ziffern und Unterstriche'],
  ['must be an ISO 8601 date and time', 'Das ist kein Zeitpunkt'],
  ['must be later than starts_at', 'Das Ende muss nach dem Beginn liegen'],
  ['must be six digits', 'Der Code hat sechs Ziffern'],
];

const DESKTOP_SENTENCES: Record<DesktopRefusalCode, string> = {
  no_connection: 'Der Server ist nicht erreichbar. Prüfen Sie, ob er läuft und ob Sie online sind.',
  offline: 'Dieser Computer ist offline.',
  server_name_unknown:
    'Kein Server hat diesen Namen. Prüfen Sie die Adresse, und ob dieser Computer im richtigen Netz ist.',
  connection_refused:
    'Der Computer mit dieser Adresse antwortet, aber dort läuft kein Server. Prüfen Sie den Port und den Server.',
  connection_broken:
    'Der Server hat die Verbindung beendet, bevor seine Antwort vollständig war. Versuchen Sie es erneut.',
  answer_timed_out: 'Der Server hat nicht rechtzeitig geantwortet. Versuchen Sie es erneut.',
  proxy_fault: 'Der Proxy dieses Netzes hat die Anfrage blockiert.',
  redirected:
    'Der Server leitet auf eine andere Adresse weiter. Wenn Sie ihr vertrauen, geben Sie stattdessen diese ein.',
  certificate_fault:
    'Es gibt keine sichere Verbindung: Dieser Computer vertraut dem Zertifikat des Servers nicht. Fragen Sie den Betreiber des Servers; geben Sie kein Passwort ein.',
  no_daemon: 'Es ist kein Server gewählt.',
  not_a_daemon: 'Unter dieser Adresse antwortet ein Server, aber es ist nicht redeemd.',
  not_confirmed: 'Die Verbindung wurde nicht bestätigt.',
  invalid_address: 'Geben Sie eine Adresse wie https://redeem.example.com ein',
  address_with_password: 'Die Adresse darf kein Passwort enthalten.',
  plain_http: 'Verwenden Sie http:// nur für einen Server auf diesem Computer, für alle anderen https://.',
  file_incomplete: 'Die Datei kam nicht vollständig an, deshalb wurde nichts gespeichert. Speichern Sie sie erneut.',
  file_not_expected:
    'Der Server hat etwas anderes als diese Datei gesendet, deshalb wurde nichts gespeichert. Laden Sie die Seite neu und speichern Sie dann erneut.',
  disk_full: 'Der Datenträger ist voll. Schaffen Sie Platz, oder wählen Sie einen anderen Ordner.',
  no_permission: 'In diesen Ordner können Sie nicht schreiben. Wählen Sie einen anderen.',
  folder_gone: 'Diesen Ordner gibt es nicht mehr. Wählen Sie einen anderen.',
  name_too_long: 'Der Name ist zu lang. Wählen Sie einen kürzeren.',
  place_is_folder: 'So heißt ein Ordner. Wählen Sie einen anderen Namen.',
  place_is_link: 'Dieser Name ist eine Verknüpfung mit einer anderen Datei. Wählen Sie einen anderen Namen.',
  file_busy:
    'Die Datei ist in einem anderen Programm geöffnet oder geschützt. Schließen Sie sie dort, oder wählen Sie einen anderen Namen.',
};

const isFieldFault = (code: string): code is keyof typeof FIELD_FAULTS => code in FIELD_FAULTS;
const isKnown = (code: string): code is RefusalCode => code in SENTENCES;
const isOfApp = (code: string): code is DesktopRefusalCode => code in DESKTOP_REFUSALS;

export const problems: typeof english = {
  /** Details of the daemon beyond its general sentence follow in English. */
  say(code, detail) {
    if (isOfApp(code)) return DESKTOP_SENTENCES[code];
    if (!isKnown(code)) return detail;
    return detail === REFUSALS[code][1] ? SENTENCES[code] : (DETAILS[detail] ?? `${SENTENCES[code]} (${detail})`);
  },
  sayOfField({ code = 'invalid', detail, limit = 0 }) {
    if (isFieldFault(code)) {
      const said = FIELD_FAULTS[code];
      return typeof said === 'string' ? said : said(limit);
    }
    const [, said = `Die Angabe ist ungültig (${detail})`] = RULES.find(([words]) => detail.endsWith(words)) ?? [];
    return said;
  },
};
