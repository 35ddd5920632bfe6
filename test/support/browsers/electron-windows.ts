import { EventEmitter } from 'node:events';
import { only } from './only.ts';

type Electron = typeof import('electron');
type WindowOptions = ConstructorParameters<Electron['BrowserWindow']>[0] & object;

export interface ShownMenu {
  template: Electron.MenuItemConstructorOptions[];
  popup(options: { window: unknown }): void;
}

/** Creates windows that throw errors when Electron's would: before the app is ready and after they are destroyed. */
export function createWindows({ app, isReady }: { app: EventEmitter; isReady: () => boolean }) {
  const windows: InstanceType<typeof BrowserWindow>[] = [];

  class BrowserWindow extends EventEmitter {
    readonly options: WindowOptions;
    readonly webContents = createContents(() => this.url);
    url = '';
    loads: string[] = [];
    /** The error with which the next load fails. */
    loadFault: Error | null = null;
    log: string[] = [];
    progress: number[] = [];
    isGone = false;
    isShown = false;
    isHidden = false;
    isLarge = false;
    constructor(windowOptions: WindowOptions) {
      super();
      if (!isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
      this.options = windowOptions;
      windows.push(this);
      app.emit('web-contents-created', {}, this.webContents);
    }
    private alive() {
      if (this.isGone) throw new TypeError('Object has been destroyed');
    }
    async loadURL(url: string) {
      this.alive();
      this.url = url;
      this.loads.push(url);
      if (this.loadFault) throw this.loadFault;
    }
    show() {
      this.alive();
      this.log.push('show');
      this.isShown = true;
    }
    maximize() {
      this.alive();
      this.isLarge = true;
    }
    focus() {
      this.alive();
      this.log.push('focus');
    }
    restore() {
      this.alive();
      this.isHidden = false;
    }
    /** Closes the window as the user or `app.quit` does, and returns whether it was closed. */
    close() {
      this.alive();
      let isPrevented = false;
      this.emit('close', { preventDefault: () => (isPrevented = true) });
      if (isPrevented) return false;
      this.isGone = true;
      this.emit('closed');
      return true;
    }
    isMaximized = () => this.isLarge;
    isMinimized = () => this.isHidden;
    isVisible = () => this.isShown;
    isDestroyed = () => this.isGone;
    getNormalBounds = () => {
      const { x = 10, y = 20, width = 0, height = 0 } = this.options;
      return { x, y, width, height };
    };
    setProgressBar(share: number) {
      this.alive();
      this.progress.push(share);
    }
  }
  return { BrowserWindow, windows };
}

function createContents(url: () => string) {
  const contents = Object.assign(new EventEmitter(), {
    crashes: 0,
    prints: 0,
    openHandler: undefined as unknown as (details: { url: string }) => { action: string },
    setWindowOpenHandler(handler: (details: { url: string }) => { action: string }) {
      contents.openHandler = handler;
    },
    getURL: url,
    print() {
      contents.prints += 1;
    },
    forcefullyCrashRenderer() {
      contents.crashes += 1;
      setImmediate(() => contents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
    },
  });
  return only('webContents', contents);
}

const ROLES = new Set([
  ...['appMenu', 'editMenu', 'windowMenu', 'about', 'quit', 'close', 'reload', 'toggleDevTools', 'togglefullscreen'],
  ...['resetZoom', 'zoomIn', 'zoomOut', 'cut', 'copy', 'paste', 'selectAll'],
]);

/** Records the menus and rejects an item that Electron could not show. */
export function createMenus(isReady: () => boolean) {
  const menus = { application: null as ShownMenu | null, popups: [] as ShownMenu[] };
  const check = (template: Electron.MenuItemConstructorOptions[]): void => {
    for (const { role, label, type, submenu } of template) {
      if (role !== undefined && !ROLES.has(role)) throw new Error(`Not a role: ${role}`);
      if (role === undefined && label === undefined && type !== 'separator') throw new Error('An item has no label');
      if (Array.isArray(submenu)) check(submenu);
    }
  };
  const Menu = {
    buildFromTemplate(template: Electron.MenuItemConstructorOptions[]): ShownMenu {
      check(template);
      const menu: ShownMenu = {
        template,
        popup({ window }) {
          if (!window) throw new TypeError('A menu needs a window');
          menus.popups.push(menu);
        },
      };
      return menu;
    },
    setApplicationMenu(menu: ShownMenu) {
      if (!isReady()) throw new Error('The menu is set before the app is ready');
      menus.application = menu;
    },
  };
  return { Menu: only('Menu', Menu), menus };
}
