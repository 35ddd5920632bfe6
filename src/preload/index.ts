import { contextBridge, ipcRenderer } from 'electron';
import { BRIDGE_GLOBAL, CHANNELS } from './api.ts';

// This code runs sandboxed next to the page and only forwards requests. The page cannot choose a channel and has no
// access to ipcRenderer or its events.

const exposed = Object.fromEntries(
  Object.entries(CHANNELS).map(([name, channel]) => [
    name,
    (...args: unknown[]) => ipcRenderer.invoke(channel, ...args),
  ]),
);

contextBridge.exposeInMainWorld(BRIDGE_GLOBAL, exposed);
