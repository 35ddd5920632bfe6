import type { Express, Request } from 'express';
import type { EmailLanguage } from '../contract/words.ts';
import { isForStaff } from '../features/unsubscribe/unsubscribe-rules.ts';
import type { AppDeps } from './app-deps.ts';
import { newRequestId } from './request-id.ts';
import { languageOf, pageAnswer, sendProblem } from './small-page.ts';
import { send } from './traffic.ts';

const PATH = '/v1/unsubscribe';

/**
 * Mounts the page behind the link in regular emails. A GET changes nothing, because mail servers open links
 * automatically; the page's button sends a POST, and so does the mail program's own button (RFC 8058).
 */
export function mountUnsubscribe(
  app: Express,
  { traffic, log, unsubscribe }: Pick<AppDeps, 'traffic' | 'log' | 'unsubscribe'>,
) {
  app.get(PATH, (request, response) => {
    const texts = textsFor(request);
    send(traffic, response, pageAnswer(200, texts, questionOf(texts)));
  });
  app.post(PATH, async (request, response) => {
    const requestId = newRequestId();
    try {
      const isKnown = await unsubscribe(tokenOf(request));
      const texts = textsFor(request);
      const [status, sentence] = isKnown ? [200, texts.done] : [404, texts.unknown];
      send(traffic, response, pageAnswer(status, texts, `<p>${sentence}</p>`));
    } catch (error) {
      sendProblem({ log, traffic }, response, requestId, error);
    }
  });
}

const tokenOf = ({ url }: Request) => new URL(url, 'http://localhost').searchParams.get('token') ?? '';

const en = {
  creator: {
    title: 'Daily results',
    question: 'Do you want to stop receiving daily results by email?',
    done: 'You have been unsubscribed from daily results by email.',
  },
  staff: {
    title: 'Weekly report',
    question: 'Do you want to stop receiving the weekly report by email?',
    done: 'You have been unsubscribed from the weekly report by email.',
  },
  unsubscribe: 'Unsubscribe',
  unknown: 'This link is not valid. Use the link in your newest email.',
};
type Texts = typeof en;
const de: Texts = {
  creator: {
    title: 'Tägliche Ergebnisse',
    question: 'Möchten Sie keine täglichen Ergebnisse per E-Mail mehr erhalten?',
    done: 'Die täglichen Ergebnisse per E-Mail sind abbestellt.',
  },
  staff: {
    title: 'Wochenbericht',
    question: 'Möchten Sie den Wochenbericht nicht mehr per E-Mail erhalten?',
    done: 'Der Wochenbericht per E-Mail ist abbestellt.',
  },
  unsubscribe: 'Abbestellen',
  unknown: 'Dieser Link ist ungültig. Verwenden Sie den Link in Ihrer neuesten E-Mail.',
};
const TEXTS: Record<EmailLanguage, Texts> = { en, de };

function textsFor(request: Request) {
  const language = languageOf(request);
  const { creator, staff, ...texts } = TEXTS[language];
  return { language, ...texts, ...(isForStaff(tokenOf(request)) ? staff : creator) };
}

const questionOf = ({ question, unsubscribe }: ReturnType<typeof textsFor>) =>
  `<p>${question}</p><form method="post"><button>${unsubscribe}</button></form>`;
