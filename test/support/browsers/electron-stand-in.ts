import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';

// What src/main uses of Electron, and nothing else: any other member throws. It lets the built main process run where
// Electron's binary is not; it proves nothing about Electron itself (its sandbox, context isolation, fuses, key stores).

type Electron = typeof import('electron');
type Of<K extends keyof Electron> = Partial<Electron[K]>;
type WindowOptions = ConstructorParameters<Electron['BrowserWindow']>[0] & object;
type SaveDialog = { canceled: boolean; filePath: string };

export interface StandInOptions {
  userData: string;
  downloads: string;
  /** The system's key store: missing, or Linux's that hides nothing. */
  keyStore?: 'none' | 'basic_text' | 'gnome_libsecret';
  isFirstInstance?: boolean;
}

export type StandIn = ReturnType<typeof createElectron>;

/** Throws at every member it does not have, so that new uses of Electron are noticed here. */
function only<T extends object>(name: string, members: T): T {
  const knows = (key: string | symbol) => typeof key === 'symbol' || key in members;
  return new Proxy(members, {
    get(target, key) {
      if (!knows(key)) throw new Error(`The stand-in has no ${name}.${String(key)}`);
      return Reflect.get(target, key);
    },
  });
}

export function createElectron(options: StandInOptions) {
  const state = {
    log: [] as string[],
    privileged: [] as Parameters<Electron['protocol']['registerSchemesAsPrivileged']>[0],
    sessions: new Map<string, ReturnType<typeof createSession>>(),
    windows: [] as InstanceType<typeof BrowserWindow>[],
    channels: new Map<string, (event: unknown, ...args: unknown[]) => Promise<unknown>>(),
    /** What the dialog answers next; without one it is cancelled. */
    dialogs: [] as SaveDialog[],
    dialogOptions: [] as Electron.SaveDialogOptions[],
    shown: [] as string[],
    /** What is pressed in the next message box. */
    pressed: [] as string[],
    fetch: (url: string, init?: RequestInit) => fetch(url, init),
  };
  let isReady = false;
  const ready = new Promise<void>((resolve) =>
    setImmediate(() => {
      isReady = true;
      resolve();
    }),
  );

  const app = Object.assign(new EventEmitter(), {
    isPackaged: true,
    enableSandbox: () => void state.log.push(isReady ? 'sandbox too late' : 'sandbox'),
    requestSingleInstanceLock: () => options.isFirstInstance ?? true,
    quit: () => void state.log.push('quit'),
    whenReady: () => ready,
    isReady: () => isReady,
    getPath: (name: string) => {
      if (name === 'userData' || name === 'downloads') return options[name];
      throw new Error(`The stand-in has no path ${name}`);
    },
  } satisfies Of<'app'>);

  class BrowserWindow extends EventEmitter {
    readonly options: WindowOptions;
    readonly webContents = createContents(() => this.url);
    url = '';
    isShown = false;
    progress: number[] = [];
    isGone = false;
    constructor(windowOptions: WindowOptions) {
      super();
      this.options = windowOptions;
      state.windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
    async loadURL(url: string) {
      this.url = url;
    }
    show() {
      this.isShown = true;
    }
    focus = () => void state.log.push('focus');
    isMinimized = () => false;
    isDestroyed = () => this.isGone;
    setProgressBar = (share: number) => void this.progress.push(share);
  }

  const main = {
    app: only('app', app),
    BrowserWindow: only('BrowserWindow', BrowserWindow),
    protocol: only('protocol', {
      registerSchemesAsPrivileged: (schemes) => {
        if (isReady) throw new Error('too late');
        state.privileged.push(...schemes);
      },
    } satisfies Of<'protocol'>),
    session: only('session', {
      fromPartition: (name: string) => {
        const found = state.sessions.get(name) ?? createSession();
        state.sessions.set(name, found);
        return found as unknown as Electron.Session;
      },
      get defaultSession() {
        return this.fromPartition('');
      },
    }),
    ipcMain: only('ipcMain', {
      handle: (channel, listener) => void state.channels.set(channel, listener as never),
    } satisfies Of<'ipcMain'>),
    dialog: only('dialog', {
      showSaveDialog: async (_window: unknown, dialogOptions?: Electron.SaveDialogOptions) => {
        state.dialogOptions.push(dialogOptions ?? {});
        return state.dialogs.shift() ?? { canceled: true, filePath: '' };
      },
      showMessageBoxSync: (_window: unknown, { buttons = [], cancelId = 0 }: Electron.MessageBoxSyncOptions) => {
        const button = state.pressed.shift();
        return button === undefined ? cancelId : buttons.indexOf(button);
      },
    }),
    net: only('net', { fetch: ((url: string, init) => state.fetch(url, init)) as Electron['net']['fetch'] }),
    safeStorage: only('safeStorage', createKeyStore(options.keyStore ?? 'gnome_libsecret')),
    shell: only('shell', { showItemInFolder: (path) => void state.shown.push(path) } satisfies Of<'shell'>),
    nativeTheme: only('nativeTheme', { shouldUseDarkColors: true } satisfies Of<'nativeTheme'>),
    Menu: only('Menu', {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: () => undefined,
    }),
  };
  return { main: only('electron', main), state, ready };
}

function createContents(url: () => string) {
  const contents = Object.assign(new EventEmitter(), {
    openHandler: undefined as unknown as (details: { url: string }) => { action: string },
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
      contents.openHandler = handler;
    },
    getURL: url,
  });
  return only('webContents', contents);
}

function createSession() {
  const handlers: Record<string, (...args: never[]) => unknown> = {};
  const keep = (name: string) => (handler: unknown) => {
    handlers[name] = handler as () => unknown;
  };
  return only('session', {
    handlers,
    setPermissionRequestHandler: keep('permissionRequest'),
    setPermissionCheckHandler: keep('permissionCheck'),
    setDevicePermissionHandler: keep('devicePermission'),
    webRequest: only('webRequest', {
      onBeforeRequest: (_filter: unknown, handler: unknown) => keep('request')(handler),
    }),
    protocol: only('protocol', {
      handle: (scheme, handler) => keep(scheme)(handler),
    } satisfies Of<'protocol'>),
  });
}

/** Really encrypts, so that a search of the disk for a token means something. */
function createKeyStore(kind: 'none' | 'basic_text' | 'gnome_libsecret') {
  const key = KEY;
  return {
    isEncryptionAvailable: () => kind !== 'none',
    getSelectedStorageBackend: () => (kind === 'none' ? 'unknown' : kind),
    encryptString: (text) => {
      const iv = randomBytes(16);
      const cipher = createCipheriv('aes-256-cbc', key, iv);
      return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final()]);
    },
    decryptString: (bytes) => {
      const cipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
      return Buffer.concat([cipher.update(bytes.subarray(16)), cipher.final()]).toString('utf8');
    },
  } satisfies Of<'safeStorage'>;
}
/** The same over restarts of the app, as a system's key store is. */
const KEY = randomBytes(32);
