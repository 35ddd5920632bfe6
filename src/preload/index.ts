import { contextBridge, ipcRenderer } from 'electron';
import { BRIDGE_GLOBAL, CHANNELS } from './api.ts';

// Runs sandboxed beside the page. It hands questions on and knows nothing else: no channel can be named from the page,
// and neither ipcRenderer nor its events reach it.

const exposed = Object.fromEntries(
  Object.entries(CHANNELS).map(([name, channel]) => [
    name,
    (...args: unknown[]) => ipcRenderer.invoke(channel, ...args),
  ]),
);

contextBridge.exposeInMainWorld(BRIDGE_GLOBAL, exposed);
