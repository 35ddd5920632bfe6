// One file to load for the list and its dialogs.
export { EditKeyPage, NewKeyPage } from './key-editor-pages.tsx';
export { KeysPage } from './keys-page.tsx';
