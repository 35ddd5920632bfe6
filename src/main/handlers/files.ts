import { type BrowserWindow, shell } from 'electron';
import type { EndpointName } from '../../../daemon/contract/contract.ts';
import type { Questions, SaveReply } from '../../preload/api.ts';
import type { DaemonClient } from '../daemon-client.ts';
import type { AnyQuestion } from '../question.ts';
import { readChunks } from '../read-chunks.ts';
import { choosePlace, saveAt } from '../save-file.ts';

/** A large file may take long; the app gives it up after this time without a byte. */
const SILENCE_MS = 30_000;
const NO_SHARE = -1;
const CANCELLED: SaveReply = { outcome: 'cancelled' };

type Files = Pick<Questions, 'saveFile' | 'saveAnswer'>;

/** Saves files to disk, through the system's own dialog. */
export const fileQuestions = (client: DaemonClient, currentWindow: () => BrowserWindow | null): Files => ({
  async saveFile(name, bytes) {
    const window = currentWindow();
    const place = window && (await choosePlace(window, name));
    return place ? await saveAt(place, [bytes]) : CANCELLED;
  },
  saveAnswer: (async (fileName: string, name: EndpointName, question?: AnyQuestion) => {
    const window = currentWindow();
    // The dialog comes before the request, so that the daemon's answer does not wait while the user chooses a folder.
    const place = window && (await choosePlace(window, fileName));
    if (!place) return CANCELLED;
    const reply = await saveAnswerAt(window, place, (signal) => client.ask(name, question, signal));
    if (reply.outcome === 'saved') shell.showItemInFolder(place);
    return reply;
  }) as Files['saveAnswer'],
});

/** Copies an answer straight from the daemon to the disk, so that the page never holds it. */
async function saveAnswerAt(
  window: BrowserWindow,
  place: string,
  ask: (signal: AbortSignal) => ReturnType<DaemonClient['ask']>,
): Promise<SaveReply> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  const show = (share: number) => void (window.isDestroyed() || window.setProgressBar(share));
  try {
    const sent = await ask(silence.signal);
    if (!sent.ok) return { outcome: 'failed', problem: sent.problem };
    const chunks = readChunks(sent.response, (share) => {
      timer.refresh();
      show(share);
    });
    return await saveAt(place, chunks);
  } finally {
    clearTimeout(timer);
    show(NO_SHARE);
  }
}
