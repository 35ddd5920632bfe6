import { Group, Kbd, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { ask, problemOf } from '../../client/ask.ts';
import { useMay } from '../../client/session.ts';
import { IconSearch } from '../../components/first-icons.tsx';
import { releaseKeys } from '../../lib/early-keys.ts';
import { palette as t } from '../../texts/palette.ts';
import classes from './palette.module.css';
import { groupsOf, type PaletteGroup, type PaletteItem, playersOf } from './palette-items.ts';
import { useKnown } from './use-known.ts';

const WAIT_MS = 120;
const MOST_TEXT = 255;
const [store, spotlight] = createSpotlight();

/** Spotlight marks the selected result with this attribute, and keeps its index in the store. */
const CHOSEN = 'data-selected';
const chosenIn = (list: HTMLElement | null) => list?.querySelector<HTMLElement>(`[${CHOSEN}]`);
function chooseFirst(list: HTMLElement | null) {
  chosenIn(list)?.removeAttribute(CHOSEN);
  list?.querySelector('[data-action]')?.setAttribute(CHOSEN, 'true');
  store.updateState((state) => ({ ...state, selected: 0 }));
}

/** Searches screens, actions and objects while the user types. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { groups, isUnknown, isSearching, error } = useFound(text);
  const list = useRef<HTMLDivElement>(null);
  const waits = useRef(false);
  const isLate = isSearching && isUnknown;
  useEffect(() => {
    if (isOpen) spotlight.open();
    else spotlight.close();
  }, [isOpen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first result is chosen anew for each text
  useEffect(() => {
    chooseFirst(list.current);
    if (isLate || !waits.current) return;
    waits.current = false;
    chosenIn(list.current)?.click();
  }, [text, isLate, groups.flatMap(({ items }) => items.map(({ key }) => key)).join(' ')]);
  /** Inserts the text that the user typed while the palette was loading. */
  const takeEarlyKeys = () => {
    const early = releaseKeys();
    if (early?.isEscaped) return onClose();
    if (!early?.text) return;
    waits.current = early.isEntered;
    setText((typed) => typed + early.text);
  };
  const close = () => {
    releaseKeys();
    onClose();
  };
  const openItem = ({ open }: PaletteItem) => {
    if (typeof open === 'function') open();
    else void navigate(typeof open === 'string' ? { href: open } : open);
  };
  /** Makes Enter wait for new results, because during a search the list still shows the results for an earlier text. */
  const waitForResults = ({ key }: KeyboardEvent) => {
    waits.current = key === 'Enter' && isLate;
    if (waits.current) chosenIn(list.current)?.removeAttribute(CHOSEN);
  };
  const shown = useCallback((place: HTMLDivElement | null) => {
    list.current = place;
    chooseFirst(place);
  }, []);
  const isEmpty = groups.every(({ items }) => items.length === 0);
  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      onSpotlightClose={close}
      shortcut={null}
      scrollable
      maxHeight={420}
      title={t.label}
      classNames={{ header: classes.header }}
      centered={false}
      // If the palette opened again while fading out, it would keep its last text and not focus its field.
      transitionProps={{ duration: 0 }}
    >
      <Spotlight.Search
        placeholder={t.placeholder}
        aria-label={t.label}
        maxLength={MOST_TEXT}
        leftSection={<IconSearch size={18} />}
        onFocus={takeEarlyKeys}
        onKeyDown={waitForResults}
      />
      <div ref={shown} className={classes.list}>
        <Spotlight.ActionsList aria-label={t.results}>
          {groups.map((group) => (
            <Results key={group.title} group={group} onOpen={openItem} />
          ))}
          {isEmpty && <Spotlight.Empty>{isSearching ? t.searching : t.nothing}</Spotlight.Empty>}
        </Spotlight.ActionsList>
        {error && (
          <Text size="sm" c="red" p="md" role="alert">
            {t.failed}: {problemOf(error).detail}
          </Text>
        )}
      </div>
      <Keys />
    </Spotlight.Root>
  );
}

function Results({ group, onOpen }: { group: PaletteGroup; onOpen: (item: PaletteItem) => void }) {
  if (group.items.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={group.title} role="group" aria-label={group.title}>
      {group.items.map((item) => (
        <Spotlight.Action key={item.key} onClick={() => onOpen(item)} className={classes.item}>
          <bdi className={classes.label}>{item.label}</bdi>
          {item.note && <bdi className={classes.note}>{item.note}</bdi>}
        </Spotlight.Action>
      ))}
    </Spotlight.ActionsGroup>
  );
}

/** Returns screens immediately, and the daemon's results shortly after the last key press. */
function useFound(text: string) {
  const may = useMay();
  const [q] = useDebouncedValue(text, WAIT_MS);
  const isAsked = q.trim() !== '';
  const query = useQuery({
    queryKey: ['search', q],
    queryFn: () => ask('search', { query: { q } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  const found = isAsked && text.trim() !== '' ? query.data : undefined;
  const { recent, screens, actions, similar } = useKnown(text.trim());
  const first = [recent, screens, actions];
  return {
    groups: [...first, ...(found ? groupsOf(found, may) : []), similar, ...(found ? [playersOf(found, q, may)] : [])],
    isUnknown: first.every(({ items }) => items.length === 0),
    isSearching: query.isFetching || q !== text,
    error: isAsked ? query.error : null,
  };
}

const KEYS: [string, string][] = [
  ['↑ ↓', t.keys.move],
  ['↵', t.keys.open],
  ['Esc', t.keys.close],
];

const Keys = () => (
  <Group gap="md" className={classes.foot} aria-hidden>
    {KEYS.map(([key, what]) => (
      <Group key={key} gap={4}>
        <Kbd size="xs">{key}</Kbd>
        <Text size="xs" c="dimmed">
          {what}
        </Text>
      </Group>
    ))}
  </Group>
);
