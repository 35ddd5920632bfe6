import { type BrowserWindow, Menu, type MenuItemConstructorOptions } from 'electron';

/** Adds a context menu with cut, copy and paste, because Electron does not provide one. */
export const offerContextMenu = (window: BrowserWindow): void => {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags }) => {
    const { canCut, canCopy, canPaste, canSelectAll } = editFlags;
    const editing: MenuItemConstructorOptions[] = [
      { role: 'cut', enabled: canCut },
      { role: 'copy', enabled: canCopy },
      { role: 'paste', enabled: canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: canSelectAll },
    ];
    const reading: MenuItemConstructorOptions[] =
      selectionText.trim() === '' ? [] : [{ role: 'copy', enabled: canCopy }];
    const template = isEditable ? editing : reading;
    if (template.length > 0) Menu.buildFromTemplate(template).popup({ window });
  });
};
