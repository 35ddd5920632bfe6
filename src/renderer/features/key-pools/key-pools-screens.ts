// The list, the pool and their dialogs load as one file.
export { AddKeysPage } from './add-keys-page.tsx';
export { KeyPoolPage } from './key-pool-page.tsx';
export { KeyPoolsPage } from './key-pools-page.tsx';
export { EditKeyPoolPage, NewKeyPoolPage } from './pool-form.tsx';
