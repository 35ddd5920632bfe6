import { basename } from 'node:path';
import { type BrowserWindow, shell } from 'electron';
import type { EndpointName } from '../../../daemon/contract/contract.ts';
import type { DesktopApi, IpcApi, Refusal, SaveReply } from '../../preload/api.ts';
import type { AnyCallInput } from '../call-input.ts';
import type { DaemonClient } from '../daemon-client.ts';
import { problem } from '../problems.ts';
import type { Drafts } from '../save/drafts.ts';
import { createFileCheck } from '../save/file-check.ts';
import { choosePlace, placeFault } from '../save/place.ts';
import { readChunks } from '../save/read-chunks.ts';
import type { SaveControl, Saves } from '../save/saves.ts';
import { readAnswer, wantedFile } from '../save/wanted-file.ts';
import { type FileContent, writeFault, writeWhole } from '../save/write-whole.ts';

/** A download can take a long time, but it fails if no byte arrives for this long. */
const SILENCE_MS = 30_000;
const CANCELLED: SaveReply = { outcome: 'cancelled' };
const failed = (problem: Refusal): SaveReply => ({ outcome: 'failed', problem });

type Files = Pick<IpcApi, 'saveFile' | 'saveAnswer'> & Pick<DesktopApi, 'saves' | 'cancelSave'>;
interface FileParts {
  client: DaemonClient;
  drafts: Drafts;
  saves: Saves;
  currentWindow: () => BrowserWindow | null;
}

/** Returns the handlers that save files to disk through the system's dialog. */
export function fileHandlers({ client, drafts, saves, currentWindow }: FileParts): Files {
  /**
   * Asks the user for a path before the request is sent, so that the daemon's response does not have to wait for the
   * user.
   */
  async function saveWhere(name: string, work: (place: string, control: SaveControl) => Promise<SaveReply>) {
    const window = currentWindow();
    const place = window && (await choosePlace(window, name));
    if (!place) return CANCELLED;
    const fault = await placeFault(place);
    return fault ? failed(fault) : await saves.run(basename(place), (save) => work(place, save));
  }
  async function write(place: string, content: FileContent): Promise<SaveReply> {
    try {
      await writeWhole(place, content, drafts);
      return { outcome: 'saved', name: basename(place), place };
    } catch (error) {
      return failed(writeFault(error));
    }
  }
  /** Writes a daemon's response directly to the disk, so the page never holds it. */
  async function writeAnswer(place: string, name: EndpointName, input: AnyCallInput, save: SaveControl) {
    const { signal, heard, isSilent, end } = listen(save.signal);
    try {
      const wanted = await wantedFile(client, name, input, signal);
      if (!wanted.ok) return failed(isSilent() ? problem('answer_timed_out') : wanted.problem);
      const read = readAnswer(wanted.file, await client.ask(name, input, signal));
      if (!read.ok) return failed(isSilent() ? problem('answer_timed_out') : read.problem);
      const check = createFileCheck(read.file);
      const chunks = readChunks(read.response, (done, total) => {
        heard();
        save.progress(done, total);
      });
      const reply = await write(place, { chunks: passing(chunks, check.take), fault: check.fault });
      return isSilent() && reply.outcome === 'failed' ? failed(problem('answer_timed_out')) : reply;
    } finally {
      end();
    }
  }
  return {
    saveFile: (name, bytes) => saveWhere(name, (place) => write(place, { chunks: [bytes] })),
    saveAnswer: (async (fileName: string, name: EndpointName, input: AnyCallInput = {}) =>
      saveWhere(fileName, async (place, save) => {
        const reply = await writeAnswer(place, name, input, save);
        if (reply.outcome === 'saved') shell.showItemInFolder(place);
        return reply;
      })) as Files['saveAnswer'],
    saves: async () => saves.list(),
    cancelSave: async (id) => saves.cancel(id),
  };
}

async function* passing(chunks: AsyncIterable<Uint8Array>, take: (chunk: Uint8Array) => void) {
  for await (const chunk of chunks) {
    take(chunk);
    yield chunk;
  }
}

/** Returns a signal that is aborted when the user cancels or the server sends no byte for too long. */
function listen(cancelled: AbortSignal) {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), SILENCE_MS);
  return {
    signal: AbortSignal.any([cancelled, silence.signal]),
    heard: () => void timer.refresh(),
    isSilent: () => silence.signal.aborted,
    end: () => clearTimeout(timer),
  };
}
