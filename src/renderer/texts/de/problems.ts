import type { FieldFaultCode } from '../../../../daemon/contract/field-faults.ts';
import { REFUSALS, type RefusalCode } from '../../../../daemon/contract/refusals.ts';
import { DESKTOP_REFUSALS, type DesktopRefusalCode } from '../../../preload/desktop-refusals.ts';
import type { problems as english } from '../problems.ts';

const SENTENCES: Record<RefusalCode, string> = {
  invalid_request: 'Die Anfrage ist ungültig.',
  invalid_json: 'Der Inhalt ist kein gültiges JSON.',
  unauthorized: 'Die Anmeldung ist fehlgeschlagen.',
  invalid_credentials: 'E-Mail-Adresse, Passwort oder Code ist falsch.',
  forbidden: 'Dieser Schlüssel oder diese Rolle darf das nicht.',
  wrong_game: 'Dieser Schlüssel gehört zu einem anderen Spiel.',
  not_found: 'Nicht gefunden.',
  method_not_allowed: 'Diese Adresse unterstützt diese Methode nicht.',
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
  code_not_started: 'Dieser Code kann noch nicht eingelöst werden.',
  code_expired: 'Dieser Code ist abgelaufen.',
  not_the_recipient: 'Dieser Code ist für einen anderen Spieler.',
  conditions_not_met: 'Dieser Spieler erfüllt eine Bedingung des Codes nicht.',
  creator_suspended: 'Der Creator dieses Codes ist gesperrt.',
  self_referral: 'Ein Creator kann den eigenen Code nicht einlösen.',
  already_redeemed: 'Dieser Nutzer hat diesen Code schon eingelöst.',
  limit_reached: 'Der Code hat sein Limit erreicht.',
  key_pool_empty: 'Für diesen Code ist kein Schlüssel mehr da.',
  idempotency_mismatch: 'Dieser Idempotency-Key wurde schon mit einem anderen Inhalt verwendet.',
  too_many_guesses: 'Zu viele unbekannte Codes dieses Nutzers; versuchen Sie es später erneut.',
  invalid_creator_id:
    'Eine creator_id hat 1 bis 255 Zeichen ohne Steuerzeichen und ist nicht 0, denn das ist die des Live-Operations-Managers.',
  not_a_referral_code: 'Aus einem Einlösecode können Creator keine Codes machen.',
  creator_merged: 'Einer der Creator gehört schon zu einer anderen Zusammenlegung.',
  merge_is_final: 'Seit der Zusammenlegung hat ein Auszahlungslauf begonnen, sie ist deshalb endgültig.',
  payout_details_waiting: 'Auszahlungsdaten dieses Creators warten auf Freigabe. Entscheiden Sie zuerst darüber.',
  creator_code_exists: 'Dieser Creator hat für diesen Empfehlungscode schon einen Code.',
  invalid_code: 'Ein Code hat 3 bis 64 Zeichen aus A-Z 0-9 _ -.',
  no_email_address: 'Für diesen Creator ist keine E-Mail-Adresse gespeichert.',
  code_taken: 'Dieser Wert ist vergeben.',
  invalid_csv: 'Die CSV-Datei hat Fehler; nichts davon wurde gespeichert.',
  import_refused: 'Die Datei kann so nicht importiert werden; nichts davon wurde gespeichert.',
  job_not_done: 'Die Aufgabe ist nicht fertig.',
  run_preparing: 'Ein Auszahlungslauf wird vorbereitet; versuchen Sie es danach erneut.',
  statements_paid: 'Zahlungen dieses Laufs sind angekommen. Stornieren Sie nur die fehlgeschlagenen Abrechnungen.',
  newer_run: 'Zuerst muss ein neuerer Auszahlungslauf storniert werden.',
  second_person_needed: 'Das muss eine andere Person genehmigen als die, die es vorbereitet oder beantragt hat.',
  payouts_frozen: 'Der Lauf zahlt Creator aus, deren Auszahlungen seitdem eingefroren wurden.',
  invalid_status_move: 'Diese Änderung ist im aktuellen Zustand nicht möglich.',
  mixed_events: 'Eine Anfrage kann nicht zugleich Zahlungen und andere Ereignisse enthalten.',
  invalid_amount: 'Der Betrag passt nicht zur Währung.',
  no_exchange_rate: 'Für diese Währung und diesen Tag gibt es keinen Wechselkurs.',
  rate_corrected: 'Für diesen Kurs gibt es schon eine Korrektur.',
  currency_required: 'Eine Zahlung muss eine Währung haben.',
  refund_currency_mismatch: 'Eine Erstattung muss die Währung ihrer Zahlung haben.',
  refund_of_required: 'Eine Erstattung in einer anderen Währung als der der Organisation muss ihre Zahlung nennen.',
  transaction_conflict: 'Diese transaction_id wurde schon mit anderem Inhalt verwendet.',
  duplicate_request: 'Diese Anfragekennung wurde schon mit anderen Ereignissen verwendet.',
  amount_out_of_range: 'Mit dem Betrag würde eine Summe dieser Organisation ihre Grenze überschreiten.',
  refund_mismatch: 'Eine Erstattung muss eine Zahlung desselben Nutzers nennen.',
  refund_exceeds_payment: 'Die Erstattungen dieser Zahlung würden ihren Betrag überschreiten.',
  currency_frozen:
    'Währung und Nachkommastellen können nach der ersten Zahlung oder dem ersten Wechselkurs nicht geändert werden.',
  claim_released: 'Diese Einlösung wurde schon freigegeben.',
  already_set_up: 'Der Inhaber existiert schon.',
  last_owner: 'Der letzte Inhaber kann weder herabgestuft noch auf einige Spiele beschränkt noch entfernt werden.',
  totp_required: 'Der zweite Faktor fehlt: ein Code oder ein Passkey.',
  totp_setup_required: 'Diese Rolle braucht einen zweiten Faktor: Richten Sie ihn zuerst ein.',
  passkeys_unavailable: 'Passkeys brauchen eine öffentliche Adresse mit https und einem Hostnamen.',
  too_many_passkeys: 'Sie haben schon 20 Passkeys; entfernen Sie zuerst einen.',
  provider_only: 'Nur Inhaber dürfen hier ein Passwort verwenden. Melden Sie sich mit Ihrem Firmenkonto an.',
  csrf: 'Diese Anfrage kommt nicht von einer Seite dieses Servers.',
  endpoint_inactive: 'Der Endpunkt dieser Zustellung ist deaktiviert oder entfernt.',
  too_many_tokens: 'Eine Person kann höchstens 50 Zugriffstoken haben. Widerrufen Sie zuerst eines.',
  too_many_sources: 'Es können höchstens 100 Quellen von Ergebnisdateien gespeichert sein; löschen Sie zuerst eine.',
  too_many_views: 'Eine Person kann 100 Ansichten speichern; löschen Sie zuerst eine.',
  duplicate: 'Das gibt es schon.',
  edit_conflict: 'Das wurde geändert, nachdem es gelesen wurde: Lesen Sie es erneut, bevor Sie es ändern.',
};

const REQUIRED = 'Das Feld muss ausgefüllt sein';
const entries = (count: number) => `${count} ${count === 1 ? 'Eintrag' : 'Einträge'}`;

interface Parameters {
  limit: number;
  count: number;
  values: readonly string[];
}

const FIELD_FAULTS: Record<Exclude<FieldFaultCode, 'invalid'>, string | ((parameters: Parameters) => string)> = {
  required: REQUIRED,
  empty: REQUIRED,
  unknown: 'Dieses Feld gibt es nicht',
  repeated: 'Die Angabe ist mehrfach vorhanden',
  not_text: 'Die Angabe muss Text sein',
  not_a_number: 'Die Angabe muss eine Zahl sein',
  not_a_whole_number: 'Die Angabe muss eine ganze Zahl sein',
  not_a_boolean: 'Die Angabe muss true oder false sein',
  not_a_list: 'Die Angabe muss eine Liste sein',
  not_an_object: 'Die Angabe muss ein Objekt sein',
  wrong_type: 'Diese Angabe ist nicht erlaubt',
  not_an_email: 'Das ist keine E-Mail-Adresse',
  not_a_uuid: 'Das ist keine UUID',
  not_one_of: ({ values }) => `Erlaubt ist: ${values.join(', ')}`,
  too_short: ({ limit }) => `Die Angabe muss mindestens ${limit} Zeichen haben`,
  too_long: ({ limit }) => `Die Angabe darf höchstens ${limit} Zeichen haben`,
  too_few: ({ limit }) => `Die Liste muss mindestens ${entries(limit)} haben`,
  too_many: ({ limit }) => `Die Liste darf höchstens ${entries(limit)} haben`,
  too_small: ({ limit }) => `Die Zahl muss mindestens ${limit} sein`,
  too_large: ({ limit }) => `Die Zahl darf höchstens ${limit} sein`,
  not_multiple: ({ limit }) => `Die Zahl muss ein Vielfaches von ${limit} sein`,

  control_characters: 'Steuerzeichen sind nicht erlaubt',
  nul_characters: 'NUL-Zeichen sind nicht erlaubt',
  not_utf8: 'Die Angabe ist kein gültiges UTF-8',
  not_in_path: 'Diese Angabe ist in einer Adresse nicht erlaubt',
  not_an_id: 'Die Angabe muss eine positive ganze Zahl sein',
  not_a_tag: 'Kommas und Steuerzeichen sind nicht erlaubt',
  not_a_game_id: 'Erlaubt sind 1 bis 64 Buchstaben, Ziffern und Unterstriche',
  not_a_claim_id: 'Das ist keine ID einer Einlösung',
  not_a_code: 'Ein Code hat 3 bis 64 Zeichen aus A-Z 0-9 _ -',
  not_six_digits: 'Der Code hat sechs Ziffern',
  not_a_second_factor: 'Geben Sie sechs Ziffern oder einen Wiederherstellungscode ein',
  not_an_instant: 'Das ist kein Zeitpunkt',
  not_your_games: 'Nennen Sie Spiele, und nur solche, auf die Ihr Konto beschränkt ist',
  not_an_attribute: 'Ein Attribut hat 1 bis 64 Zeichen aus A-Z a-z 0-9 _ .',
  too_many_attributes: 'Es können höchstens 32 Felder sein',
  attributes_too_long: 'Die Attribute dürfen höchstens 4 KiB haben',
  not_after_start: 'Das Ende muss nach dem Beginn liegen',
  not_in_future: 'Der Zeitpunkt muss in der Zukunft liegen',
  not_before_to: 'Der Beginn muss vor dem Ende liegen',
  period_too_long: ({ limit }) => `Der Zeitraum darf höchstens ${limit} Tage lang sein`,
  not_a_time_zone: 'Das ist keine IANA-Zeitzone',
  not_a_currency: 'Das ist keine Währung nach ISO 4217',
  not_an_amount: 'Die Angabe muss ein Dezimalbetrag sein',
  not_a_rate: 'Die Angabe muss eine Dezimalzahl über 0 und unter 10^12 mit höchstens 12 gültigen Ziffern sein',
  not_a_date: 'Die Angabe muss ein Datum wie 2026-11-20 sein',
  not_a_colleague: 'Die Angabe muss eine Person sein, die dies sehen darf',
  not_a_tax_form_status: 'Erlaubt sind nur Buchstaben, Leerzeichen, Binde- und Unterstriche, keine Steuernummer',
  not_a_pool: 'Die Angabe muss ein Schlüsselpool sein, den Ihr Konto verwenden darf',
  own_currency: 'Die Währung der Organisation braucht keinen Wechselkurs',
  same_creator: 'Ein anderer Creator ist nötig',
  same_rate: 'Der neue Kurs muss vom falschen abweichen',
  too_far_ahead: ({ limit }) => `Der Tag darf höchstens ${limit} Tage in der Zukunft liegen`,
  too_many_decimals: ({ limit }) => `Die Währung hat ${limit} Nachkommastellen`,
  not_ascending: 'Die Stufen müssen nach min_revenue aufsteigen',
  not_a_url: 'Die Adresse muss mit http:// oder https:// beginnen',
  url_with_password: 'Die Adresse darf weder Benutzer noch Passwort enthalten',
  private_address:
    'Die Adresse muss im Internet liegen. Private Netze wie 127.0.0.0/8 erlaubt die Einstellung REDEEMD_ALLOW_PRIVATE_WEBHOOKS',
  has_wildcard: 'Der Ursprung darf keinen Platzhalter enthalten',
  event_twice: 'Jedes Ereignis darf nur einmal vorkommen',
  wrong_scope: 'Ein Client-Schlüssel kann nur das Recht events haben',
  role_not_yours: 'Die Angabe muss Ihre eigene Rolle oder „viewer“ sein',
  not_a_screen: 'Die Angabe muss der Pfad einer Seite des Portals sein, zum Beispiel /campaigns',
  word_twice: 'Kein Wort darf zweimal vorkommen',
  no_result_word: 'Mindestens ein Wort für bezahlte oder fehlgeschlagene Zahlungen ist nötig',
  not_steps: 'Die Angabe muss JSON mit 2 bis 6 Schritten sein',
  not_rewards: 'Die Angabe muss JSON sein: ein Objekt oder eine Liste von Objekten',
  rewards_too_large: 'Belohnungen dürfen höchstens 64 KiB groß sein',
  rewards_too_deep: 'Belohnungen dürfen höchstens 100 Ebenen tief sein',
  rewards_forbidden: 'NUL-Zeichen und einzelne Surrogate sind nicht erlaubt, auch nicht als Escape-Sequenz',
  all_rewards_too_large: 'Die Belohnungen aller dieser Codes sind zusammen größer als 256 MiB',
  referral_only: 'Nur ein Empfehlungscode kann die Codes seiner Creator begrenzen',
  redeem_only: 'Ein Empfehlungscode hat keinen Empfänger, weil Spieler die Codes seiner Creator einlösen',
  pattern_and_prefix: 'Ein Muster ist nicht zusammen mit Präfix oder Länge möglich',
  not_a_prefix: 'Erlaubt sind nur A-Z 0-9 _ -',
  not_a_pattern: 'Erlaubt sind nur A-Z 0-9 _ - und # für ein zufälliges Zeichen',
  wrong_code_length: ({ count }) => `Die Codes müssen 3 bis 64 Zeichen haben, nicht ${count}`,
  too_few_random: ({ limit, count }) => `${count} Codes brauchen mindestens ${limit} zufällige Zeichen`,
  taken: 'Das ist schon vergeben',
  follows_groups: 'Das richtet sich nach den Gruppen des Firmenkontos',
  no_provider: 'Dafür muss in REDEEMD_OIDC_ISSUER ein Anmeldedienst angegeben sein',
  needs_version: 'Mit campaign_id muss auch version angegeben sein',
  needs_campaign_id: 'Mit version muss auch campaign_id angegeben sein',
  unknown_columns: 'Die Angabe muss Felder einer Zeile nennen, jedes einmal und durch Kommas getrennt',
  unknown_cursor: 'Die Angabe muss ein next_cursor dieser Liste sein',
  not_an_earlier_run: 'Die Angabe muss ein früherer Auszahlungslauf sein',

  number_as_text: 'Die Angabe muss eine Zahl sein, kein Text',
  too_many_digits: 'Der Betrag darf höchstens 15 signifikante Ziffern haben',
  too_precise: 'Der Betrag hat mehr Nachkommastellen als die Währung',
  not_negative: 'Mit refund_of muss der Betrag negativ sein',
  refund_of_itself: 'refund_of muss eine andere Zahlung nennen',
  misspelt_payment: 'Der event_type einer Zahlung muss genau "payment" sein',
  other_game: 'Das muss das Spiel des Schlüssels sein',
};

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
  sign_in_not_finished: 'Die Anmeldung im Browser wurde nicht abgeschlossen.',
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

const isFieldFault = (code: string): code is keyof typeof FIELD_FAULTS => Object.hasOwn(FIELD_FAULTS, code);
const isKnown = (code: string): code is RefusalCode => code in SENTENCES;
const isOfApp = (code: string): code is DesktopRefusalCode => code in DESKTOP_REFUSALS;

export const problems: typeof english = {
  /** Appends the daemon's English detail if it differs from the general sentence and no field faults are shown. */
  say(code, detail, errors = []) {
    if (isOfApp(code)) return DESKTOP_SENTENCES[code];
    if (!isKnown(code)) return detail;
    const isGeneral = detail === REFUSALS[code][1] || errors.length > 0;
    return isGeneral ? SENTENCES[code] : `${SENTENCES[code]} (${detail})`;
  },
  sayOfField({ code = 'invalid', detail, limit = 0, count = 0, values = [] }) {
    if (!isFieldFault(code)) return `Die Angabe ist ungültig (${detail})`;
    const said = FIELD_FAULTS[code];
    return typeof said === 'string' ? said : said({ limit, count, values });
  },
};
