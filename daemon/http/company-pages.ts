import type { Express, Request, Response } from 'express';
import { sessionCookie, visitCookie } from '../domain/session-cookies.ts';
import { type CompanyDoor, UnknownVisit } from '../features/staff/company/company-door.ts';
import { CompanyRefusal, type CompanyRefusalReason } from '../features/staff/company/company-refusal.ts';
import { ProviderFault } from '../features/staff/company/provider-fault.ts';
import { returnOf, VISIT_MS, waitingAppOf } from '../features/staff/company/visit.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { cookieToken } from './cookies.ts';
import type { Limits } from './limits.ts';
import { requestIdOf } from './request-id.ts';
import { languageOf, pageAnswer, sendProblem } from './small-page.ts';
import { clientIp, send, splitUrl, type Traffic } from './traffic.ts';

export interface CompanyPageParts {
  traffic: Traffic;
  log: Log;
  clock: Clock;
  limits: Limits;
  publicUrl: () => string;
  /** Null if the daemon has no provider. */
  companyDoor: CompanyDoor | null;
}

const PATH = '/portal/company';

/**
 * Mounts the address that sends a person to the company's provider, the address to which the provider sends them back,
 * and the last page of a sign-in in a second tab.
 */
export function mountCompanyPages(app: Express, parts: CompanyPageParts): void {
  const { companyDoor, publicUrl, clock } = parts;
  if (!companyDoor) return;
  app.get(`${PATH}/start`, async (request, response) => {
    const query = new URLSearchParams(splitUrl(request.url)[1]);
    const waiting = waitingAppOf(query);
    if (waiting === null) return sendFault(parts, request, response, new UnknownVisit());
    // The provider sends the browser back to the public address, so the cookie must be set there.
    const isMoved = query.has('moved') || request.headers.host === new URL(publicUrl()).host;
    if (!isMoved) return redirect(response, `${publicUrl()}${PATH}/start?moved=yes&${query}`);
    try {
      const asked = { returnTo: returnOf(query.get('return')), app: waiting };
      const { url, visit } = await companyDoor.begin(asked, clock());
      redirect(response, url, [visitCookie(publicUrl(), visit, VISIT_MS)]);
    } catch (error) {
      sendFault(parts, request, response, error);
    }
  });
  app.get(`${PATH}/callback`, async (request, response) => {
    const ip = clientIp(request, parts.traffic);
    try {
      await parts.limits.countSignIn(ip);
      const visit = cookieToken('visit', request.headers, publicUrl()) ?? '';
      const search = `?${splitUrl(request.url)[1]}`;
      const { to, token } = await companyDoor.finish({ search, visit }, clock());
      await parts.limits.uncountSignIn(ip);
      const session = token === null ? [] : [sessionCookie('staff', publicUrl(), token)];
      redirect(response, to, [visitCookie(publicUrl(), null, 0), ...session]);
    } catch (error) {
      sendFault(parts, request, response, error);
    }
  });
  app.get(`${PATH}/done`, (request, response) => {
    const language = languageOf(request);
    const { title, text } = TEXTS[language].done;
    send(parts.traffic, response, pageAnswer(200, { language, title }, `<p>${text}</p>`));
  });
}

function redirect(response: Response, to: string, cookies: readonly string[] = []) {
  response.writeHead(302, {
    Location: to,
    'Set-Cookie': [...cookies],
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'Content-Length': 0,
  });
  response.end();
}

type Reason = CompanyRefusalReason | 'refused' | 'down' | 'unknown_visit';
const STATUS: Record<Reason, number> = {
  no_role: 403,
  email_not_verified: 403,
  removed: 403,
  other_account: 403,
  refused: 400,
  unknown_visit: 400,
  down: 503,
};

/** Sends a page that says why the sign-in failed. The log contains the cause. */
function sendFault({ log, traffic }: CompanyPageParts, request: Request, response: Response, error: unknown) {
  const requestId = requestIdOf(request.headers);
  const reason = reasonOf(error);
  if (reason === null) return sendProblem({ log, traffic }, response, requestId, error);
  log.warn('A sign-in with a company account failed', { requestId, error });
  const language = languageOf(request);
  const { title, again, reasons } = TEXTS[language];
  const content = `<p>${reasons[reason]}</p><p><a href="/portal/">${again}</a></p>`;
  send(traffic, response, pageAnswer(STATUS[reason], { language, title }, content));
}

function reasonOf(error: unknown): Reason | null {
  if (error instanceof CompanyRefusal) return error.reason;
  if (error instanceof ProviderFault) return error.kind;
  return error instanceof UnknownVisit ? 'unknown_visit' : null;
}

const en = {
  done: { title: 'You are signed in', text: 'Close this tab and continue where you left off.' },
  title: 'You are not signed in',
  again: 'Back to sign-in',
  reasons: {
    no_role: 'Your company account is not in any group that has a role here. Ask your administrator to add you to one.',
    email_not_verified: 'The company’s sign-in service has not verified your email address.',
    removed: 'An owner has removed your account here. Ask an owner to invite you again.',
    other_account:
      'Your email address belongs to another company account here. Ask an owner to remove that account and to invite you.',
    refused: 'The company’s sign-in service did not confirm who you are. Try again.',
    unknown_visit: 'This sign-in took too long, or began in another browser. Try again.',
    down: 'The company’s sign-in service is not responding. Try again later. Owners can sign in with their password.',
  } satisfies Record<Reason, string>,
};
const TEXTS: Record<'en' | 'de', typeof en> = {
  en,
  de: {
    done: {
      title: 'Sie sind angemeldet',
      text: 'Schließen Sie diesen Tab und machen Sie dort weiter, wo Sie waren.',
    },
    title: 'Sie sind nicht angemeldet',
    again: 'Zurück zur Anmeldung',
    reasons: {
      no_role:
        'Ihr Firmenkonto ist in keiner Gruppe, die hier eine Rolle hat. Bitten Sie Ihre Administration, Sie aufzunehmen.',
      email_not_verified: 'Der Anmeldedienst der Firma hat Ihre E-Mail-Adresse nicht bestätigt.',
      removed: 'Ein Inhaber hat Ihr Konto hier entfernt. Bitten Sie einen Inhaber um eine neue Einladung.',
      other_account:
        'Ihre E-Mail-Adresse gehört hier zu einem anderen Firmenkonto. Bitten Sie einen Inhaber, es zu entfernen und Sie einzuladen.',
      refused: 'Der Anmeldedienst der Firma hat nicht bestätigt, wer Sie sind. Versuchen Sie es noch einmal.',
      unknown_visit:
        'Diese Anmeldung hat zu lange gedauert oder begann in einem anderen Browser. Versuchen Sie es noch einmal.',
      down: 'Der Anmeldedienst der Firma antwortet nicht. Versuchen Sie es später. Inhaber können sich mit ihrem Passwort anmelden.',
    },
  },
};
