// The list and its dialogs load as one file.
export { EditKeyPage, NewKeyPage } from './key-editor-pages.tsx';
export { KeysPage } from './keys-page.tsx';
