import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { request as httpRequest } from 'node:http';
import { root } from '../../../build/paths.mjs';
import { fetchAsElectron } from './electron-net.ts';
import { createMenus, createWindows } from './electron-windows.ts';
import { only } from './only.ts';

// Provides only the parts of Electron that src/main uses: other members throw an error, and so do calls that come too
// early or too late. The built main process then runs without Electron's binary; this proves nothing about Electron
// itself (its sandbox, context isolation, fuses, key stores).

type Electron = typeof import('electron');
type Of<K extends keyof Electron> = Partial<Electron[K]>;
type SaveDialog = { canceled: boolean; filePath: string };
type KeyStore = 'basic_text' | 'gnome_libsecret';

export interface StandInOptions {
  userData: string;
  downloads: string;
  /** The system's key store, or Electron's own on Linux, which does not protect the values. */
  keyStore?: KeyStore;
  isFirstInstance?: boolean;
  isPackaged?: boolean;
  locale?: string;
  displays?: Electron.Rectangle[];
  /** The folder of the installed app's files. */
  resources?: string;
}

export type StandIn = ReturnType<typeof createElectron>;

export function createElectron(options: StandInOptions) {
  let isReady = false;
  const ready = new Promise<void>((resolve) =>
    setImmediate(() => {
      isReady = true;
      resolve();
    }),
  );
  const afterReady = (what: string) => {
    if (!isReady) throw new Error(`${what} before the app is ready`);
  };
  const log: string[] = [];
  const app = createApp(options, { log, ready, isReady: () => isReady, windows: () => windows });
  const { BrowserWindow, windows } = createWindows({ app, isReady: () => isReady });
  const { Menu, menus } = createMenus(() => isReady);
  const { Notification, notes } = createNotes();
  const state = {
    log,
    windows,
    menus,
    notes,
    privileged: [] as Parameters<Electron['protocol']['registerSchemesAsPrivileged']>[0],
    sessions: new Map<string, ReturnType<typeof createSession>>(),
    channels: new Map<string, (event: unknown, ...args: unknown[]) => Promise<unknown>>(),
    /** The results of the next save dialogs. If none is left, the dialog is cancelled. */
    dialogs: [] as SaveDialog[],
    dialogOptions: [] as Electron.SaveDialogOptions[],
    shown: [] as string[],
    /** The addresses that the app opened in the system's browser. */
    openedOutside: [] as string[],
    /** The buttons for the next message boxes; `null` leaves a box open. By default, the safe button is pressed. */
    pressed: [] as (string | null)[],
    /** The message boxes that were shown. */
    boxes: [] as Electron.MessageBoxOptions[],
    fetch: fetchAsElectron,
  };
  const main = {
    app: only('app', app),
    BrowserWindow: only('BrowserWindow', BrowserWindow),
    Notification: only('Notification', Notification),
    Menu,
    protocol: only('protocol', {
      registerSchemesAsPrivileged: (schemes) => {
        if (isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
        state.privileged.push(...schemes);
      },
    } satisfies Of<'protocol'>),
    session: only('session', {
      fromPartition: (name: string) => {
        afterReady('A session');
        const found = state.sessions.get(name) ?? createSession();
        state.sessions.set(name, found);
        return found as unknown as Electron.Session;
      },
      get defaultSession() {
        return this.fromPartition('');
      },
    }),
    ipcMain: only('ipcMain', {
      handle: (channel, listener) => {
        if (state.channels.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
        state.channels.set(channel, listener as never);
      },
    } satisfies Of<'ipcMain'>),
    dialog: only('dialog', createDialogs(state)),
    net: only('net', {
      // The updater uses this function; Node's own client has the same options.
      request: (asked: object) => {
        afterReady('net.request');
        return httpRequest(asked).on('close', () => log.push('net.request answered'));
      },
      fetch: (async (url: string, init?: RequestInit) => {
        afterReady('net.fetch');
        return await state.fetch(url, init);
      }) as Electron['net']['fetch'],
    }),
    safeStorage: only(
      'safeStorage',
      createKeyStore(options.keyStore ?? 'gnome_libsecret', () => isReady),
    ),
    screen: only('screen', {
      getAllDisplays: () => {
        afterReady('screen');
        const displays = options.displays ?? [{ x: 0, y: 0, width: 1920, height: 1080 }];
        return displays.map((workArea) => ({ workArea }) as Electron.Display);
      },
    } satisfies Of<'screen'>),
    shell: only('shell', {
      showItemInFolder: (path) => void state.shown.push(path),
      openExternal: async (url) => void state.openedOutside.push(url),
    } satisfies Of<'shell'>),
    nativeTheme: only('nativeTheme', { shouldUseDarkColors: true } satisfies Of<'nativeTheme'>),
  };
  return { main: only('electron', main), state, ready };
}

interface AppParts {
  log: string[];
  ready: Promise<void>;
  isReady: () => boolean;
  windows: () => { isDestroyed(): boolean; close(): boolean }[];
}

const createApp = (options: StandInOptions, { log, ready, isReady, windows }: AppParts) => {
  const app = Object.assign(new EventEmitter(), {
    isPackaged: options.isPackaged ?? true,
    enableSandbox: () => {
      if (isReady()) throw new Error('app.enableSandbox() can only be called before app is ready');
      log.push('sandbox');
    },
    requestSingleInstanceLock: () => {
      log.push('lock');
      return options.isFirstInstance ?? true;
    },
    /** Asks every window to close. If one stays open, the app does not quit. */
    quit: () => {
      log.push('quit');
      app.emit('before-quit', { preventDefault: () => {} });
      for (const window of windows()) if (!window.isDestroyed() && !window.close()) return;
      log.push('has quit');
    },
    whenReady: () => ready,
    isReady,
    setAppUserModelId: (id: string) => void log.push(`id ${id}`),
    getLocale: () => (isReady() ? (options.locale ?? 'en-GB') : ''),
    getVersion: () => '9.8.7',
    getName: () => 'redeemd Portal',
    getAppPath: () => root,
    setAboutPanelOptions: (about: Electron.AboutPanelOptionsOptions) =>
      void log.push(`about ${about.applicationVersion}`),
    getPath: (name: string) => {
      if (name === 'userData' || name === 'downloads') return options[name];
      throw new Error(`The substitute for Electron has no path ${name}`);
    },
  } satisfies Of<'app'>);
  return app;
};

interface DialogState {
  dialogs: SaveDialog[];
  dialogOptions: Electron.SaveDialogOptions[];
  pressed: (string | null)[];
  boxes: Electron.MessageBoxOptions[];
}

function createDialogs({ dialogs, dialogOptions, pressed, boxes }: DialogState) {
  const answer = (shown: Electron.MessageBoxOptions): number | null => {
    boxes.push(shown);
    const { buttons = [], cancelId = 0 } = shown;
    const [button] = pressed.splice(0, 1);
    if (button === undefined || button === null) return button === null ? null : cancelId;
    if (!buttons.includes(button)) throw new Error(`${shown.message}: has no button ${button}`);
    return buttons.indexOf(button);
  };
  return {
    showSaveDialog: async (_window: unknown, shown?: Electron.SaveDialogOptions) => {
      dialogOptions.push(shown ?? {});
      return dialogs.shift() ?? { canceled: true, filePath: '' };
    },
    showMessageBoxSync: (_window: unknown, shown: Electron.MessageBoxSyncOptions) =>
      answer(shown) ?? shown.cancelId ?? 0,
    showMessageBox: async (_window: unknown, shown: Electron.MessageBoxOptions) => {
      const response = answer(shown);
      if (response !== null) return { response };
      const { signal, cancelId = 0 } = shown;
      // The box stays open until the app closes it.
      return await new Promise<{ response: number }>((resolve) =>
        signal?.addEventListener('abort', () => resolve({ response: cancelId })),
      );
    },
  };
}

function createNotes() {
  const notes: InstanceType<typeof Notification>[] = [];
  class Notification extends EventEmitter {
    static isSupported = () => true;
    readonly options: Electron.NotificationConstructorOptions;
    isOpen = false;
    constructor(options: Electron.NotificationConstructorOptions) {
      super();
      this.options = options;
      notes.push(this);
    }
    show() {
      this.isOpen = true;
    }
    close() {
      this.isOpen = false;
    }
  }
  return { Notification, notes };
}

function createSession() {
  const handlers: Record<string, (...args: never[]) => unknown> = {};
  const keep = (name: string) => (handler: unknown) => {
    handlers[name] = handler as () => unknown;
  };
  return only('session', {
    handlers,
    on: (event: string, handler: unknown) => keep(event)(handler),
    setPermissionRequestHandler: keep('permissionRequest'),
    setPermissionCheckHandler: keep('permissionCheck'),
    setDevicePermissionHandler: keep('devicePermission'),
    webRequest: only('webRequest', {
      onBeforeRequest: (_filter: unknown, handler: unknown) => keep('request')(handler),
    }),
    protocol: only('protocol', {
      handle: (scheme, handler) => {
        if (handlers[scheme]) throw new Error(`Failed to register protocol: ${scheme}`);
        keep(scheme)(handler);
      },
    } satisfies Of<'protocol'>),
  });
}

/** Encrypts the values, so that a search of the disk for a token is meaningful. */
function createKeyStore(kind: KeyStore, isReady: () => boolean) {
  const afterReady = () => {
    if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
  };
  return {
    isAsyncEncryptionAvailable: async () => {
      afterReady();
      return true;
    },
    getSelectedStorageBackend: () => (isReady() ? kind : 'unknown'),
    encryptStringAsync: async (text) => {
      afterReady();
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-256-cbc', KEY, iv);
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
    },
    decryptStringAsync: async (bytes) => {
      afterReady();
      const cipher = createDecipheriv('aes-256-cbc', KEY, bytes.subarray(0, 16));
      const result = Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]).toString('utf8');
      return { result, shouldReEncrypt: false };
    },
  } satisfies Of<'safeStorage'>;
}
/** The key stays the same when the app restarts, like that of a system's key store. */
const KEY = randomBytes(32);
