import { IconTicket } from '../components/first-icons.tsx';
import { texts } from '../texts/texts.ts';
import { root } from './root-route.tsx';
import { dialog, lazyPage, screen } from './screen.ts';

const screens = () => import('../features/key-pools/key-pools-screens.ts');

const keyPools = screen(root, '/key-pools', {
  page: lazyPage(screens, 'KeyPoolsPage'),
  needs: 'listKeyPools',
  menu: { group: 'main', label: texts.shell.screens.keyPools, goKey: 'k', icon: IconTicket },
});
const newKeyPool = dialog(keyPools, 'new', { page: lazyPage(screens, 'NewKeyPoolPage'), needs: 'createKeyPool' });
const keyPool = screen(root, '/key-pools/$poolId', { page: lazyPage(screens, 'KeyPoolPage'), needs: 'getKeyPool' });
const editKeyPool = dialog(keyPool, 'edit', { page: lazyPage(screens, 'EditKeyPoolPage'), needs: 'changeKeyPool' });
const addKeys = screen(root, '/key-pools/$poolId/add', {
  page: lazyPage(screens, 'AddKeysPage'),
  needs: 'addPoolKeys',
});

export const ofKeyPools = [keyPools.addChildren([newKeyPool]), keyPool.addChildren([editKeyPool]), addKeys] as const;
