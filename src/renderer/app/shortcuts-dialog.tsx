import { Group, Kbd, Modal, Stack, Text } from '@mantine/core';
import { useMenu } from '../client/menu.ts';
import { useMay } from '../client/session.ts';
import { shortcutsShown } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { moderation } from '../texts/moderation.ts';
import { shortcuts as t } from '../texts/shortcuts.ts';
import { SEARCH_KEYS } from './search-everything.tsx';

type Shortcut = [keys: string[], what: string];

const EVERYWHERE: Shortcut[] = [
  [[SEARCH_KEYS], t.search],
  [['?'], t.shortcuts],
  [['Esc'], t.close],
];
const LISTS: Shortcut[] = [
  [['j', 'k'], t.rows],
  [['↵'], t.openRow],
  [['x'], t.selectRow],
  [['⇧ x'], t.selectRows],
];
const CALENDAR: Shortcut[] = [[['←', '→'], t.month]];
const { key } = moderation;
const MODERATION: Shortcut[] = [
  [['j', 'k'], key.move],
  [['a'], key.approve],
  [['r'], key.reject],
  [['u'], key.undo],
  [['x'], key.select],
  [['⇧ a'], key.approveSelected],
  [['⇧ r'], key.rejectSelected],
  [['1', '2', '3', '4'], t.reason],
];

/** Lists the keyboard shortcuts that the user's role can use. */
export function ShortcutsDialog() {
  const isOpen = useStore(shortcutsShown);
  const may = useMay();
  return (
    <Modal opened={isOpen} onClose={() => shortcutsShown.set(false)} title={t.title}>
      <Stack gap="lg">
        <Shortcuts title={t.everywhere} shortcuts={EVERYWHERE} />
        <Shortcuts title={t.lists} shortcuts={LISTS} />
        <Shortcuts title={t.goTo} shortcuts={useMenu().map(({ goKey, label }) => [['g', goKey], label])} />
        {may('getCalendar') && <Shortcuts title={t.calendar} shortcuts={CALENDAR} />}
        {may('decideCreatorCodes') && <Shortcuts title={moderation.title} shortcuts={MODERATION} />}
      </Stack>
    </Modal>
  );
}

const Shortcuts = ({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) => (
  <section aria-label={title}>
    <Text fw={600} mb="xs">
      {title}
    </Text>
    <Stack gap={6} component="ul" m={0} p={0}>
      {shortcuts.map(([keys, what]) => (
        <Group key={what} component="li" justify="space-between" wrap="nowrap">
          <Text size="sm">{what}</Text>
          <Group gap={4} wrap="nowrap">
            {keys.map((name) => (
              <Kbd key={name} size="xs">
                {name}
              </Kbd>
            ))}
          </Group>
        </Group>
      ))}
    </Stack>
  </section>
);
