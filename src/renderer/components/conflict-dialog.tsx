import { Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Conflict, changedFields, type FieldLook, type FieldLooks } from '../client/edit.ts';
import { conflict as t } from '../texts/conflict.ts';
import classes from './conflict-dialog.module.css';

interface ConflictDialogProps<T extends { version: number }, F extends object> {
  /** The result of `useEdit`; the dialog opens if there is a conflict. */
  edit: {
    conflict: Conflict<T, F> | null;
    fieldsOf: (object: T) => F;
    isBusy: boolean;
    resolve: (kept: Partial<F>) => void;
    postpone: () => void;
  };
  looks: FieldLooks<F>;
}

/** Shows both values of each field that two people changed, and lets the user choose one. */
export function ConflictDialog<T extends { version: number }, F extends object>(props: ConflictDialogProps<T, F>) {
  const { conflict, postpone } = props.edit;
  return (
    <Modal opened={conflict !== null} onClose={postpone} title={t.title} size="lg">
      {conflict && <Choices {...props} key={conflict.current.version} conflict={conflict} />}
    </Modal>
  );
}

type ChoicesProps<T extends { version: number }, F extends object> = ConflictDialogProps<T, F> & {
  conflict: Conflict<T, F>;
};

function Choices<T extends { version: number }, F extends object>(props: ChoicesProps<T, F>) {
  const { conflict, looks, edit } = props;
  const { fieldsOf, isBusy, resolve, postpone } = edit;
  const { mine } = conflict;
  const theirs = changedFields(fieldsOf(conflict.read), fieldsOf(conflict.current));
  const names = Object.keys(looks) as (keyof F & string)[];
  const both = names.filter((name) => name in mine && name in theirs);
  const [chosen, setChosen] = useState<Partial<Record<keyof F, 'mine' | 'theirs'>>>({});
  const kept = Object.fromEntries(
    Object.entries(mine).filter(([name]) => !(name in theirs) || chosen[name as keyof F] === 'mine'),
  ) as Partial<F>;
  const isDecided = both.every((name) => chosen[name]);
  const look = (name: keyof F & string) => looks[name] as FieldLook<unknown>;
  const shown = (name: keyof F & string, value: unknown) => look(name).show?.(value) ?? plain(value);
  return (
    <Stack>
      <Text size="sm">{t.text(conflict.changedBy)}</Text>
      {both.map((name) => (
        <Radio.Group
          key={name}
          label={look(name).label}
          value={chosen[name] ?? ''}
          onChange={(value) => setChosen({ ...chosen, [name]: value as 'mine' | 'theirs' })}
        >
          <div className={classes.sides}>
            <Side value="theirs" label={t.theirs} isChosen={chosen[name] === 'theirs'}>
              {shown(name, theirs[name])}
            </Side>
            <Side value="mine" label={t.mine} isChosen={chosen[name] === 'mine'}>
              {shown(name, mine[name])}
            </Side>
          </div>
        </Radio.Group>
      ))}
      {names
        .filter((name) => name in mine !== name in theirs)
        .map((name) => (
          <div key={name}>
            <Text size="sm" fw={500}>
              {look(name).label}
              <Text span size="xs" c="dimmed" ml={8}>
                {name in mine ? t.onlyMine : t.onlyTheirs}
              </Text>
            </Text>
            <div className={classes.value}>{shown(name, name in mine ? mine[name] : theirs[name])}</div>
          </div>
        ))}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={postpone}>
          {t.back}
        </Button>
        <Button loading={isBusy} disabled={!isDecided} onClick={() => resolve(kept)}>
          {isDecided && Object.keys(kept).length === 0 ? t.takeTheirs : t.save}
        </Button>
      </Group>
    </Stack>
  );
}

interface SideProps {
  value: 'mine' | 'theirs';
  label: string;
  isChosen: boolean;
  children: ReactNode;
}

const Side = ({ value, label, isChosen, children }: SideProps) => (
  <Radio.Card value={value} className={classes.side} data-chosen={isChosen || undefined} aria-label={label}>
    <Group gap="xs" mb={4}>
      <Radio.Indicator />
      <Text size="sm" fw={500}>
        {label}
      </Text>
    </Group>
    <div className={classes.value}>{children}</div>
  </Radio.Card>
);

const plain = (value: unknown): ReactNode =>
  value === null || value === '' ? <span className={classes.nothing}>{t.nothing}</span> : String(value);
